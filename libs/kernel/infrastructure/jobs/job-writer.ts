import type { SqlQuery } from '../database/sql-query.js';
import { textArray } from '../database/text-array.js';
import type { Transaction } from '../database/transaction.js';
import type { Distribution } from '../distribution/distribution.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { CarriedEventChain } from '../requests/carried-event-chain.js';
import { UNTRACED, type Traces } from '../telemetry/traces.js';
import { addJobsSql } from './add-jobs-sql.js';

/** A job as the queue's function takes it. */
export interface NewJob {
  name: string;
  /** As JSON. */
  payload: string;
  queue?: string | undefined;
  key?: string | undefined;
  /** See `JobOptions`. */
  debounced?: boolean | undefined;
  runAt?: Date | undefined;
  maxAttempts?: number | undefined;
  priority?: number | undefined;
  /** Part of a chain of events, which its payload tells. */
  chained?: boolean;
  /** That of its event, where the reaction has a condition. */
  organization?: string | undefined;
  /** Where the trace that it belongs to is recorded. */
  flag?: string;
}

/** Attempts of a job by default. */
const MAX_ATTEMPTS = 10;
/** Most jobs that are deferred. */
const MOST_WAITING = 1000;

/**
 * Writes jobs into the tables of graphile-worker, which are ordinary tables: a job commits with the change that causes
 * it. All jobs of a transaction are one statement, which is sent with its commit; conditions of reactions are about one
 * organization in a statement.
 */
export class JobWriter {
  #sql: string | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly chain: CarriedEventChain,
    private readonly reactions: { conditions(): ReadonlyMap<string, string> },
    private readonly distribution: Distribution,
    private readonly traces: Traces = UNTRACED,
  ) {}

  async add(jobs: readonly NewJob[]): Promise<void> {
    const { open } = this.unitOfWork;
    if (!open) throw new Error('A job was enqueued outside a transaction: go through the dispatcher.');
    const waiting = this.#of(open);
    const flag = this.traces.flagForJobs;
    for (const given of this.chain.length > 0 ? jobs.map((one) => this.#inChain(one)) : jobs) {
      const job = flag === undefined ? given : { ...given, flag };
      if (isOfAnother(job, waiting)) await this.#defer(waiting);
      waiting.push(job);
    }
    if (waiting.length >= MOST_WAITING) await this.#defer(waiting);
  }

  async #defer(waiting: NewJob[]): Promise<void> {
    await this.sql.defer(this.#name, this.#text(), this.#values(waiting.splice(0)));
  }

  #inChain(job: NewJob): NewJob {
    return { ...job, payload: this.chain.marked(job.payload), chained: true };
  }

  #of(open: Transaction): NewJob[] {
    return open.partOf(this, () => {
      const jobs: NewJob[] = [];
      this.sql.atCommit(this.#name, this.#text(), () => (jobs.length > 0 ? this.#values(jobs) : undefined));
      return jobs;
    });
  }

  /**
   * Which reactions have conditions is known once all modules are there. A distributed database checks none: the queue
   * is on the coordinator, what they ask for is elsewhere, and a reaction whose condition is false finds nothing to do.
   */
  #text(): string {
    return (this.#sql ??= addJobsSql(
      this.distribution.isDistributed ? new Map() : this.reactions.conditions(),
      this.traces.on,
    ));
  }

  get #name(): string {
    return this.traces.on ? 'jobs.add-flagged' : 'jobs.add';
  }

  #values(jobs: readonly NewJob[]): unknown[] {
    const distinct = distinctOf(jobs);
    const flags = this.traces.on ? [textArray(distinct.map(({ flag }) => flag ?? null))] : [];
    return [...valuesOf(jobs, distinct), ...flags];
  }
}

/** Whether the condition of a job is about another organization than those of jobs that wait. */
function isOfAnother({ organization }: NewJob, waiting: readonly NewJob[]): boolean {
  if (organization === undefined) return false;
  return waiting.some((job) => job.organization !== undefined && job.organization !== organization);
}

/** The queue accepts a key once in a statement. The last job with it counts, as it does among waiting jobs. */
function distinctOf(jobs: readonly NewJob[]): readonly NewJob[] {
  const lastOfKey = new Map(jobs.map((job) => [job.key, job]));
  return jobs.filter((job) => job.key === undefined || lastOfKey.get(job.key) === job);
}

function valuesOf(jobs: readonly NewJob[], distinct: readonly NewJob[]): unknown[] {
  return [
    textArray(distinct.map(({ name }) => name)),
    textArray(distinct.map(({ payload }) => payload)),
    textArray(distinct.map(({ queue }) => queue ?? null)),
    distinct.map(({ runAt }) => runAt ?? null),
    distinct.map(({ maxAttempts }) => maxAttempts ?? MAX_ATTEMPTS),
    textArray(distinct.map(({ key }) => key ?? null)),
    distinct.map(({ priority }) => priority ?? 0),
    distinct.map(({ debounced = false }) => debounced),
    // One that waits would not have the length of this chain.
    textArray(
      distinct.flatMap(({ key, debounced, chained }) => (key !== undefined && debounced && !chained ? key : [])),
    ),
    jobs.find(({ organization }) => organization !== undefined)?.organization ?? null,
  ];
}
