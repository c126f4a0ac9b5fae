import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetGlossaryEntry, ListGlossaryEntries } from '../application/translation.queries.js';
import type { GlossaryEntryView } from '../application/translation.view.js';

interface EntryRow {
  organizationId: string;
  id: string;
  terms: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
  /** In the language that is sorted by. */
  term?: string | null;
}

const COLUMNS = `organization_id as "organizationId", id, terms, created_at as "createdAt", updated_at as "updatedAt"`;

@QueryHandler(ListGlossaryEntries)
export class ListGlossaryEntriesHandler implements IQueryHandler<ListGlossaryEntries> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute(query: ListGlossaryEntries): Promise<Page<GlossaryEntryView>> {
    const { caller, organizationId, page, language } = query;
    requireReader(caller, organizationId);
    const request = normalizeRequest(page);
    const rows = await (language === undefined
      ? this.#oldestFirst(organizationId, request)
      : this.#byTerms(organizationId, language, request));
    return toPage(
      rows,
      request,
      ({ id, term }) => (language === undefined ? [id] : [term ?? null, id]),
      (row) => toView(row, this.settings.publicUrl),
    );
  }

  #oldestFirst(organizationId: string, request: PageRequest): Promise<EntryRow[]> {
    const [after] = readCursor(request, 1) ?? [''];
    return this.sql.rows<EntryRow>(
      'glossary.list',
      `select ${COLUMNS} from content.glossary_entry where organization_id = $1 and id > $2 order by id limit $3`,
      [organizationId, after, request.limit + 1],
    );
  }

  /** A glossary is small enough to be sorted for each page of it. */
  #byTerms(organizationId: string, language: string, request: PageRequest): Promise<EntryRow[]> {
    const [term, id] = readCursor(request, 2) ?? [null, null];
    return this.sql.rows<EntryRow>(
      'glossary.by-terms',
      `select * from (select ${COLUMNS}, lower(terms ->> $2) collate "C" as term
         from content.glossary_entry where organization_id = $1) e
       where $4::text is null or case when $3::text is null then term is null and id > $4
         else term is null or (term, id) > ($3, $4) end
       order by term nulls last, id limit $5`,
      [organizationId, language, term, id, request.limit + 1],
    );
  }
}

@QueryHandler(GetGlossaryEntry)
export class GetGlossaryEntryHandler implements IQueryHandler<GetGlossaryEntry> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, entryId }: GetGlossaryEntry): Promise<GlossaryEntryView> {
    requireReader(caller, organizationId);
    const row = await this.sql.row<EntryRow>(
      'glossary.get',
      `select ${COLUMNS} from content.glossary_entry where organization_id = $1 and id = $2`,
      [organizationId, entryId],
    );
    if (!row) throw new NotFound('Glossary entry not found');
    return toView(row, this.settings.publicUrl);
  }
}

function requireReader(caller: Caller, organizationId: string): void {
  const role = caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (role === null) throw new Forbidden('This needs the role read or more in the organization');
}

function toView({ organizationId, id, terms, createdAt, updatedAt }: EntryRow, publicUrl: string): GlossaryEntryView {
  return {
    object: 'glossary-entry',
    id,
    translations: terms,
    terms,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/translations-glossary/${id}` },
  };
}
