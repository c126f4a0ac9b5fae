import { Injectable } from '@nestjs/common';
import { JOB_TABLE } from '#library-internals';
import { Jobs, type JobHandler } from '../../application/jobs.js';
import {
  FOLLOWS_DELETION,
  PURGE_ORGANIZATION,
  type DeletionFollower,
} from '../../application/organization-deletion.js';
import { RunsJob } from '../../application/reactions.js';
import { Clock } from '../../domain/clock.js';
import { SqlQuery } from '../database/sql-query.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { MarkedProviders } from '../marked-providers.js';
import { OrganizationTables } from './organization-tables.js';

export interface Purge {
  organizationId: string;
  /** How often everything was deleted before. */
  round: number;
  /** How many jobs have worked at this round before. */
  turn: number;
}

/** Most rows that a statement, and its transaction, deletes. */
const BATCH = 2_000;
/** How long one job works; another goes on, so that other jobs get their turn. */
const TURN_MS = 20_000;
const MINUTE_MS = 60_000;
/**
 * How long after one round the next begins. What was on its way when the organization was deleted is written in the
 * meantime: requests within minutes, long imports and jobs that are retried within hours.
 */
const PAUSES_MS = [10 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

/**
 * Jobs name their organization by a member of their payload, whatever its name. Those that run are not deleted; an
 * earlier turn of this job that waits was parked, and this one does its work.
 */
const DELETE_JOBS = `select count(*)::int as rows from graphile_worker.complete_jobs(array(
  select j.id from ${JOB_TABLE} j where j.locked_at is null and json_typeof(j.payload) = 'object'
    and exists (select from json_each_text(j.payload) member where member.value = $1)
  limit ${BATCH}))`;

/** What the kernel keeps of jobs and requests. Whether processes end during this turn itself stays known. */
const DELETE_TRACES = `with jobs as (
    delete from kernel.fatal_job where exists (select from jsonb_each_text(payload) member where member.value = $1)
      and not (task = $2 and payload @> jsonb_build_object('round', $3::int, 'turn', $4::int))
  ) delete from kernel.idempotent_request where caller like '% ' || $1`;

/**
 * Deletes all rows of a deleted organization table by table, in batches, and lets the contexts delete what is not in the
 * database. Done again some time later, until nothing can be on its way any more.
 */
@Injectable()
@RunsJob(PURGE_ORGANIZATION)
export class PurgeOrganizationJob implements JobHandler<Purge> {
  constructor(
    private readonly tables: OrganizationTables,
    private readonly providers: MarkedProviders,
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async run({ organizationId, round, turn }: Purge, signal: AbortSignal): Promise<void> {
    const until = performance.now() + TURN_MS;
    await this.#deleteTraces({ organizationId, round, turn });
    for (const { table, column } of await this.tables.all()) {
      while ((await this.#deleteBatch(table, column, organizationId)) > 0) {
        signal.throwIfAborted();
        if (performance.now() > until) return this.#later({ organizationId, round, turn: turn + 1 });
      }
    }
    for (const [, follower] of this.providers.with<true>(FOLLOWS_DELETION)) {
      signal.throwIfAborted();
      await (follower as DeletionFollower).purge?.(organizationId);
    }
    const pause = PAUSES_MS[round];
    if (pause !== undefined) await this.#later({ organizationId, round: round + 1, turn: 0 }, pause);
  }

  /** Servers may have been killed for any reason: another turn goes on soon, and not in a day. */
  async parked({ organizationId, round, turn }: Purge): Promise<void> {
    await this.#later({ organizationId, round, turn: turn + 1 }, MINUTE_MS);
  }

  async #deleteTraces({ organizationId, round, turn }: Purge): Promise<void> {
    let deleted: { rows: number } | undefined;
    do deleted = await this.sql.row<{ rows: number }>('purge.jobs', DELETE_JOBS, [organizationId]);
    while (deleted !== undefined && deleted.rows > 0);
    await this.sql.rows('purge.traces', DELETE_TRACES, [organizationId, PURGE_ORGANIZATION, round, turn]);
  }

  /** Rows that another worker is deleting are left to it. */
  async #deleteBatch(table: string, column: string, organizationId: string): Promise<number> {
    const [deleted] = await this.sql.dynamic<{ rows: number }>(
      `with gone as (
         delete from ${table} where ${column} = $1 and ctid = any(array(
           select ctid from ${table} where ${column} = $1 limit ${BATCH} for update skip locked)) returning 1
       ) select count(*)::int as rows from gone`,
      [organizationId],
    );
    return deleted?.rows ?? 0;
  }

  /** The payload tells the turns apart: of jobs with the same work, those that end processes are parked. */
  async #later(next: Purge, pauseMs = 0): Promise<void> {
    const runAt = new Date(this.clock.now().getTime() + pauseMs);
    await this.unitOfWork.transaction(() => this.jobs.enqueue(PURGE_ORGANIZATION, { ...next }, { runAt }));
  }
}
