import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { searchSections, type RichDocument, type SearchSection } from '#rich-document';
import { diffMaps } from '../../revisions/domain/map/diff-maps.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import { SearchIndex, type IndexedPage } from '../domain/search-index.js';
import { OpenAPITexts } from '../../revisions/infrastructure/page/openapi-texts.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { tryLockSpace } from '../../spaces/infrastructure/space/lock-space.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { DOCUMENTS, HEADS, REVISIONS } from '../../revisions/infrastructure/reading.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';

interface State {
  organizationId: string;
  spaceId: string;
  language: string;
  head: string | null;
  indexedLanguage: string | null;
  indexed: string | null;
  /** What a run has begun to bring the index to, and not finished. */
  toward: string | null;
  /** The version of the row with the three above; null where there is none. */
  version: string | null;
}

/** How the index is recorded to be. */
type Recorded = Pick<State, 'indexed' | 'toward' | 'version'>;

/** Pages indexed in one transaction. */
const BATCH = 100;
/** Documents read by one statement. */
const READ_AHEAD = 10;

/**
 * Brings the search index of a space from the revision it shows to the current one. Looks only at pages that differ. Each
 * transaction begins with a compare-and-set of what is recorded of the index, so of two runs at once, which may have seen
 * different revisions, one continues; at the end it looks for what changed since it began. Cut off in the middle, it does the same again; where the space has changed since,
 * it begins with an empty index, as some pages may be those of a revision that is not current any more.
 */
@Injectable()
@RunsJob('content.index-space')
@OwnsRowsOfSpaces(
  { table: 'indexed_revision', onTransfer: 'delete' },
  { table: 'search_space', onTransfer: 'delete', onPurge: 'keep' },
  { table: 'search_passage', onTransfer: 'delete', onPurge: 'keep' },
  { table: 'search_term', onTransfer: 'delete', onPurge: 'keep' },
  { table: 'search_word', onTransfer: 'delete', onPurge: 'keep' },
)
export class IndexSpace implements JobHandler<{ spaceId: string }> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly nodes: NodeStore,
    private readonly index: SearchIndex,
    private readonly openapi: OpenAPITexts,
  ) {}

  async run({ spaceId }: { spaceId: string }): Promise<void> {
    const state = await this.#state(spaceId);
    if (!state) return;
    const { head, toward } = state;
    if (state.indexedLanguage === state.language && state.indexed === head && toward === null) return;
    const translated = state.indexedLanguage !== null && state.indexedLanguage !== state.language;
    const renewed = translated || (toward !== null && toward !== head);
    const from = renewed ? null : state.indexed;
    let { version } = state;
    const diff = await diffMaps<PageRecord>(from, head, this.nodes.of(state.organizationId));
    const changed = [...diff.added, ...diff.changed.map(({ after }) => after)];
    const removed = diff.removed.map(({ id }) => id);
    for (let i = 0; i < changed.length || i === 0; i += BATCH) {
      const records = changed.slice(i, i + BATCH);
      const last = i + BATCH >= changed.length;
      const recorded: Recorded = last
        ? { indexed: head, toward: null, version }
        : { indexed: from, toward: head, version };
      const claimed = await this.unitOfWork.transaction(async () => {
        if (!(await tryLockSpace(this.sql, state))) return undefined;
        const next = await this.#claim(state, recorded);
        if (next === undefined) return undefined;
        if (renewed && i === 0) await this.index.dropSpaces([state]);
        await this.index.replacePages(state, this.#pages(state.organizationId, records), i === 0 ? removed : []);
        return next;
      });
      // Transferred, purged or indexed by another run meanwhile: how it is now is looked up anew.
      if (claimed === undefined) return this.run({ spaceId });
      version = claimed;
      await breathe();
    }
    // Another run may have found nothing to do, as this one was not finished.
    return this.run({ spaceId });
  }

  #state(spaceId: string): Promise<State | undefined> {
    return this.sql.row<State>(
      'index.state',
      `select s.organization_id as "organizationId", s.id as "spaceId", s.language, encode(r.pages_root, 'hex') as head,
         i.language as "indexedLanguage", encode(i.pages_root, 'hex') as indexed, encode(i.toward, 'hex') as toward,
         i.xmin::text as version
       from ${SPACES} s
       join ${HEADS} h on h.organization_id = s.organization_id and h.space_id = s.id
       join ${REVISIONS} r on r.organization_id = s.organization_id and r.id = h.revision_id
       left join content.indexed_revision i on i.organization_id = s.organization_id and i.space_id = s.id
       where s.id = $1`,
      [spaceId],
    );
  }

  /** A few documents at a time: what is dropped soon costs little memory, what waits for its batch costs much. */
  async *#pages(organizationId: string, records: readonly PageRecord[]): AsyncGenerator<IndexedPage> {
    for (let i = 0; i < records.length; i += READ_AHEAD) {
      const some = records.slice(i, i + READ_AHEAD);
      const bodies = await this.#bodies(organizationId, some);
      for (const record of some) {
        await breathe();
        const body = record.document === undefined ? undefined : bodies.get(record.document);
        yield pageOf(record, body === undefined ? [] : await this.#sections(organizationId, body));
      }
    }
  }

  /** With the words of what blocks show of OpenAPI specifications. */
  async #sections(organizationId: string, body: string): Promise<SearchSection[]> {
    const document = JSON.parse(body) as RichDocument;
    return searchSections(document, await this.openapi.words(organizationId, document));
  }

  async #bodies(organizationId: string, records: readonly PageRecord[]): Promise<Map<string, string>> {
    const hashes = [...new Set(records.flatMap(({ document }) => document ?? []))];
    const rows = await this.sql.rows<{ hash: string; body: string }>(
      'index.documents',
      `select encode(hash, 'hex') as hash, body from ${DOCUMENTS} d
       where organization_id = $1 and hash = any(select decode(h, 'hex') from unnest($2::text[]) h)`,
      [organizationId, hashes],
    );
    return new Map(rows.map(({ hash, body }) => [hash, body]));
  }

  /** Records how the index is after this transaction; returns undefined where another run did so meanwhile. */
  async #claim(state: State, { indexed, toward, version }: Recorded): Promise<string | undefined> {
    const row = await this.sql.row<{ version: string }>(
      'index.claim',
      `insert into content.indexed_revision as i (organization_id, space_id, language, pages_root, toward)
       select $1, $2, $3, decode($4, 'hex'), decode($5, 'hex')
       where $6::text is null or exists (select from content.indexed_revision where organization_id = $1 and space_id = $2)
       on conflict (organization_id, space_id) do update set language = excluded.language,
         pages_root = excluded.pages_root, toward = excluded.toward where i.xmin::text = $6
       returning i.xmin::text as version`,
      [state.organizationId, state.spaceId, state.language, indexed, toward, version],
    );
    return row?.version;
  }
}

function pageOf(record: PageRecord, sections: SearchSection[]): IndexedPage {
  return {
    pageId: record.id,
    title: record.title,
    description: record.description,
    hidden: record.hidden === true || record.type !== 'document',
    sections,
  };
}
