import { Injectable } from '@nestjs/common';
import { Jobs, type JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Settings } from '#kernel/infrastructure/settings';
import { Blobs } from '../../domain/content/blobs.js';
import { OrphanedBlobs } from './orphaned-blobs.js';
import { OwnedStore } from './owned-store.js';

const FIND_ORPHANED = 'content.find-orphaned-bytes';

/** Names that one step asks about: what a bucket lists with one request. */
const STEP = 1_000;
/** What is younger may be on its way to a row. */
const YOUNG_MS = 7 * 24 * 3_600_000;
/** How long one job works; another goes on, so that other jobs get their turn. */
const TURN_MS = 5_000;
const MINUTE_MS = 60_000;
/** After all other jobs. */
const PRIORITY = 10;

const PAUSE = "interval '30 days'";

const BEGIN = `insert into content.store_walk as w (begun_at, position) values (now(), '')
  on conflict (single) do update set begun_at = excluded.begun_at, position = excluded.position, ended_at = null,
    seen = 0, found = 0
  where w.ended_at is not null and w.begun_at < excluded.begun_at - ${PAUSE}`;

/** One process at a time; what it has done is read afterwards. */
const CLAIM = `select pg_try_advisory_xact_lock(hashtextextended('walk over the store of files', 0)) as free`;

const READ = 'select position from content.store_walk where ended_at is null';

const RECORD = 'update content.store_walk set position = $1, seen = seen + $2, found = found + $3';
const RECORD_END = 'update content.store_walk set seen = seen + $1, found = found + $2, ended_at = now()';

interface Turn {
  /** How many jobs have worked at this before: of jobs with the same work, those that end processes are parked. */
  turn?: number;
}

/**
 * Looks through the whole store for bytes that no row names, once in 30 days, and notes them to be deleted as others are
 * that nothing uses. Each step is a transaction of limited size that records how far it came.
 */
@Injectable()
@RunsJob(FIND_ORPHANED, '52 * * * *', { bounds: true })
export class FindOrphanedBytes implements JobHandler<Turn | undefined> {
  constructor(
    private readonly blobs: Blobs,
    private readonly orphaned: OrphanedBlobs,
    private readonly store: OwnedStore,
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(payload: Turn | undefined, signal: AbortSignal): Promise<void> {
    const days = this.settings.keep.unusedFileDays;
    if (days === undefined || !(await this.store.mayDelete())) return;
    await this.sql.rows('store-walk.begin', BEGIN);
    const until = performance.now() + TURN_MS;
    while (performance.now() < until) {
      signal.throwIfAborted();
      if (!(await this.step(days))) return;
    }
    await this.#later(payload, 0);
  }

  /** Another turn goes on soon, and not in an hour. */
  async parked(payload: Turn | undefined): Promise<void> {
    await this.#later(payload, MINUTE_MS);
  }

  /** Looks at the next names; returns whether there are more for this process. */
  step(days: number): Promise<boolean> {
    return this.unitOfWork.transaction(() => this.#step(days));
  }

  async #step(days: number): Promise<boolean> {
    const claim = await this.sql.row<{ free: boolean }>('store-walk.claim', CLAIM);
    if (claim?.free !== true) return false;
    const walk = await this.sql.row<{ position: string }>('store-walk.read', READ);
    if (!walk) return false;
    const { blobs, next } = await this.blobs.after(walk.position, STEP);
    const before = new Date(this.clock.now().getTime() - YOUNG_MS);
    const orphans = await this.orphaned.unnamed(blobs.filter(({ storedAt }) => storedAt < before));
    await this.orphaned.note(orphans, days);
    const counts = [blobs.length, orphans.length];
    if (next === undefined) await this.sql.rows('store-walk.end', RECORD_END, counts);
    else await this.sql.rows('store-walk.record', RECORD, [next, ...counts]);
    return next !== undefined;
  }

  async #later(payload: Turn | undefined, pauseMs: number): Promise<void> {
    const runAt = new Date(this.clock.now().getTime() + pauseMs);
    const turn = (payload?.turn ?? 0) + 1;
    const options = { key: FIND_ORPHANED, priority: PRIORITY, runAt };
    await this.unitOfWork.transaction(() => this.jobs.enqueue(FIND_ORPHANED, { turn }, options));
  }
}
