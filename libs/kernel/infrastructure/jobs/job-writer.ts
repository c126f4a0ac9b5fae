import type { SqlQuery } from '../database/sql-query.js';
import { textArray } from '../database/text-array.js';
import type { Transaction } from '../database/transaction.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { CarriedEventChain } from '../requests/carried-event-chain.js';

/** A job as the queue's function takes it. */
export interface NewJob {
  name: string;
  /** As JSON. */
  payload: string;
  queue?: string | undefined;
  key?: string | undefined;
  runAt?: Date | undefined;
  maxAttempts?: number | undefined;
  priority?: number | undefined;
}

/** Attempts of a job by default. */
const MAX_ATTEMPTS = 10;
/** Most jobs that are deferred. */
const MOST_WAITING = 1000;

// Due by the clock, not by the start of the transaction: a transaction that waited for a lock queues after the one that
// had it.
const ADD_JOBS = `select count(*) from graphile_worker.add_jobs(array(
  select (name, payload::json, queue, coalesce(run_at, clock_timestamp()), max_attempts, key, priority, null)
    ::graphile_worker.job_spec
  from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::int[])
    as job (name, payload, queue, run_at, max_attempts, key, priority)))`;

/**
 * Writes jobs into the tables of graphile-worker, which are ordinary tables: a job commits with the change that causes
 * it. All jobs of a transaction are one statement, which is sent with its commit.
 */
export class JobWriter {
  readonly #waiting = new WeakMap<Transaction, NewJob[]>();

  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly chain: CarriedEventChain,
  ) {}

  async add(jobs: readonly NewJob[]): Promise<void> {
    const { open } = this.unitOfWork;
    if (!open) throw new Error('A job was enqueued outside a transaction: go through the dispatcher.');
    const waiting = this.#of(open);
    waiting.push(...(this.chain.length > 0 ? jobs.map((job) => this.#inChain(job)) : jobs));
    if (waiting.length < MOST_WAITING) return;
    await this.sql.defer('jobs.add', ADD_JOBS, valuesOf(waiting.splice(0)));
  }

  #inChain(job: NewJob): NewJob {
    return { ...job, payload: this.chain.marked(job.payload) };
  }

  #of(open: Transaction): NewJob[] {
    const known = this.#waiting.get(open);
    if (known) return known;
    const jobs: NewJob[] = [];
    this.#waiting.set(open, jobs);
    this.sql.atCommit('jobs.add', ADD_JOBS, () => (jobs.length > 0 ? valuesOf(jobs) : undefined));
    return jobs;
  }
}

function valuesOf(jobs: readonly NewJob[]): unknown[] {
  // The queue accepts a key once in a statement. The last job with it counts, as it does among waiting jobs.
  const lastOfKey = new Map(jobs.map((job) => [job.key, job]));
  const distinct = jobs.filter((job) => job.key === undefined || lastOfKey.get(job.key) === job);
  return [
    textArray(distinct.map(({ name }) => name)),
    textArray(distinct.map(({ payload }) => payload)),
    textArray(distinct.map(({ queue }) => queue ?? null)),
    distinct.map(({ runAt }) => runAt ?? null),
    distinct.map(({ maxAttempts }) => maxAttempts ?? MAX_ATTEMPTS),
    textArray(distinct.map(({ key }) => key ?? null)),
    distinct.map(({ priority }) => priority ?? 0),
  ];
}
