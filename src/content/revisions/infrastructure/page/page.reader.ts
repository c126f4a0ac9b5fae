import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { JsonText, NotModified } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { EntityTagCache, type CacheEntityTag } from '#kernel/application/entity-tag-cache';
import { UnchangedRecords, type Unchanged } from '#kernel/application/unchanged-records';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { matches } from '#kernel/application/entity-tag';
import type { ContentRef } from '#rich-document';
import { GetPage, GetPageByPath, type Answer, type PageReading } from '../../application/content.queries.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../../spaces/infrastructure/permission/access.js';
import { FileUrls } from '../blobs/file-urls.js';
import { fillLinks, type LinkTargets } from './markdown-links.js';
import { kindOfAdapted, stampOfClaims } from './adapted-documents.js';
import { isLive, RevisionReader, type OpenRevision } from '../revision/open-revision.js';
import { RevisionPages } from '../revision/revision-pages.js';
import { TreeReader } from './tree-reader.js';
import { WeightedCache } from './weighted-cache.js';
import { SPACES } from '../../../spaces/infrastructure/reading.js';

interface VersionRow extends AccessRow {
  /** The value of the entity tag: the revision, and the number of changes of its Git data (`x`: not included). */
  version: string;
}

interface LivePageRow extends VersionRow {
  /** The JSON of the page: complete, or up to the Markdown where it has links. */
  text: string;
  /** The Markdown as a JSON string, with slots for its links; null where it has none. */
  body: string | null;
  links: Links | null;
}

interface Links {
  path: string | null;
  slots: ContentRef[];
  paths: Record<string, string | null> | null;
  files: Record<string, [string, string]> | null;
}

const OPEN = `'{' || p.members || coalesce(',"path":' || to_json(p.path)::text, '')
    || ',"urls":{"app":' || to_json($4 || coalesce(p.path, ''))::text || '}'
    || case when $5 then coalesce((select ',"git":' || json_build_object('oid', i.oid, 'path', i.path)::text
        from content.source_item i where i.organization_id = $1 and i.space_id = s.id
          and i.item_id = p.page_id and i.oid is not null), '') else '' end
    || ',"pages":' || case when exists (select 1 from content.live_page c where c.organization_id = $1
        and c.space_id = s.id and c.parent_id = p.page_id and c.type <> 'computed')
      then content.child_pages($1, s.id, p.page_id, $4) else '[]' end`;

const version = (metadata: string): string =>
  `h.revision_id || '.' || case when ${metadata} then h.sources::text else 'x' end as version`;

/** The statement when a response is cached: reads only the version and the caller's access. */
const CURRENT = `select s.organization_id as "organizationId", s.level,
    ${grantedRankToRead('s', '$3', '$4')} as granted, ${version('$5')}
  from ${SPACES} s
  join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null`;

const DOCUMENT = `${OPEN} || coalesce(',"document":' || d.body, '') || '}' as text, null as body, null as links
  from (select 1) one
  left join content.document d on d.organization_id = $1 and d.hash = p.document`;

/**
 * Writes the JSON completely, except for Markdown with links, which depend on the current paths of other pages. Only
 * documents have a body.
 */
const MARKDOWN = `${OPEN} || case when p.type <> 'document' then '}' else
      ',"markdown":' || case when d.slots is null then m.body || '}' else '' end end as text,
    case when d.slots is not null then m.body end as body,
    case when d.slots is not null then json_build_object('path', p.path, 'slots', d.slots::json,
      'paths', (select json_object_agg(t.page_id, t.path) from content.live_page t
        where t.organization_id = $1 and t.space_id = s.id and t.page_id = any(d.targets)),
      'files', (select json_object_agg(f.file_id, json_build_array(encode(f.blob, 'hex'), f.name))
        from content.live_file f where f.organization_id = $1 and f.space_id = s.id
          and f.file_id = any(d.targets))) end as links
  from (select 1) one
  left join content.document d on d.organization_id = $1 and d.hash = p.document
  cross join lateral (select to_json(p.heading || coalesce(d.markdown, ''))::text as body offset 0) m`;

const statement = (text: string, where: string): string =>
  `select s.organization_id as "organizationId", s.level, ${grantedRankToRead('s', '$6', '$7')} as granted,
     ${version('$5')}, t.text, t.body, t.links
   from ${SPACES} s
   join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
   join content.live_page p on p.organization_id = s.organization_id and p.space_id = s.id
   cross join lateral (select ${text}) t
   where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and p.type <> 'computed' and ${where}`;

const BY_ID = 'p.page_id = $3';
const BY_PATH = 'p.path = $3';

/** Constants, because a prepared statement is compared with its text at each use. */
const STATEMENTS = {
  id: { document: statement(DOCUMENT, BY_ID), markdown: statement(MARKDOWN, BY_ID) },
  path: { document: statement(DOCUMENT, BY_PATH), markdown: statement(MARKDOWN, BY_PATH) },
};

/** A response for one version of a space, which never changes. */
interface CachedResponse {
  /** The organization of the space then: in another one the space is not found. */
  organizationId: string;
  version: string;
  text: string;
  /** The space, from before it was read; undefined while its changes are not heard. */
  space?: Unchanged | undefined;
}

/**
 * Reads pages of the current revision with one statement, which writes the JSON. When this process has the response for
 * a version cached, it first reads only the current version, and reads the page only where that has changed; at once
 * where it has heard of a change.
 */
abstract class PageReader {
  readonly #responses: WeightedCache<CachedResponse>;

  constructor(
    responses: WeightedCache<CachedResponse>,
    protected readonly sql: SqlQuery,
    protected readonly trees: TreeReader,
    protected readonly files: FileUrls,
    protected readonly revisions: RevisionReader,
    protected readonly pages: RevisionPages,
    protected readonly entityTags: EntityTagCache,
    protected readonly records: UnchangedRecords,
  ) {
    this.#responses = responses;
  }

  protected async live(
    caller: Caller,
    spaceId: string,
    key: 'id' | 'path',
    value: string,
    reading: PageReading,
  ): Promise<Answer> {
    const note = this.entityTags.reading(spaceId);
    const place = `${spaceId} ${key} ${value} ${kindOf(reading)} ${reading.metadata}`;
    const { subjects, guestOf } = callerParameters(caller);
    const cached = this.#responses.get(place);
    if (cached && cached.space?.still !== false) {
      const of = [cached.organizationId, spaceId, subjects, guestOf, reading.metadata];
      const current = await this.sql.row<VersionRow & {}>('page.version', CURRENT, of);
      if (current && !roleOf(caller, current)) throw new NotFound('Page not found');
      if (current?.version === cached.version) return answered(cached, reading, note);
    }
    const space = this.records.of(spaceId);
    const values = [spaceId, value, this.trees.appUrl(spaceId), reading.metadata, subjects, guestOf];
    const row = await this.sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
      this.sql.row<LivePageRow & {}>(`page.live-${key}-${reading.format}`, STATEMENTS[key][reading.format], [
        ...[organizationId, ...values],
      ]),
    );
    if (!row || !roleOf(caller, row)) throw new NotFound('Page not found');
    const end =
      row.body !== null && row.links ? `${this.#fill(row.body, row.links, row.organizationId, reading.refs)}}` : '';
    const read = {
      organizationId: row.organizationId,
      version: row.version,
      text: row.text + end,
      space: space.still ? space : undefined,
    };
    this.#responses.set(place, read, read.text.length);
    return answered(read, reading, note);
  }

  #fill(body: string, links: Links, organizationId: string, refs: PageReading['refs']): string {
    const targets: LinkTargets = {
      pagePath: (id) => links.paths?.[id] ?? undefined,
      fileUrl: (id) => {
        const file = links.files?.[id];
        return file && this.files.urlOf(organizationId, file[0], file[1]);
      },
      specUrl: (slug) => this.trees.specUrl(organizationId, slug),
    };
    return fillLinks(body, links.slots, links.path ?? '', refs, targets);
  }
}

@QueryHandler(GetPage)
export class GetPageHandler extends PageReader implements IQueryHandler<GetPage> {
  constructor(
    sql: SqlQuery,
    trees: TreeReader,
    files: FileUrls,
    revisions: RevisionReader,
    pages: RevisionPages,
    entityTags: EntityTagCache,
    records: UnchangedRecords,
    caches: CacheBudget,
  ) {
    super(new WeightedCache(caches, 'pages by id'), sql, trees, files, revisions, pages, entityTags, records);
  }

  async execute({ caller, target, pageId, reading }: GetPage): Promise<Answer> {
    if (isLive(target) && isPlain(reading)) return this.live(caller, target.spaceId, 'id', pageId, reading);
    const revision = await this.revisions.open(caller, target, reading.computed);
    const node = (await this.trees.tree(revision)).get(pageId);
    return this.pages.answer(caller, revision, node, reading, pageTag(versionOf(revision, reading), reading));
  }
}

@QueryHandler(GetPageByPath)
export class GetPageByPathHandler extends PageReader implements IQueryHandler<GetPageByPath> {
  constructor(
    sql: SqlQuery,
    trees: TreeReader,
    files: FileUrls,
    revisions: RevisionReader,
    pages: RevisionPages,
    entityTags: EntityTagCache,
    records: UnchangedRecords,
    caches: CacheBudget,
  ) {
    super(new WeightedCache(caches, 'pages by path'), sql, trees, files, revisions, pages, entityTags, records);
  }

  async execute({ caller, target, path, reading }: GetPageByPath): Promise<Answer> {
    const wanted = path.replace(/^\/+|\/+$/g, '');
    if (isLive(target) && isPlain(reading) && wanted !== '') {
      return this.#liveAt(caller, target.spaceId, wanted, reading);
    }
    const revision = await this.revisions.open(caller, target, reading.computed);
    const tree = await this.trees.tree(revision);
    const node = tree.atPath(wanted) ?? tree.get((await this.pages.redirected(revision, wanted)) ?? '');
    return this.pages.answer(caller, revision, node, reading, pageTag(versionOf(revision, reading), reading));
  }

  /** Where no page is, the redirects of the last import lead on. */
  async #liveAt(caller: Caller, spaceId: string, path: string, reading: PageReading): Promise<Answer> {
    try {
      return await this.live(caller, spaceId, 'path', path, reading);
    } catch (error) {
      const page = error instanceof NotFound ? await this.pages.redirectedLive(spaceId, path) : undefined;
      if (page === undefined) throw error;
      return this.live(caller, spaceId, 'id', page, reading);
    }
  }
}

function answered({ version, text }: CachedResponse, reading: PageReading, note: CacheEntityTag): Answer {
  const etag = pageTag(version, reading);
  return matches(reading.ifNoneMatch, etag) ? new NotModified(etag, note) : new JsonText(text, etag, note);
}

/** The entity tag of a page: the revision never changes, its Git data may. */
function pageTag(version: string, reading: PageReading): string {
  return `"${version}.${kindOf(reading)}"`;
}

/** Whether the projection of the current content suffices for this reading. */
function isPlain({ adapted, computed }: PageReading): boolean {
  return !adapted && computed;
}

/** A short code for the form of the body, for entity tags and cache keys. */
function kindOf({ format, refs, computed, adapted }: PageReading): string {
  return (
    (format === 'markdown' ? `m${refs[0]}` : 'd') + (computed ? '' : 'u') + (adapted ? kindOfAdapted(adapted) : '')
  );
}

function versionOf(revision: OpenRevision, reading: PageReading): string {
  return `${revision.id}.${reading.metadata ? revision.sources : 'x'}${stampOfClaims(revision)}`;
}
