import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Jobs, type JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { GarbageMarks } from './garbage-marks.js';
import { GarbageSweep } from './garbage-sweep.js';
import { NotedGarbage } from './noted-garbage.js';
import { ThisDatabase } from './this-database.js';
import { SweepRefused, WritersOfContent } from './writers-of-content.js';

export const COLLECT_GARBAGE = 'content.collect-garbage';

interface Collection {
  organizationId: string;
  phase: 'mark' | 'sweep' | 'clear' | null;
  seenBefore: string;
  /** While marking the last revision, while sweeping the table and its last hash. */
  position: string;
}

interface Turn {
  /** How many jobs have worked at this before: of jobs with the same work, those that end processes are parked. */
  turn?: number;
}

/** How long one job works; another goes on, so that other jobs get their turn. */
const TURN_MS = 5_000;
const MINUTE_MS = 60_000;
/** After all other jobs. */
const PRIORITY = 10;
/** How often in one turn a step may come to nothing because others write. */
const REFUSALS = 5;
const PAUSE_MS = 50;
/** The position after the last revision, and after the last table. */
const END = '.';
/** Deleting waits until nothing is under way any more that read the content while something referred to it. */
const IS_DUE = `case phase when 'sweep' then deletes_after <= now() when 'mark' then true when 'clear' then true
  else wanted and (begins_after is null or begins_after <= now()) end`;
const DUE = `select organization_id as "organizationId" from content.garbage_collection where ${IS_DUE}
  order by deletes_after limit 100`;

/** The first of $1 that no other process works at. Rows are not locked: what removes revisions writes them, and need not wait. */
const CLAIM = `select id as "organizationId" from unnest($1::text[]) id
  where pg_try_advisory_xact_lock(hashtextextended('garbage of ' || id, 0)) limit 1`;

/** Read once no other process can change it. It begins anew where the row was copied from another database than $2. */
const CLAIMED = `select organization_id as "organizationId", seen_before::text as "seenBefore", position,
    case when database = $2 then phase end as phase
  from content.garbage_collection where organization_id = $1 and ${IS_DUE}`;

const recordSql = (ends: boolean): string => `update content.garbage_collection
  set phase = $2, position = $3, seen_before = $4, wanted = wanted and not $5, database = $6${ends ? ', ended_at = now()' : ''}
  where organization_id = $1`;
const RECORD = recordSql(false);
const RECORD_END = recordSql(true);

/**
 * Deletes stored content that nothing refers to: marks what revisions refer to, deletes what is not marked, and clears
 * the marks. Each step is a transaction that records how far it came, and holds a lock for its organization, so that a
 * collection goes on after a crash and never runs twice.
 */
@Injectable()
@RunsJob(COLLECT_GARBAGE, '*/10 * * * *', { bounds: true })
export class CollectGarbage implements JobHandler<Turn | undefined> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly marks: GarbageMarks,
    private readonly sweep: GarbageSweep,
    private readonly noted: NotedGarbage,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly writers: WritersOfContent,
    private readonly database: ThisDatabase,
  ) {}

  async run(payload: Turn | undefined, signal: AbortSignal): Promise<void> {
    while (await this.unitOfWork.transaction(() => this.noted.forgetAhead())) signal.throwIfAborted();
    const until = performance.now() + TURN_MS;
    let refusals = 0;
    while (performance.now() < until) {
      signal.throwIfAborted();
      const done = await this.step();
      if (done === 'nothing') return;
      if (done === 'refused' && ++refusals === REFUSALS) return this.#later(payload, MINUTE_MS);
    }
    await this.#later(payload, 0);
  }

  /** Another turn goes on soon, and not in a day. */
  async parked(payload: Turn | undefined): Promise<void> {
    await this.#later(payload, MINUTE_MS);
  }

  /** Does one step of the collection that is due first. */
  async step(): Promise<'done' | 'refused' | 'nothing'> {
    try {
      return await this.unitOfWork.transaction(() => this.#step(false));
    } catch (error) {
      if (!(error instanceof SweepRefused)) throw error;
    }
    await sleep(PAUSE_MS);
    await this.unitOfWork.transaction(() => this.#step(true));
    return 'refused';
  }

  async #step(refused: boolean): Promise<'done' | 'nothing'> {
    const waiting = await this.sql.rows<{ organizationId: string }>('garbage.due-2', DUE);
    const ids = waiting.map(({ organizationId }) => organizationId);
    const claimed = ids.length > 0 && (await this.sql.row<{ organizationId: string }>('garbage.claim', CLAIM, [ids]));
    if (!claimed) return 'nothing';
    const { organizationId } = claimed;
    const database = await this.database.id();
    const due = await this.sql.row<Collection & {}>('garbage.claimed', CLAIMED, [organizationId, database]);
    // Another process has just done it.
    if (!due) return 'done';
    const { phase } = due;
    if (phase === null) await this.#begin(organizationId);
    else if (phase === 'mark') await this.#mark(due);
    else if (phase === 'sweep') await (refused ? this.#catchUp(due) : this.#sweep(due));
    else if (!(await this.marks.clear(organizationId))) await this.#record({ ...due, phase: null, position: '' });
    return 'done';
  }

  /** First deletes marks of a collection that was not finished. */
  async #begin(organizationId: string): Promise<void> {
    if (await this.marks.clear(organizationId)) return;
    const { below } = await this.writers.seen();
    await this.marks.markBeside(organizationId);
    await this.#record({ organizationId, phase: 'mark', position: '', seenBefore: below }, true);
  }

  async #mark(due: Collection): Promise<void> {
    if (await this.marks.walk(due.organizationId)) return;
    if (due.position === END) return this.#record({ ...due, phase: 'sweep', position: '' });
    const position = await this.marks.markRevisions(due.organizationId, due.position);
    await this.#record({ ...due, position: position ?? END });
  }

  async #sweep(due: Collection): Promise<void> {
    const { tables } = this.sweep;
    const [name, hash = ''] = due.position.split(' ');
    const index = name === '' ? 0 : tables.findIndex((each) => each.table === name);
    const table = tables[index];
    if (!table) return this.#record({ ...due, phase: 'clear', position: '' });
    const swept = await this.sweep.step(due.organizationId, table, hash, due.seenBefore);
    const next = tables[index + 1];
    const position = swept.position === undefined ? (next?.table ?? END) : `${table.table} ${swept.position}`;
    await this.#record({ ...due, position, seenBefore: swept.seenBefore });
  }

  /** After a step that came to nothing: marks what others have written since, before anything is deleted again. */
  async #catchUp(due: Collection): Promise<void> {
    const seenBefore = await this.marks.markSince(due.organizationId, due.seenBefore);
    while (await this.marks.walk(due.organizationId));
    await this.#record({ ...due, seenBefore });
  }

  async #record({ organizationId, phase, position, seenBefore }: Collection, begins = false): Promise<void> {
    const values = [organizationId, phase, position, seenBefore, begins, await this.database.id()];
    if (phase === null) await this.sql.rows('garbage.end', RECORD_END, values);
    else await this.sql.rows('garbage.record-2', RECORD, values);
  }

  async #later(payload: Turn | undefined, pauseMs: number): Promise<void> {
    const runAt = new Date(this.clock.now().getTime() + pauseMs);
    const options = { key: COLLECT_GARBAGE, priority: PRIORITY, runAt };
    const turn = (payload?.turn ?? 0) + 1;
    await this.unitOfWork.transaction(() => this.jobs.enqueue(COLLECT_GARBAGE, { turn }, options));
  }
}
