import type { SqlQuery } from '../database/sql-query.js';
import { textArray } from '../database/text-array.js';
import type { Transaction } from '../database/transaction.js';
import type { UnitOfWork } from '../database/unit-of-work.js';

/** A job as the queue takes it. */
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

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Attempts of a job that says nothing else. */
const MAX_ATTEMPTS = 10;
/** Jobs kept back at most. */
const MOST_WAITING = 1000;

// Due by the clock, not by the beginning of the transaction: whoever waited for a lock comes after those who had it.
const ADD_JOBS = `select count(*) from graphile_worker.add_jobs(array(
  select (name, payload::json, queue, coalesce(run_at, clock_timestamp()), max_attempts, key, priority, null)
    ::graphile_worker.job_spec
  from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::int[])
    as job (name, payload, queue, run_at, max_attempts, key, priority)))`;

// What `add_jobs` of graphile-worker 0.17.3 comes to without keys and queues, in half of the time. Fails for an unknown name.
const INSERT_JOBS = `with added as (
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
    select t.id, payload::json, coalesce(run_at, clock_timestamp()), max_attempts, job.priority
    from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::int[])
      with ordinality as job (name, payload, run_at, max_attempts, priority, at)
    left join graphile_worker._private_tasks t on t.identifier = job.name order by at returning id
  ) select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from added`;

/**
 * Writes jobs into the tables of graphile-worker, which are ordinary tables: a job commits with the change that causes
 * it. All jobs of a transaction are one statement, which is sent with its commit.
 */
export class JobWriter {
  readonly #waiting = new WeakMap<Transaction, NewJob[]>();
  /** Names that the queue knows: those of jobs that were added. */
  readonly #names = new Set<string>();

  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async add(jobs: readonly NewJob[]): Promise<void> {
    const { open } = this.unitOfWork;
    if (!open) throw new Error('A job was enqueued outside a transaction: go through the dispatcher.');
    const waiting = this.#of(open);
    waiting.push(...jobs);
    if (waiting.length < MOST_WAITING) return;
    const { name, text, values } = this.#statement(waiting.splice(0));
    await this.sql.defer(name, text, values);
  }

  #of(open: Transaction): NewJob[] {
    const known = this.#waiting.get(open);
    if (known) return known;
    const jobs: NewJob[] = [];
    this.#waiting.set(open, jobs);
    this.sql.atCommit(() => (jobs.length > 0 ? this.#statement(jobs) : undefined));
    open.afterCommit(() => jobs.forEach(({ name }) => this.#names.add(name)));
    return jobs;
  }

  #statement(jobs: readonly NewJob[]): Statement {
    const plain = jobs.every(({ name, key, queue }) => !key && !queue && this.#names.has(name));
    if (plain) return { name: 'jobs.insert', text: INSERT_JOBS, values: insertedValues(jobs) };
    return { name: 'jobs.add', text: ADD_JOBS, values: addedValues(jobs) };
  }
}

function insertedValues(jobs: readonly NewJob[]): unknown[] {
  return [
    textArray(jobs.map(({ name }) => name)),
    textArray(jobs.map(({ payload }) => payload)),
    jobs.map(({ runAt }) => runAt ?? null),
    jobs.map(({ maxAttempts }) => maxAttempts ?? MAX_ATTEMPTS),
    jobs.map(({ priority }) => priority ?? 0),
  ];
}

function addedValues(jobs: readonly NewJob[]): unknown[] {
  // The queue takes a key once in a statement. The last counts, as it does among those that wait.
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
