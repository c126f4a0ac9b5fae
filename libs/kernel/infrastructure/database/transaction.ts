import type { PoolClient } from 'pg';
import type { MutexClaim } from './named-mutexes.js';

/** Gives a statement to a connection, and answers what it answers. */
type Statement<R = unknown> = (client: PoolClient) => Promise<R>;

/** Statements kept back at most; so many are sent, lest large writes pile up in memory. */
const MOST_WAITING = 8;

/**
 * A transaction on one connection, in few round trips: what nobody waits for is kept back and sent in one write with the
 * next statement that is waited for, or with the commit. It begins so as well, with its first statement, and takes its
 * connection no sooner. PostgreSQL sees the statements in their order, and takes none after one that failed.
 */
export class Transaction {
  readonly #afterCommit: (() => void)[] = [];
  readonly #beforeCommit: (() => Statement | undefined)[] = [];
  #waiting: Statement[] = [];
  /** Sent without being waited for. */
  #unheard: Promise<unknown>[] = [];
  #client: PoolClient | undefined;
  #begun = false;
  #turn: MutexClaim | undefined;

  /** `connect` takes a connection from a pool in pipeline mode. */
  constructor(private readonly connect: () => Promise<PoolClient>) {}

  /**
   * Waits for this turn, which ends with the transaction. Only a transaction that has sent nothing waits: so whoever
   * waits has locked nothing, and none can wait for another that waits for it.
   */
  async waitFor(take: () => MutexClaim): Promise<void> {
    if (this.#begun || this.#turn) return;
    this.#turn = take();
    await this.#turn.begun;
  }

  /** Sends a statement, after those that were kept back, and waits for its answer. */
  async ask<R>(statement: Statement<R>): Promise<R> {
    try {
      return await this.#send(statement);
    } catch (error) {
      await this.#heard();
      throw error;
    }
  }

  /** Takes a statement that answers nothing. Its failure is thrown by the next that is waited for, or by the commit. */
  async defer(statement: Statement): Promise<void> {
    this.#waiting.push(statement);
    if (this.#waiting.length < MOST_WAITING) return;
    await this.connection();
    await this.#heard();
  }

  /** The connection, for a statement that goes past this class: what was kept back has been sent on it. */
  async connection(): Promise<PoolClient> {
    const client = (this.#client ??= await this.connect());
    this.#flush(client);
    return client;
  }

  /** Takes a statement that is made when the transaction is about to be committed, and sent with the commit. */
  beforeCommit(make: () => Statement | undefined): void {
    this.#beforeCommit.push(make);
  }

  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect);
  }

  async commit(): Promise<void> {
    this.#waiting.push(...this.#beforeCommit.flatMap((make) => make() ?? []));
    if (this.#begun || this.#waiting.length > 0) {
      const { command } = await this.#send((client) => client.query('commit'));
      await this.#heard();
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed.');
    }
    for (const effect of this.#afterCommit) effect();
  }

  async rollback(): Promise<void> {
    this.#waiting = [];
    if (this.#begun) await this.#client?.query('rollback');
  }

  /** Lets the next in its turn go on, once nothing is held any more. */
  end(): void {
    this.#turn?.end();
  }

  /** What is sent in the same tick leaves in one write. */
  async #send<R>(statement: Statement<R>): Promise<R> {
    const client = (this.#client ??= await this.connect());
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    this.#flush(client);
    return statement(client);
  }

  #flush(client: PoolClient): void {
    if (!this.#begun) this.#unheard.push(client.query('begin'));
    this.#begun = true;
    for (const statement of this.#waiting) this.#unheard.push(statement(client));
    this.#waiting = [];
    // Thrown where they are heard; until then they are nobody's failure.
    for (const answer of this.#unheard) answer.catch(() => undefined);
  }

  /** Throws the first failure among what was not waited for. */
  async #heard(): Promise<void> {
    const unheard = this.#unheard;
    this.#unheard = [];
    await Promise.all(unheard);
  }
}
