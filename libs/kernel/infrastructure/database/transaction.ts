import type { PoolClient } from 'pg';
import type { MutexClaim } from './named-mutexes.js';

/** Runs a statement on a connection and returns its result. */
type Statement<R = unknown> = (client: PoolClient) => Promise<R>;

/** Most deferred statements; then they are sent, so that large writes do not pile up in memory. */
const MOST_DEFERRED = 8;

/**
 * A transaction on one connection, with few round trips: statements without an awaited result are deferred and sent in
 * one write with the next awaited one, or with the commit. `begin` is sent in the same way with the first statement,
 * and the connection is taken only then. PostgreSQL receives the statements in their order, and runs none after one
 * that failed.
 */
export class Transaction {
  readonly #afterCommit: (() => void)[] = [];
  readonly #beforeCommit: (() => Statement | undefined)[] = [];
  #deferred: Statement[] = [];
  /** Sent, but not awaited yet. */
  #unawaited: Promise<unknown>[] = [];
  #client: PoolClient | undefined;
  #begun = false;
  #mutex: MutexClaim | undefined;

  /** `connect` takes a connection from a pool in pipeline mode. */
  constructor(
    private readonly connect: () => Promise<PoolClient>,
    private readonly gather: (client: PoolClient) => void,
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

  /** Sends a statement after the deferred ones, and waits for its result. */
  async ask<R>(statement: Statement<R>): Promise<R> {
    try {
      return await this.#send(statement);
    } catch (error) {
      await this.#throwFailures();
      throw error;
    }
  }

  /** Defers a statement without a result. Its failure is thrown by the next awaited statement, or by the commit. */
  async defer(statement: Statement): Promise<void> {
    this.#deferred.push(statement);
    if (this.#deferred.length < MOST_DEFERRED) return;
    await this.connection();
    await this.#throwFailures();
  }

  /** The connection, for a statement that bypasses this class; sends the deferred ones first. */
  async connection(): Promise<PoolClient> {
    const client = (this.#client ??= await this.connect());
    this.#flush(client);
    return client;
  }

  /** Adds a statement that is created right before the commit, and sent with it. */
  beforeCommit(make: () => Statement | undefined): void {
    this.#beforeCommit.push(make);
  }

  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect);
  }

  async commit(): Promise<void> {
    this.#deferred.push(...this.#beforeCommit.flatMap((make) => make() ?? []));
    if (this.#begun || this.#deferred.length > 0) {
      const { command } = await this.#send((client) => client.query('commit'));
      await this.#throwFailures();
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed.');
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

  /** Everything sent in the same tick leaves in one write. */
  async #send<R>(statement: Statement<R>): Promise<R> {
    const client = (this.#client ??= await this.connect());
    this.gather(client);
    this.#flush(client);
    return statement(client);
  }

  #flush(client: PoolClient): void {
    if (!this.#begun) this.#unawaited.push(client.query('begin'));
    this.#begun = true;
    for (const statement of this.#deferred) this.#unawaited.push(statement(client));
    this.#deferred = [];
    // Thrown where they are awaited; until then they must not count as unhandled rejections.
    for (const answer of this.#unawaited) answer.catch(() => undefined);
  }

  /** Throws the first failure of the statements that were not awaited. */
  async #throwFailures(): Promise<void> {
    const unawaited = this.#unawaited;
    this.#unawaited = [];
    await Promise.all(unawaited);
  }
}
