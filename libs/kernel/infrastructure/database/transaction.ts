import type { PoolClient } from 'pg';

/** Gives a statement to a connection, and answers what it answers. */
type Statement<R = unknown> = (client: PoolClient) => Promise<R>;

/** Statements kept back at most; so many are sent, lest large writes pile up in memory. */
const MOST_WAITING = 8;

/**
 * A transaction on one connection, in few round trips: what nobody waits for is kept back and sent in one write with the
 * next statement that is waited for, or with the commit. It begins so as well, with its first statement. PostgreSQL sees
 * the statements in their order, and takes none after one that failed.
 */
export class Transaction {
  readonly #afterCommit: (() => void)[] = [];
  #waiting: Statement[] = [];
  /** Sent without being waited for. */
  #unheard: Promise<unknown>[] = [];
  #begun = false;

  /** `client` comes from a pool in pipeline mode. */
  constructor(private readonly client: PoolClient) {}

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
  async later(statement: Statement): Promise<void> {
    this.#waiting.push(statement);
    if (this.#waiting.length < MOST_WAITING) return;
    this.flush();
    await this.#heard();
  }

  /** Sends what was kept back, for a statement that goes past this class. */
  flush(): void {
    if (!this.#begun) this.#unheard.push(this.client.query('begin'));
    this.#begun = true;
    for (const statement of this.#waiting) this.#unheard.push(statement(this.client));
    this.#waiting = [];
    // Thrown where they are heard; until then they are nobody's failure.
    for (const answer of this.#unheard) answer.catch(() => undefined);
  }

  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect);
  }

  async commit(): Promise<void> {
    if (this.#begun || this.#waiting.length > 0) {
      const { command } = await this.#send((client) => client.query('commit'));
      await this.#heard();
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed.');
    }
    for (const effect of this.#afterCommit) effect();
  }

  async rollback(): Promise<void> {
    this.#waiting = [];
    if (this.#begun) await this.client.query('rollback');
  }

  /** What is sent in the same tick leaves in one write. */
  #send<R>(statement: Statement<R>): Promise<R> {
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    this.flush();
    return statement(this.client);
  }

  /** Throws the first failure among what was not waited for. */
  async #heard(): Promise<void> {
    const unheard = this.#unheard;
    this.#unheard = [];
    await Promise.all(unheard);
  }
}
