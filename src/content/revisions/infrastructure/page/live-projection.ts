import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import { linksOfPage } from '../../domain/page/stored-links.js';
import type { Head, RevisionDraft } from '../../domain/ports.js';
import { FormerPaths } from './former-paths.js';
import { LiveTargets, type RecordsBefore } from './live-targets.js';
import { headingOf, pageMembers } from './page-json.js';

/** Rows written in one statement: few, so that the memory for their parameters is short-lived. */
const BATCH = 200;

/**
 * Writes the pages, files and reusable content of the current revision as rows, in the transaction that makes it
 * current.
 */
@Injectable()
export class LiveProjection {
  constructor(
    private readonly sql: SqlQuery,
    private readonly targets: LiveTargets,
    private readonly former: FormerPaths,
  ) {}

  async apply(draft: RevisionDraft, before: RecordsBefore): Promise<void> {
    const { head } = draft;
    const { put, gone } = split(draft.pages);
    if (gone.length > 0) {
      await this.#remove('live_page', 'page_id', head, gone);
      await this.former.forget(head, gone);
    }
    const paths = draft.moved.size > 0 ? await this.#pathsOfMoved(draft) : new Map<string, string | null>();
    // New pages had no path, and the head has none below them.
    const led = new Map([...paths].filter(([id]) => before.pages.has(id)));
    if (led.size > 0) await this.former.keep(head, led, draft.now);
    for (let i = 0; i < put.length; i += BATCH) await this.#putPages(head, put.slice(i, i + BATCH), paths);
    if (led.size > 0) await this.#movePathsBelow(draft, paths, [...led.keys()]);
    const files = split(draft.files);
    if (files.gone.length > 0) await this.#remove('live_file', 'file_id', head, files.gone);
    for (let i = 0; i < files.put.length; i += BATCH) await this.#putFiles(head, files.put.slice(i, i + BATCH));
    const contents = split(draft.contents);
    if (contents.gone.length > 0) await this.#remove('live_content', 'content_id', head, contents.gone);
    if (contents.put.length > 0) await this.#putContents(head, contents.put);
    await this.targets.apply(draft, before);
  }

  async #remove(
    table: 'live_page' | 'live_file' | 'live_content',
    key: 'page_id' | 'file_id' | 'content_id',
    head: Head,
    ids: string[],
  ): Promise<void> {
    await this.sql.defer(
      `live.remove-${table}`,
      `delete from content.${table} where organization_id = $1 and space_id = $2 and ${key} = any($3)`,
      [head.organizationId, head.spaceId, ids],
    );
  }

  /** `paths` contains the pages that are new or moved; the others keep their paths. */
  async #putPages(head: Head, pages: PageRecord[], paths: ReadonlyMap<string, string | null>): Promise<void> {
    await this.sql.defer(
      'live.put-pages-2',
      `insert into content.live_page (organization_id, space_id, page_id, parent_id, rank, slug, type, title, document,
         heading, members, path, links)
       select h.organization_id, $2, page_id, parent_id, rank, slug, type, title, decode(document, 'hex'), heading, members, path,
         content.texts(links)
       from content.space_head h cross join unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $14::jsonb[])
         p(page_id, parent_id, rank, slug, type, title, document, heading, members, path, links)
       where h.organization_id = $1 and h.space_id = $2
       order by page_id
       on conflict (organization_id, space_id, page_id) do update set
         path = case when excluded.page_id = any($13::text[]) then excluded.path else live_page.path end,
         parent_id = excluded.parent_id, rank = excluded.rank, slug = excluded.slug, type = excluded.type,
         title = excluded.title, document = excluded.document, heading = excluded.heading, members = excluded.members,
         links = excluded.links`,
      [
        head.organizationId,
        head.spaceId,
        pages.map(({ id }) => id),
        pages.map(({ parent }) => parent),
        pages.map(({ rank }) => rank),
        pages.map(({ slug }) => slug),
        pages.map(({ type }) => type),
        pages.map(({ title }) => title),
        pages.map(({ document }) => document ?? null),
        pages.map(headingOf),
        textArray(pages.map((record) => pageMembers(record))),
        pages.map(({ id }) => paths.get(id) ?? null),
        pages.flatMap(({ id }) => (paths.has(id) ? [id] : [])),
        pages.map(linksOfPage).map(jsonOf),
      ],
    );
  }

  /**
   * The new paths of moved pages; a link has none. They are computed here and not by a recursive statement: inside the
   * transaction that fills a large space, PostgreSQL has no statistics of it yet and would join every page with every
   * other.
   */
  async #pathsOfMoved({ head, pages, moved }: RevisionDraft): Promise<Map<string, string | null>> {
    const seen = new Set<string>();
    for (const id of moved) for (const page of chainWithin(pages, id, seen)) seen.add(page);
    const outside = [...seen].filter((id) => !pages.get(id));
    const before =
      outside.length === 0 ? new Map<string, string | null>() : await this.#livePaths(head, [...outside, ...moved]);
    const paths = new NewPaths(pages, moved, before);
    return new Map([...moved].flatMap((id) => (pages.get(id) ? [[id, paths.of(id)] as const] : [])));
  }

  async #livePaths(head: Head, ids: string[]): Promise<Map<string, string | null>> {
    const rows = await this.sql.rows<{ id: string; path: string | null }>(
      'live.paths',
      `select page_id as id, path from content.live_page
       where organization_id = $1 and space_id = $2 and page_id = any($3)`,
      [head.organizationId, head.spaceId, ids],
    );
    return new Map(rows.map(({ id, path }) => [id, path]));
  }

  /** Updates the paths of all pages below some that moved, but for those that moved themselves. */
  async #movePathsBelow(
    { head, now }: RevisionDraft,
    moved: ReadonlyMap<string, string | null>,
    tops: string[],
  ): Promise<void> {
    const made = new Map<string, string>();
    for (let above = tops; above.length > 0;) {
      const rows = await this.sql.rows<{ id: string; parent: string; slug: string; named: boolean }>(
        'live.below',
        `select page_id as id, parent_id as parent, slug, type in ('document', 'group') as named
         from content.live_page where organization_id = $1 and space_id = $2 and parent_id = any($3)
           and page_id <> all($4)`,
        [head.organizationId, head.spaceId, above, [...moved.keys()]],
      );
      for (const { id, parent, slug, named } of rows) {
        const path = made.get(parent) ?? moved.get(parent);
        if (named && path !== null && path !== undefined) made.set(id, `${path}/${slug}`);
      }
      above = rows.map(({ id }) => id);
    }
    if (made.size === 0) return;
    await this.former.keep(head, made, now);
    await this.sql.defer(
      'live.set-paths',
      `update content.live_page p set path = made.path from unnest($3::text[], $4::text[]) made(page_id, path)
       where p.organization_id = $1 and p.space_id = $2 and p.page_id = made.page_id`,
      [head.organizationId, head.spaceId, [...made.keys()], [...made.values()]],
    );
  }

  async #putFiles(head: Head, files: FileRecord[]): Promise<void> {
    await this.sql.defer(
      'live.put-files',
      `insert into content.live_file (organization_id, space_id, file_id, name, blob, content_type, size, width, height)
       select $1, $2, file_id, name, decode(blob, 'hex'), content_type, size, width, height
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::int[], $9::int[])
         f(file_id, name, blob, content_type, size, width, height)
       order by file_id
       on conflict (organization_id, space_id, file_id) do update set
         name = excluded.name, blob = excluded.blob, content_type = excluded.content_type, size = excluded.size,
         width = excluded.width, height = excluded.height`,
      [
        head.organizationId,
        head.spaceId,
        files.map(({ id }) => id),
        files.map(({ name }) => name),
        files.map(({ blob }) => blob),
        files.map(({ contentType }) => contentType),
        files.map(({ size }) => size),
        files.map(({ width }) => width ?? null),
        files.map(({ height }) => height ?? null),
      ],
    );
  }

  async #putContents(head: Head, contents: ReusableContentRecord[]): Promise<void> {
    await this.sql.defer(
      'live.put-contents',
      `insert into content.live_content (organization_id, space_id, content_id, title, document)
       select $1, $2, content_id, title, decode(document, 'hex')
       from unnest($3::text[], $4::text[], $5::text[]) c(content_id, title, document) order by content_id
       on conflict (organization_id, space_id, content_id) do update set
         title = excluded.title, document = excluded.document`,
      [
        head.organizationId,
        head.spaceId,
        contents.map(({ id }) => id),
        contents.map(({ title }) => title),
        contents.map(({ document }) => document),
      ],
    );
  }
}

/** A list as JSON; null for an empty one. */
function jsonOf(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : JSON.stringify(texts);
}

/**
 * The paths of pages after a draft. `before` contains the former paths of pages that the draft moves or does not
 * contain.
 */
class NewPaths {
  readonly #known = new Map<string, string | null>();
  /** The moved pages by their former paths. */
  readonly #left = new Map<string, string>();

  constructor(
    private readonly pages: RevisionDraft['pages'],
    moved: ReadonlySet<string>,
    private readonly before: ReadonlyMap<string, string | null>,
  ) {
    for (const id of moved) {
      const path = before.get(id);
      if (path !== null && path !== undefined) this.#left.set(path, id);
    }
  }

  of(id: string): string | null {
    for (const page of chainWithin(this.pages, id, this.#known).reverse()) {
      const record = this.pages.get(page);
      const above = record?.parent == null ? undefined : this.#known.get(record.parent);
      this.#known.set(page, record ? pathOf(record, above) : this.#carried(this.before.get(page) ?? null));
    }
    return this.#known.get(id) ?? null;
  }

  /** The path of a page that is not in the draft: it follows the nearest page above it that moves. */
  #carried(path: string | null): string | null {
    for (let end = path?.lastIndexOf('/') ?? -1; path !== null && end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = this.#left.get(path.slice(0, end));
      if (above === undefined) continue;
      const to = this.of(above);
      return to === null ? null : to + path.slice(end);
    }
    return path;
  }
}

/**
 * A page and its ancestors as far as the draft contains them, then the first that it does not contain; stops at a page
 * in `known`.
 */
function chainWithin(pages: RevisionDraft['pages'], id: string, known: { has(id: string): boolean }): string[] {
  const chain = new Set<string>();
  let up: string | null | undefined = id;
  for (; up !== null && up !== undefined && !known.has(up) && !chain.has(up); up = pages.get(up)?.parent) chain.add(up);
  return [...chain];
}

function pathOf({ type, parent, slug }: PageRecord, above: string | null | undefined): string | null {
  if (type !== 'document' && type !== 'group') return null;
  if (parent === null) return slug;
  return above === null || above === undefined ? null : `${above}/${slug}`;
}

function split<R>(changes: ReadonlyMap<string, R | null>): { put: R[]; gone: string[] } {
  const put: R[] = [];
  const gone: string[] = [];
  for (const [id, record] of changes) {
    if (record === null) gone.push(id);
    else put.push(record);
  }
  return { put, gone };
}
