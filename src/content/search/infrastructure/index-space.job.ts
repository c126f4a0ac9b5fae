import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Jobs, type JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { searchSections, type RichDocument, type SearchSection } from '#rich-document';
import { diffMaps } from '../../revisions/domain/map/diff-maps.js';
import { compareIds } from '../../revisions/domain/map/map-node.js';
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
  /** How far that run has come; see `Course`. */
  reached: string | null;
  /** The version of the row with the four above; null where there is none. */
  version: string | null;
}

/** The way of a run: pages are brought from one revision to another in the order of their ids. */
interface Course {
  from: string | null;
  to: string | null;
  /** A name of the way, which what is recorded of its progress begins with. */
  name: string;
  /** Whether the index is emptied first, as nothing in it can be kept. */
  isAnew: boolean;
  /** Pages up to this one are done. */
  after: string;
}

/** A page that differs; without a record where it is gone. */
interface Item {
  id: string;
  record?: PageRecord;
}

/** Most pages indexed in one transaction, and how long it may read them, milliseconds: a run can be stopped between two. */
const BATCH = 100;
const BATCH_MS = 700;
/** Documents read by one statement. */
const READ_AHEAD = 10;
/** From so many pages on the index of terms is tidied once at the end, not by its size. */
const MANY = 20;
const PENDING = { few: '1MB', many: '64MB' };

/**
 * Brings the search index of a space from the revision it shows to the current one. Looks only at pages that differ, and
 * records with each transaction how far it has come, so a run that was stopped or cut off is continued. What is begun is
 * finished first, even if the space has changed since: what changed is looked for after that. Each transaction begins with
 * a compare-and-set of what is recorded, so of two runs at once one continues, and does the work of both.
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
    private readonly jobs: Jobs,
  ) {}

  async run({ spaceId }: { spaceId: string }, signal: AbortSignal): Promise<void> {
    for (let state = await this.#state(spaceId); state; state = await this.#state(spaceId)) {
      if (isShown(state)) return;
      if (!(await this.#follow(state, courseOf(state), signal))) return this.#lookAgain(state);
      signal.throwIfAborted();
    }
  }

  /**
   * Until the end of the way, or until something else is recorded: transferred, purged or indexed by another run. Returns
   * false where another run is in the middle of a transaction.
   */
  async #follow(state: State, course: Course, signal: AbortSignal): Promise<boolean> {
    const { isAnew, from, to, after } = course;
    const items = await this.#differing(state.organizationId, from, to, after);
    let { version } = state;
    for (let at = 0, first = true; first || at < items.length; first = false) {
      const batch = items.slice(at, at + BATCH);
      const isLast = at + BATCH >= items.length;
      const pages = new Pages(batch, performance.now() + BATCH_MS);
      const next = await this.unitOfWork.transaction(async () => {
        if (!(await tryLockSpace(this.sql, state))) return undefined;
        const claimed = await this.#claim(state, course, isLast ? undefined : batch.at(-1)?.id, version, batch.length);
        if (claimed === undefined || claimed === 'busy') return claimed;
        if (isAnew && first) await this.index.dropSpaces([state]);
        await this.index.replacePages(state, this.#read(state.organizationId, pages), pages.removed);
        return pages.isCut ? this.#claim(state, course, pages.last, claimed, batch.length) : claimed;
      });
      if (next === 'busy') return false;
      if (next === undefined) return true;
      version = next;
      at += pages.done;
      await breathe();
      signal.throwIfAborted();
    }
    return true;
  }

  /** The other run looks for what is current after its transaction, unless its process dies. */
  #lookAgain({ organizationId, spaceId }: State): Promise<void> {
    const key = `content.index-space:${spaceId}`;
    return this.unitOfWork.transaction(() =>
      this.jobs.enqueue('content.index-space', { organizationId, spaceId }, { key, debounced: true }),
    );
  }

  /** The pages that differ, in the order of their ids. */
  async #differing(organizationId: string, from: string | null, to: string | null, after: string): Promise<Item[]> {
    const diff = await diffMaps<PageRecord>(from, to, this.nodes.of(organizationId));
    const items: Item[] = [
      ...diff.removed.map(({ id }) => ({ id })),
      ...diff.added.map((record) => ({ id: record.id, record })),
      ...diff.changed.map(({ after: record }) => ({ id: record.id, record })),
    ];
    return items.filter(({ id }) => id > after).sort(compareIds);
  }

  #state(spaceId: string): Promise<State | undefined> {
    return this.sql.row<State>(
      'index.state',
      `select s.organization_id as "organizationId", s.id as "spaceId", s.language, encode(r.pages_root, 'hex') as head,
         i.language as "indexedLanguage", encode(i.pages_root, 'hex') as indexed, encode(i.toward, 'hex') as toward,
         i.reached, i.xmin::text as version
       from ${SPACES} s
       join ${HEADS} h on h.organization_id = s.organization_id and h.space_id = s.id
       join ${REVISIONS} r on r.organization_id = s.organization_id and r.id = h.revision_id
       left join content.indexed_revision i on i.organization_id = s.organization_id and i.space_id = s.id
       where s.id = $1`,
      [spaceId],
    );
  }

  /** A few documents at a time: what is dropped soon costs little memory, what waits for its batch costs much. */
  async *#read(organizationId: string, pages: Pages): AsyncGenerator<IndexedPage> {
    for (let some = pages.next(READ_AHEAD); some.length > 0; some = pages.next(READ_AHEAD)) {
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

  /**
   * Records how the index is after this transaction: up to which page, or at the end of the way. Returns the new version,
   * undefined where another run recorded something meanwhile, or `busy` where one is about to.
   */
  async #claim(
    state: State,
    { name, from, to }: Course,
    reached: string | undefined,
    version: string | null,
    pages: number,
  ): Promise<string | 'busy' | undefined> {
    const isUnderWay = reached !== undefined;
    const row = await this.sql.row<{ version: string | null; free: boolean }>('index.claim-2', CLAIM, [
      state.organizationId,
      state.spaceId,
      state.language,
      isUnderWay ? from : to,
      isUnderWay ? to : null,
      isUnderWay ? name + reached : null,
      version,
      pages > MANY ? PENDING.many : PENDING.few,
    ]);
    return row?.free === false ? 'busy' : (row?.version ?? undefined);
  }
}

// Two claims of one transaction have the same version.
const CLAIM = `
  with claim as materialized (
    select pg_try_advisory_xact_lock(hashtextextended('content.index-space ' || $2, 0)) as free,
      set_config('gin_pending_list_limit', $8, true) as set
  ), claimed as (
    insert into content.indexed_revision as i (organization_id, space_id, language, pages_root, toward, reached)
    select $1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6 from claim
    where free
      and ($7::text is null or exists (select from content.indexed_revision where organization_id = $1 and space_id = $2))
    on conflict (organization_id, space_id) do update set language = excluded.language,
      pages_root = excluded.pages_root, toward = excluded.toward, reached = excluded.reached where i.xmin::text = $7
    returning i.xmin::text as version
  )
  select free, (select version from claimed) as version from claim`;

/** The name of a way. A process of an older version may have gone another one, and left what was recorded of this one. */
function nameOf({ language }: State, from: string | null, to: string | null): string {
  return `${language} ${from ?? ''} ${to ?? ''} `;
}

/** Whether a run has begun and not finished; it may be one to a space without pages. */
function isBegun(state: State): boolean {
  const { indexed, toward, reached } = state;
  return toward !== null || (reached?.startsWith(nameOf(state, indexed, null)) ?? false);
}

/** Whether the index shows the current pages, in their language. */
function isShown(state: State): boolean {
  return state.indexedLanguage === state.language && state.indexed === state.head && !isBegun(state);
}

/** The way that was begun, where there is one; else the way to the current revision. */
function courseOf(state: State): Course {
  const { language, indexedLanguage, indexed, head, toward, reached } = state;
  const isAnew = indexedLanguage !== null && indexedLanguage !== language;
  const isContinued = !isAnew && isBegun(state);
  const from = isAnew ? null : indexed;
  const to = isContinued ? toward : head;
  const name = nameOf(state, from, to);
  const after = isContinued && reached?.startsWith(name) ? reached.slice(name.length) : '';
  return { from, to, name, isAnew, after };
}

/** The pages of one transaction, of which some are left for the next where time is up. */
class Pages {
  readonly removed: string[];
  /** How many are done, with those that are gone. */
  done = 0;

  constructor(
    private readonly items: readonly Item[],
    private readonly until: number,
  ) {
    this.removed = items.flatMap(({ id, record }) => (record ? [] : id));
    if (this.removed.length === items.length) this.done = items.length;
  }

  get isCut(): boolean {
    return this.done < this.items.length;
  }

  get last(): string | undefined {
    return this.items[this.done - 1]?.id;
  }

  /** The next ones to be read: so many at most, some at least unless all are done or time is up. */
  next(most: number): PageRecord[] {
    if (this.done > 0 && performance.now() > this.until) return [];
    const some: PageRecord[] = [];
    for (; this.done < this.items.length && some.length < most; this.done++) {
      const { record } = this.items[this.done] ?? {};
      if (record) some.push(record);
    }
    return some;
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
