import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Jobs, type JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { diffMaps } from '../../revisions/domain/map/diff-maps.js';
import { compareIds } from '../../revisions/domain/map/map-node.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import { SearchIndex } from '../domain/search-index.js';
import { StoresByHash } from '../../revisions/infrastructure/garbage/stored-by-hash.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { tryLockSpace } from '../../spaces/infrastructure/space/lock-space.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { HEADS, REVISIONS } from '../../revisions/infrastructure/reading.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';
import { PortionReader, type DifferingPage, type Portion } from './portion-reader.js';

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
  /** What marks the terms of the space in the index; null where it is not in it. */
  key: string | null;
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

/** From so many pages on the index of terms is tidied once at the end, not by its size. */
const MANY = 20;
const PENDING = { few: '1MB', many: '64MB' };

/**
 * Brings the search index of a space from the revision it shows to the current one. Looks only at pages that differ, and
 * records with each transaction how far it has come, so a run that was stopped or cut off is continued. While one portion of
 * pages is written, the next is read and prepared. What is begun is
 * finished first, even if the space has changed since: what changed is looked for after that. Each transaction begins with
 * a compare-and-set of what is recorded, so of two runs at once one continues, and does the work of both.
 */
@Injectable()
@RunsJob('content.index-space')
@StoresByHash({ table: 'indexed_revision', column: 'unnest(array[pages_root, toward])', nodes: true })
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
    private readonly portions: PortionReader,
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
   * Until the end of the way. Returns false where it leaves the rest to another run, or the space was transferred or purged
   * meanwhile.
   */
  async #follow(state: State, course: Course, signal: AbortSignal): Promise<boolean> {
    if (isBegun(state) && (await this.#isRunning(state))) return false;
    const { isAnew, from, to, after } = course;
    const items = await this.#differing(state.organizationId, from, to, after);
    const { organizationId, spaceId, language, key } = state;
    const space = { organizationId, spaceId, language, key: isAnew ? undefined : (key ?? undefined) };
    let { version } = state;
    let next = this.portions.read(space, items, 0);
    for (let at = 0, first = true; first || at < items.length; first = false) {
      const portion = await next;
      at += portion.pages;
      const isLast = at >= items.length;
      if (!isLast) next = ahead(this.portions.read(space, items, at));
      signal.throwIfAborted();
      const reached = isLast ? undefined : portion.last;
      const claimed = await this.unitOfWork.transaction(async () => {
        if (!(await tryLockSpace(this.sql, state))) return undefined;
        const claim = await this.#claim(state, course, reached, version, portion.pages);
        if (claim === undefined) return undefined;
        if (isAnew && first) await this.index.dropSpaces(organizationId, [spaceId]);
        await this.index.replacePages(space, portion.prepared, portion.removed);
        return claim;
      });
      if (claimed === undefined) return false;
      version = claimed;
      await breathe();
      signal.throwIfAborted();
    }
    return true;
  }

  /** Whether a run is in the middle of a transaction: known before anything is read for a second one. */
  async #isRunning({ spaceId }: State): Promise<boolean> {
    const row = await this.sql.row<{ running: boolean }>('index.is-running', IS_RUNNING, [spaceId]);
    return row?.running === true;
  }

  /** The other run looks for what is current at its end, unless its process dies. */
  #lookAgain({ organizationId, spaceId }: State): Promise<void> {
    const key = `content.index-space:${spaceId}`;
    return this.unitOfWork.transaction(() =>
      this.jobs.enqueue('content.index-space', { organizationId, spaceId }, { key, debounced: true }),
    );
  }

  /** The pages that differ, in the order of their ids. */
  async #differing(organizationId: string, from: string | null, to: string | null, after: string) {
    const diff = await diffMaps<PageRecord>(from, to, this.nodes.of(organizationId));
    const items: DifferingPage[] = [
      ...diff.removed.map(({ id }) => ({ id })),
      ...diff.added.map((record) => ({ id: record.id, record })),
      ...diff.changed.map(({ after: record }) => ({ id: record.id, record })),
    ];
    return items.filter(({ id }) => id > after).sort(compareIds);
  }

  #state(spaceId: string): Promise<State | undefined> {
    return this.sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
      this.sql.row<State & {}>('index.state-2', STATE, [organizationId, spaceId]),
    );
  }

  /**
   * Records how the index is after this transaction: up to which page, or at the end of the way. Returns the new version,
   * undefined where another run recorded something meanwhile, or is about to.
   */
  async #claim(
    state: State,
    { name, from, to }: Course,
    reached: string | undefined,
    version: string | null,
    pages: number,
  ): Promise<string | undefined> {
    const isUnderWay = reached !== undefined;
    const pending = pages > MANY ? PENDING.many : PENDING.few;
    const lock = await this.sql.row<{ free: boolean }>('index.lock', LOCK, [state.spaceId, pending]);
    if (lock?.free !== true) return undefined;
    const row = await this.sql.row<{ version: string }>('index.claim-4', CLAIM, [
      state.organizationId,
      state.spaceId,
      state.language,
      isUnderWay ? from : to,
      isUnderWay ? to : null,
      isUnderWay ? name + reached : null,
      version,
    ]);
    return row?.version;
  }
}

const STATE = `select s.organization_id as "organizationId", s.id as "spaceId", s.language, encode(r.pages_root, 'hex') as head,
    i.language as "indexedLanguage", encode(i.pages_root, 'hex') as indexed, encode(i.toward, 'hex') as toward,
    i.reached, i.xmin::text as version, x.key
  from ${SPACES} s
  join ${HEADS} h on h.organization_id = s.organization_id and h.space_id = s.id
  join ${REVISIONS} r on r.organization_id = s.organization_id and r.id = h.revision_id
  left join content.indexed_revision i on i.organization_id = s.organization_id and i.space_id = s.id
  left join content.search_space x on x.organization_id = s.organization_id and x.space_id = s.id
  where s.organization_id = $1 and s.id = $2`;

/** What a run locks of the space with this id. */
const keyOfRun = (id: string): string => `hashtextextended('content.index-space ' || ${id}, 0)`;

const IS_RUNNING = `
  with run (key) as materialized (select ${keyOfRun('$1')})
  select exists (
    select from pg_locks, run where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and classid = ((key >> 32) & 4294967295)::oid and objid = (key & 4294967295)::oid
  ) as running`;

const LOCK = `select pg_try_advisory_xact_lock(${keyOfRun('$1')}) as free,
  set_config('gin_pending_list_limit', $2, true) as set`;

/** Reads the space, so that it is one statement of one node where the database is distributed. */
const CLAIM = `
  insert into content.indexed_revision as i (organization_id, space_id, language, pages_root, toward, reached)
  select s.organization_id, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6 from ${SPACES} s
  left join content.indexed_revision n on n.organization_id = s.organization_id and n.space_id = s.id
  where s.organization_id = $1 and s.id = $2 and ($7::text is null or n.space_id is not null)
  on conflict (organization_id, space_id) do update set language = excluded.language,
    pages_root = excluded.pages_root, toward = excluded.toward, reached = excluded.reached where i.xmin::text = $7
  returning i.xmin::text as version`;

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

/** Something that is needed later, or never where what comes before it fails. */
function ahead(portion: Promise<Portion>): Promise<Portion> {
  portion.catch(() => undefined);
  return portion;
}
