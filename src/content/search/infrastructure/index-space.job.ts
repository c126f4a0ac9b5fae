import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { searchSections, type RichDocument } from '#rich-document';
import { diffMaps } from '../../revisions/domain/map/diff-maps.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import { SearchIndex, type IndexedPage } from '../domain/search-index.js';
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
}

/** Pages indexed in one transaction. */
const BATCH = 100;
/** Documents read by one statement. */
const READ_AHEAD = 10;

/**
 * Brings the search index of a space from the revision it shows to the current one. Looks only at pages that differ.
 * Cut off in the middle, it starts over from the revision the index is known to show, which changes nothing but time.
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
  ) {}

  async run({ spaceId }: { spaceId: string }): Promise<void> {
    const state = await this.#state(spaceId);
    if (!state) return;
    if (state.indexedLanguage === state.language && state.indexed === state.head) return;
    const renewed = state.indexedLanguage !== null && state.indexedLanguage !== state.language;
    const from = renewed ? null : state.indexed;
    const diff = await diffMaps<PageRecord>(from, state.head, this.nodes.of(state.organizationId));
    const changed = [...diff.added, ...diff.changed.map(({ after }) => after)];
    const removed = diff.removed.map(({ id }) => id);
    for (let i = 0; i < changed.length || i === 0; i += BATCH) {
      const records = changed.slice(i, i + BATCH);
      const last = i + BATCH >= changed.length;
      const there = await this.unitOfWork.transaction(async () => {
        if (!(await tryLockSpace(this.sql, state))) return false;
        if (renewed && i === 0) await this.index.dropSpaces([state]);
        await this.index.replacePages(state, this.#pages(state.organizationId, records), i === 0 ? removed : []);
        if (last) await this.#indexed(state);
        return true;
      });
      // Transferred or purged meanwhile: whose it is now is looked up anew.
      if (!there) return this.run({ spaceId });
      await breathe();
    }
  }

  #state(spaceId: string): Promise<State | undefined> {
    return this.sql.row<State>(
      'index.state',
      `select s.organization_id as "organizationId", s.id as "spaceId", s.language, encode(r.pages_root, 'hex') as head,
         i.language as "indexedLanguage", encode(i.pages_root, 'hex') as indexed
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
        yield pageOf(record, bodies);
      }
    }
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

  async #indexed(state: State): Promise<void> {
    await this.sql.rows(
      'index.done',
      `insert into content.indexed_revision (organization_id, space_id, language, pages_root)
       values ($1, $2, $3, decode($4, 'hex'))
       on conflict (organization_id, space_id) do update set language = excluded.language, pages_root = excluded.pages_root`,
      [state.organizationId, state.spaceId, state.language, state.head],
    );
  }
}

function pageOf(record: PageRecord, bodies: ReadonlyMap<string, string>): IndexedPage {
  const body = record.document === undefined ? undefined : bodies.get(record.document);
  return {
    pageId: record.id,
    title: record.title,
    description: record.description,
    hidden: record.hidden === true || record.type !== 'document',
    sections: body === undefined ? [] : searchSections(JSON.parse(body) as RichDocument),
  };
}
