import { Injectable } from '@nestjs/common';
import { Turns } from '#kernel/application/turns';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { diffMaps } from '../../revisions/domain/map/diff-maps.js';
import { readAll, readRecords } from '../../revisions/domain/map/read-map.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../revisions/domain/page/page-record.js';
import { Revisions, type RevisionRoots, type StoredDocument } from '../../revisions/domain/ports.js';
import type { TranslatedItem, TranslatedTexts } from '../domain/translated-page.js';
import type { SeenContent, SourceDifference, TranslatedContents } from '../domain/translations.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { SPACES, SPACE_ROWS } from '../../spaces/infrastructure/reading.js';
import { StoresByHash } from '../../revisions/infrastructure/garbage/stored-by-hash.js';
import { DOCUMENTS, HEADS, REVISIONS } from '../../revisions/infrastructure/reading.js';

const ROOTS = `encode(r.pages_root, 'hex') as pages, encode(r.files_root, 'hex') as files,
  encode(r.contents_root, 'hex') as contents, r.variables`;
const NO_CONTENT: RevisionRoots = { pages: null, files: null, contents: null, variables: {} };
/** Rows written by one statement. */
const BATCH = 500;

interface ItemRow {
  id: string;
  texts: string;
  document: string | null;
  untranslated: number;
}

/** What runs read from the maps of revisions, and what they keep in rows of their own. */
@Injectable()
@StoresByHash({ table: 'translated_item', column: 'document' })
export class TranslatedContentsStore implements TranslatedContents {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly nodes: NodeStore,
    private readonly revisions: Revisions,
  ) {}

  async current(organizationId: string, spaceId: string): Promise<SeenContent | undefined> {
    const row = await this.sql.row<RevisionRoots & Omit<SeenContent, 'roots'>>(
      'translated.current',
      `select s.organization_id as "organizationId", s.id as "spaceId", r.id as "revisionId",
         s.deleted_at is not null as deleted, ${ROOTS}
       from ${SPACES} s
       join ${HEADS} h on h.organization_id = s.organization_id and h.space_id = s.id
       join ${REVISIONS} r on r.organization_id = h.organization_id and r.id = h.revision_id
       where s.organization_id = $1 and s.id = $2`,
      [organizationId, spaceId],
    );
    if (!row) return undefined;
    const { pages, files, contents, variables, ...seen } = row;
    return { ...seen, roots: { pages, files, contents, variables } };
  }

  async difference(source: SeenContent, since: string | null, all: boolean): Promise<SourceDifference> {
    const { organizationId, roots } = source;
    const before = await this.#roots(organizationId, since);
    const nodes = this.nodes.of(organizationId);
    const pages = await diffMaps<PageRecord>(before.pages, roots.pages, nodes);
    const contents = await diffMaps<ReusableContentRecord>(before.contents, roots.contents, nodes);
    const files = await diffMaps<FileRecord>(before.files, roots.files, nodes);
    const difference: SourceDifference = {
      pages: [...pages.added.map((after) => ({ before: undefined, after })), ...pages.changed],
      removedPages: pages.removed.map(({ id }) => id),
      contents: [...contents.added, ...contents.changed.map(({ after }) => after)],
      removedContents: contents.removed.map(({ id }) => id),
      files: [...files.added, ...files.changed.map(({ after }) => after)],
      removedFiles: files.removed.map(({ id }) => id),
      variables: changedVariables(before.variables, roots.variables),
    };
    if (all && since !== null) await this.#addOthers(source, difference);
    difference.pages = difference.pages.flatMap(asWritten);
    return difference;
  }

  pages({ organizationId, roots }: SeenContent, ids: readonly string[]): Promise<Map<string, PageRecord>> {
    return readRecords<PageRecord>(roots.pages, ids, this.nodes.of(organizationId));
  }

  contents({ organizationId, roots }: SeenContent, ids: readonly string[]) {
    return readRecords<ReusableContentRecord>(roots.contents, ids, this.nodes.of(organizationId));
  }

  async documents(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.sql.rows<{ hash: string; body: string }>(
      'translated.documents-2',
      `select encode(hash, 'hex') as hash, body from ${DOCUMENTS} d
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [organizationId, [...new Set(hashes)]],
    );
    return new Map(rows.map(({ hash, body }) => [hash, body]));
  }

  async items({ organizationId, spaceId }: SeenContent, ids: readonly string[]): Promise<Map<string, TranslatedItem>> {
    const rows = await this.sql.rows<ItemRow>(
      'translated.items',
      `select item_id as id, texts, encode(document, 'hex') as document, untranslated from content.translated_item
       where organization_id = $1 and space_id = $2 and item_id = any($3::text[])`,
      [organizationId, spaceId, ids],
    );
    return new Map(rows.map((row) => [row.id, { ...row, texts: JSON.parse(row.texts) as TranslatedTexts }]));
  }

  async untranslated({ organizationId, spaceId }: SeenContent): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'translated.untranslated',
      `select item_id as id from content.translated_item
       where organization_id = $1 and space_id = $2 and untranslated > 0 order by item_id`,
      [organizationId, spaceId],
    );
    return rows.map(({ id }) => id);
  }

  async countUntranslated({ organizationId, spaceId }: SeenContent): Promise<number> {
    const row = await this.sql.row<{ count: number }>(
      'translated.count-untranslated',
      `select coalesce(sum(untranslated), 0)::int as count from content.translated_item
       where organization_id = $1 and space_id = $2 and untranslated > 0`,
      [organizationId, spaceId],
    );
    return row?.count ?? 0;
  }

  async recall(
    { organizationId, spaceId }: Pick<SeenContent, 'organizationId' | 'spaceId'>,
    keys: readonly string[],
  ): Promise<Map<string, string>> {
    const rows = await this.sql.rows<{ key: string; text: string }>(
      'translated.recall-2',
      `select encode(key, 'hex') as key, text from content.translation_memory
       where organization_id = $1 and space_id = $2 and key = any(array(select decode(k, 'hex') from unnest($3::text[]) k))`,
      [organizationId, spaceId, keys],
    );
    return new Map(rows.map(({ key, text }) => [key, text]));
  }

  /** Only for a space that is still the organization's: of one that was purged meanwhile nothing is to stay. */
  async remember({ organizationId, spaceId }: SeenContent, texts: ReadonlyMap<string, string>): Promise<void> {
    if (texts.size === 0) return;
    await this.sql.rows(
      'translated.remember',
      `with held as (select id from ${SPACE_ROWS} s where organization_id = $1 and id = $2 for key share)
       insert into content.translation_memory (organization_id, space_id, key, text)
       select $1, held.id, decode(m.key, 'hex'), m.text from held, unnest($3::text[], $4::text[]) m(key, text)
       order by m.key on conflict do nothing`,
      [organizationId, spaceId, [...texts.keys()], [...texts.values()]],
    );
  }

  async keepItems(
    { organizationId, spaceId }: SeenContent,
    items: readonly TranslatedItem[],
    gone: readonly string[],
  ): Promise<void> {
    if (gone.length > 0) {
      await this.sql.defer(
        'translated.forget-items',
        'delete from content.translated_item where organization_id = $1 and space_id = $2 and item_id = any($3::text[])',
        [organizationId, spaceId, gone],
      );
    }
    for (let at = 0; at < items.length; at += BATCH) {
      const some = items.slice(at, at + BATCH);
      await this.sql.defer(
        'translated.keep-items',
        `insert into content.translated_item (organization_id, space_id, item_id, texts, document, untranslated)
         select $1, $2, i.id, i.texts, decode(i.document, 'hex'), i.untranslated
         from unnest($3::text[], $4::text[], $5::text[], $6::int[]) i(id, texts, document, untranslated) order by i.id
         on conflict (organization_id, space_id, item_id) do update set
           texts = excluded.texts, document = excluded.document, untranslated = excluded.untranslated`,
        [
          organizationId,
          spaceId,
          some.map(({ id }) => id),
          some.map(({ texts }) => JSON.stringify(texts)),
          some.map(({ document }) => document),
          some.map(({ untranslated }) => untranslated),
        ],
      );
    }
  }

  addDocuments(organizationId: string, documents: readonly StoredDocument[]): Promise<void> {
    return this.unitOfWork.transaction(() => this.revisions.addDocuments(organizationId, documents));
  }

  async #roots(organizationId: string, revisionId: string | null): Promise<RevisionRoots> {
    if (revisionId === null) return NO_CONTENT;
    const row = await this.sql.row<RevisionRoots>(
      'translated.roots',
      `select ${ROOTS} from ${REVISIONS} r where r.organization_id = $1 and r.id = $2`,
      [organizationId, revisionId],
    );
    return row ?? NO_CONTENT;
  }

  /** What did not change, in the order of the ids. */
  async #addOthers({ organizationId, roots }: SeenContent, { pages, contents }: SourceDifference): Promise<void> {
    const nodes = this.nodes.of(organizationId);
    const turns = new Turns();
    const pause = (): Promise<void> => turns.next();
    const looked = new Set([...pages.map(({ after }) => after.id), ...contents.map(({ id }) => id)]);
    for (const page of (await readAll<PageRecord>(roots.pages, nodes, pause)).values())
      if (!looked.has(page.id)) pages.push({ before: page, after: page });
    for (const content of (await readAll<ReusableContentRecord>(roots.contents, nodes, pause)).values())
      if (!looked.has(content.id)) contents.push(content);
  }
}

/** In a translation the pages that a source made are like others, and what makes them is not there. */
function asWritten({ before, after }: SourceDifference['pages'][number]): SourceDifference['pages'] {
  if (after.type === 'computed') return [];
  return [{ before: before && withoutOrigin(before), after: withoutOrigin(after) }];
}

function withoutOrigin({ origin: _, ...page }: PageRecord): PageRecord {
  return page;
}

function changedVariables(before: RevisionRoots['variables'], after: RevisionRoots['variables']) {
  const changes: SourceDifference['variables'] = {};
  for (const [name, value] of Object.entries(after)) if (before[name] !== value) changes[name] = value;
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) changes[name] = null;
  return changes;
}
