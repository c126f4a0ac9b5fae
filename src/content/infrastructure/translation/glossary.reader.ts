import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import type { Page } from '#kernel/application/page';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetGlossaryEntry, ListGlossaryEntries } from '../../application/translation/translation.queries.js';
import type { GlossaryEntryView } from '../../application/translation/translation.view.js';

interface EntryRow {
  organizationId: string;
  id: string;
  terms: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = `organization_id as "organizationId", id, terms, created_at as "createdAt", updated_at as "updatedAt"`;

@QueryHandler(ListGlossaryEntries)
export class ListGlossaryEntriesHandler implements IQueryHandler<ListGlossaryEntries> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, page }: ListGlossaryEntries): Promise<Page<GlossaryEntryView>> {
    requireReader(caller, organizationId);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<EntryRow>(
      'glossary.list',
      `select ${COLUMNS} from content.glossary_entry where organization_id = $1 and id > $2 order by id limit $3`,
      [organizationId, after, request.limit + 1],
    );
    return toPage(
      rows,
      request,
      ({ id }) => [id],
      (row) => toView(row, this.settings.publicUrl),
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
    terms,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/translations-glossary/${id}` },
  };
}
