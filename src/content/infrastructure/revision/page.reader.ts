import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller, Role } from '#kernel/application/caller';
import { JsonText, NotModified } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { matches } from '#kernel/application/entity-tag';
import type { ContentRef } from '#rich-document';
import { GetPage, GetPageByPath, type Answer, type PageReading } from '../../application/content/content.queries.js';
import { FileUrls } from './file-urls.js';
import { fillLinks, type LinkTargets } from './markdown-links.js';
import { mayRead, RevisionReader } from './open-revision.js';
import { RevisionPages } from './revision-pages.js';
import { TreeReader } from './tree-reader.js';

interface CurrentPageRow {
  organizationId: string;
  defaultLevel: Role | 'inherit' | null;
  revision: string;
  sources: number;
}

interface LivePageRow extends CurrentPageRow {
  /** JSON of the page, open at its end. */
  open: string;
  path: string | null;
  body: string | null;
  slots: ContentRef[] | null;
  paths: Record<string, string | null> | null;
  files: Record<string, [string, string]> | null;
}

const FROM = `from content.space s
  join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
  join content.live_page p on p.organization_id = s.organization_id and p.space_id = s.id`;

const OPEN = `'{' || p.members || coalesce(',"path":' || to_json(p.path)::text, '')
    || ',"urls":{"app":' || to_json($3 || coalesce(p.path, ''))::text || '}'
    || case when $4 then coalesce((select ',"git":' || json_build_object('oid', i.oid, 'path', i.path)::text
        from content.source_item i where i.organization_id = s.organization_id and i.space_id = s.id
          and i.item_id = p.page_id and i.oid is not null), '') else '' end
    || ',"pages":' || case when exists (select 1 from content.live_page c where c.organization_id = s.organization_id
        and c.space_id = s.id and c.parent_id = p.page_id)
      then content.child_pages(s.organization_id, s.id, p.page_id, $3) else '[]' end`;

const COLUMNS = `s.organization_id as "organizationId", s.default_level as "defaultLevel", h.revision_id as revision,
  h.sources, p.path, ${OPEN} as open`;

const DOCUMENT = `select ${COLUMNS}, d.body, null as slots, null as paths, null as files ${FROM}
  left join content.document d on d.organization_id = s.organization_id and d.hash = p.document`;

/** The text of the answer is made here whole, but for the links, which depend on where other pages stand now. */
const MARKDOWN = `select ${COLUMNS}, to_json(p.heading || coalesce(d.markdown, ''))::text as body, d.slots::json as slots,
    case when d.targets is not null then (select json_object_agg(t.page_id, t.path) from content.live_page t
      where t.organization_id = s.organization_id and t.space_id = s.id and t.page_id = any(d.targets)) end as paths,
    case when d.targets is not null then (select json_object_agg(f.file_id, json_build_array(encode(f.blob, 'hex'), f.name))
      from content.live_file f where f.organization_id = s.organization_id and f.space_id = s.id
        and f.file_id = any(d.targets)) end as files ${FROM}
  left join content.document d on d.organization_id = s.organization_id and d.hash = p.document`;

/** Which version of a page is current: enough to know whether the caller has it. */
const CURRENT = `select s.organization_id as "organizationId", s.default_level as "defaultLevel",
  h.revision_id as revision, h.sources ${FROM} where s.id = $1 and s.deleted_at is null and p.page_id = $2`;

const BY_ID = 'where s.id = $1 and s.deleted_at is null and p.page_id = $2';
const BY_PATH = 'where s.id = $1 and s.deleted_at is null and p.path = $2';

/** Reads pages of the current revision in one statement, which writes the JSON. */
abstract class PageReader {
  constructor(
    protected readonly sql: SqlQuery,
    protected readonly trees: TreeReader,
    protected readonly files: FileUrls,
    protected readonly revisions: RevisionReader,
    protected readonly pages: RevisionPages,
  ) {}

  protected async live(
    caller: Caller,
    spaceId: string,
    key: 'id' | 'path',
    value: string,
    reading: PageReading,
  ): Promise<Answer> {
    if (reading.ifNoneMatch !== undefined && key === 'id') {
      const current = await this.sql.row<CurrentPageRow>('page.current', CURRENT, [spaceId, value]);
      if (!current || !mayRead(caller, current)) throw new NotFound('Page not found');
      const etag = pageTag(current.revision, current.sources, reading);
      if (matches(reading.ifNoneMatch, etag)) return new NotModified(etag);
    }
    const row = await this.sql.row<LivePageRow>(
      `page.live-${key}-${reading.format}`,
      `${reading.format === 'markdown' ? MARKDOWN : DOCUMENT} ${key === 'id' ? BY_ID : BY_PATH}`,
      [spaceId, value, this.trees.appUrl(spaceId), reading.metadata],
    );
    if (!row || !mayRead(caller, row)) throw new NotFound('Page not found');
    return new JsonText(`${row.open}${this.#body(row, reading)}}`, pageTag(row.revision, row.sources, reading));
  }

  #body(row: LivePageRow, reading: PageReading): string {
    if (row.body === null) return '';
    if (reading.format === 'document') return `,"document":${row.body}`;
    if (!row.slots) return `,"markdown":${row.body}`;
    const targets: LinkTargets = {
      pagePath: (id) => row.paths?.[id] ?? undefined,
      fileUrl: (id) => {
        const file = row.files?.[id];
        return file && this.files.urlOf(row.organizationId, file[0], file[1]);
      },
    };
    return `,"markdown":${fillLinks(row.body, row.slots, row.path ?? '', reading.refs, targets)}`;
  }
}

@QueryHandler(GetPage)
export class GetPageHandler extends PageReader implements IQueryHandler<GetPage> {
  constructor(sql: SqlQuery, trees: TreeReader, files: FileUrls, revisions: RevisionReader, pages: RevisionPages) {
    super(sql, trees, files, revisions, pages);
  }

  async execute({ caller, target, pageId, reading }: GetPage): Promise<Answer> {
    if (target.revisionId === undefined) return this.live(caller, target.spaceId, 'id', pageId, reading);
    const revision = await this.revisions.open(caller, target);
    const node = (await this.trees.tree(revision)).get(pageId);
    return this.pages.answer(revision, node, reading, pageTag(revision.id, revision.sources, reading));
  }
}

@QueryHandler(GetPageByPath)
export class GetPageByPathHandler extends PageReader implements IQueryHandler<GetPageByPath> {
  constructor(sql: SqlQuery, trees: TreeReader, files: FileUrls, revisions: RevisionReader, pages: RevisionPages) {
    super(sql, trees, files, revisions, pages);
  }

  async execute({ caller, target, path, reading }: GetPageByPath): Promise<Answer> {
    const wanted = path.replace(/^\/+|\/+$/g, '');
    if (target.revisionId === undefined && wanted !== '') {
      return this.live(caller, target.spaceId, 'path', wanted, reading);
    }
    const revision = await this.revisions.open(caller, target);
    const node = (await this.trees.tree(revision)).atPath(wanted);
    return this.pages.answer(revision, node, reading, pageTag(revision.id, revision.sources, reading));
  }
}

/** The entity tag of anything read from a revision: the revision never changes, what Git knows of it may. */
function pageTag(revision: string, sources: number, reading: PageReading): string {
  const metadata = reading.metadata ? sources : 'x';
  return `"${revision}.${metadata}.${reading.format === 'markdown' ? `m${reading.refs[0]}` : 'd'}"`;
}
