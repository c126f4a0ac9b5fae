import { setTimeout as sleep } from 'node:timers/promises';
import { JOB_TABLE, TASK_TABLE } from '#library-internals';
import type { Schedule } from '../../domain/schedule.js';
import { READ_BACKUP_STATE, type BackupState } from '../backups/backup-state.js';
import type { SqlQuery } from '../database/sql-query.js';
import { countParkedJobs } from '../jobs/parked-jobs.js';

/** What is measured by asking the database. */
export interface DatabaseState {
  jobs: readonly QueuedJobs[];
  /** Counted up to a thousand. */
  parked: number;
  bytes: number;
  backups: MeasuredBackups;
}

/** The backups of the schedule. */
export interface MeasuredBackups {
  /** Of the newest good one; undefined before the first. */
  newest: { ageSeconds: number; bytes: number } | undefined;
  failures: number;
  /** Whether the schedule has come twice since the newest good one; undefined without a schedule. */
  missed: boolean | undefined;
}

/** The jobs of a name that are in the queue; reactions to events are among them. */
export interface QueuedJobs {
  name: string;
  /** Due and not begun. */
  waiting: number;
  running: number;
  /** For how long the one that waits longest has been due, seconds. */
  oldestSeconds: number;
}

/** Jobs that are counted at most. */
const MOST_JOBS = 100_000;
/** What was read is kept for so long, however often it is asked for. */
const KEPT_MS = 10_000;
const PATIENCE_MS = 4_000;

const QUEUED = `select t.identifier as name, count(*) filter (where waits)::int as waiting,
    count(*) filter (where locked_at is not null)::int as running,
    coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where waits)), 0)::float as "oldestSeconds"
  from (
    select task_id, run_at, locked_at, locked_at is null and run_at <= now() and attempts < max_attempts as waits
    from ${JOB_TABLE} limit ${MOST_JOBS}
  ) j join ${TASK_TABLE} t on t.id = j.task_id group by 1`;

/** Reads the state of the database, at most every ten seconds and once at a time. */
export class DatabaseStates {
  #kept: { state: DatabaseState; until: number } | undefined;
  #reading: Promise<DatabaseState> | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly schedule: Schedule | undefined,
  ) {}

  /** Undefined where the database does not answer within four seconds. */
  async read(): Promise<DatabaseState | undefined> {
    if (this.#kept && performance.now() < this.#kept.until) return this.#kept.state;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return Promise.race([this.#reading.catch(() => undefined), sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  /** One statement after the other: it takes one connection of the pool at a time. */
  async #read(): Promise<DatabaseState> {
    const jobs = await this.sql.rows<QueuedJobs & {}>('measurements.queue', QUEUED);
    const parked = await countParkedJobs(this.sql.pool);
    const size = await this.sql.row<{ bytes: number }>(
      'measurements.size',
      'select pg_database_size(current_database()) as bytes',
    );
    const backup = await this.sql.row<BackupState>('measurements.backup', READ_BACKUP_STATE);
    const state = { jobs, parked, bytes: size?.bytes ?? 0, backups: this.#measured(backup) };
    this.#kept = { state, until: performance.now() + KEPT_MS };
    return state;
  }

  /** Before the first backup, the schedule counts from when this process was started. */
  #measured(state: BackupState | undefined): MeasuredBackups {
    const now = new Date();
    const { goodAt, bytes, failures = 0, firstAt = new Date(performance.timeOrigin) } = state ?? {};
    return {
      newest: goodAt ? { ageSeconds: (now.getTime() - goodAt.getTime()) / 1000, bytes: bytes ?? 0 } : undefined,
      failures,
      missed: this.schedule?.isMissed(goodAt ?? firstAt, now),
    };
  }
}
