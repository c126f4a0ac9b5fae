import type { PoolClient, QueryResultRow } from 'pg';
import type { Prepared, preparing } from '#library-internals';
import type { Traces } from '../telemetry/traces.js';
import type { MutexClaim } from './named-mutexes.js';

/** Most deferred statements; then they are sent, so that large writes do not pile up in memory. */
const MOST_DEFERRED = 8;

/**
 * A transaction on one connection, with few round trips: statements without an awaited result are deferred and sent
 * together with the next awaited one, or with the commit. `begin` is sent in the same way with the first statement,
 * and the connection is taken only then. PostgreSQL receives the statements in their order, and runs none after one
 * that failed.
 */
export class Transaction {
  readonly #afterCommit: (() => void)[] = [];
  readonly #beforeCommit: (() => Prepared | undefined)[] = [];
  #deferred: Prepared[] = [];
  /** Sent, but not awaited yet. */
  #unawaited: Promise<unknown>[] = [];
  #client: PoolClient | undefined;
  #begun = false;
  #mutex: MutexClaim | undefined;
  readonly #parts = new Map<object, unknown>();

  /** `connect` takes a connection from a pool in pipeline mode. */
  constructor(
    private readonly connect: () => Promise<PoolClient>,
    private readonly prepare: ReturnType<typeof preparing>,
    private readonly traces: Traces,
  ) {}

  /**
   * Waits for this mutex, which is released at the end of the transaction. Only a transaction that has sent nothing
   * waits: it has locked nothing in the database, so this can't cause a deadlock.
   */
  async waitFor(take: () => MutexClaim): Promise<void> {
    if (this.#begun || this.#mutex) return;
    this.#mutex = take();
    await this.#mutex.begun;
  }

  /** Whether anything was sent. */
  get hasBegun(): boolean {
    return this.#begun;
  }

  /** Sends a statement with the deferred ones, and waits for its result. */
  async ask<R extends QueryResultRow>(statement: Prepared<R>): Promise<R[]> {
    const client = (this.#client ??= await this.connect());
    return this.#settled(this.#sent(statement, this.#waiting(), client));
  }

  /** Runs what no statement of that kind can on the connection, after the deferred ones. */
  async run<R>(work: (client: PoolClient) => Promise<R>): Promise<R> {
    return this.#settled(work(await this.connection()));
  }

  /** Defers a statement without a result. Its failure is thrown by the next awaited statement, or by the commit. */
  async defer(statement: Prepared): Promise<void> {
    this.#deferred.push(statement);
    if (this.#deferred.length < MOST_DEFERRED) return;
    await this.connection();
    await this.#throwFailures();
  }

  /** The connection, for a statement that bypasses this class; sends the deferred ones first. */
  async connection(): Promise<PoolClient> {
    const client = (this.#client ??= await this.connect());
    const waiting = this.#waiting();
    const last = waiting.pop();
    if (last) this.#unawaited.push(this.#sent(last, waiting, client));
    // Thrown where they are awaited; until then they must not count as unhandled rejections.
    for (const answer of this.#unawaited) answer.catch(() => undefined);
    return client;
  }

  /** Adds a statement that is created right before the commit, and sent with it. */
  beforeCommit(make: () => Prepared | undefined): void {
    this.#beforeCommit.push(make);
  }

  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect);
  }

  /**
   * What `owner` collects in this transaction, made when it is asked for first. It ends with the transaction; values of a
   * `WeakMap` stay until the whole heap is collected (decision 91).
   */
  partOf<T>(owner: object, make: () => T): T {
    if (!this.#parts.has(owner)) this.#parts.set(owner, make());
    return this.#parts.get(owner) as T;
  }

  async commit(): Promise<void> {
    this.#deferred.push(...this.#beforeCommit.flatMap((make) => make() ?? []));
    if (this.#begun || this.#deferred.length > 0) {
      const commit = this.prepare('commit', 'commit', []);
      await this.ask(commit);
      await this.#throwFailures();
      if (commit.command !== 'COMMIT') {
        throw new Error('The transaction was rolled back: one of its statements failed.');
      }
    }
    for (const effect of this.#afterCommit) effect();
  }

  async rollback(): Promise<void> {
    this.#deferred = [];
    if (this.#begun) await this.#client?.query('rollback');
  }

  /** Releases the mutex, after the transaction has ended. */
  end(): void {
    this.#mutex?.end();
  }

  /** What is to be sent before anything else. */
  #waiting(): Prepared[] {
    const waiting = this.#begun ? this.#deferred : [this.prepare('begin', 'begin', []), ...this.#deferred];
    this.#begun = true;
    this.#deferred = [];
    return waiting;
  }

  #sent<R extends QueryResultRow>(statement: Prepared<R>, others: Prepared[], client: PoolClient): Promise<R[]> {
    if (!this.traces.active) return statement.runAfter(others, client);
    return this.traces.statements([...others, statement], () => statement.runAfter(others, client));
  }

  /** The failure of an earlier statement is the cause of this one's. */
  async #settled<R>(result: Promise<R>): Promise<R> {
    try {
      return await result;
    } catch (error) {
      await this.#throwFailures();
      throw error;
    }
  }

  /** Throws the first failure of the statements that were not awaited. */
  async #throwFailures(): Promise<void> {
    const unawaited = this.#unawaited;
    this.#unawaited = [];
    await Promise.all(unawaited);
  }
}
