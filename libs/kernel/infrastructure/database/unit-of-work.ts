import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { Transaction } from './transaction.js';
import { NamedMutexes } from './named-mutexes.js';

interface Current {
  runner: QueryRunner;
  transaction: Transaction;
}

/** Stands for work that is done outside of the transaction it belongs to, on connections kept free for it. */
const ASIDE = Symbol('aside');

/** The transaction a piece of work runs in, carried by the asynchronous context: no signature mentions it. */
export class UnitOfWork {
  readonly #current = new AsyncLocalStorage<Current | typeof ASIDE>();

  readonly #turns = new NamedMutexes();
  #underWay = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` in a transaction: the one that is open already, else a new one that ends with it. */
  async transaction<R>(work: () => Promise<R>): Promise<R> {
    if (this.open) return work();
    return this.#carrying(() => this.#run(work));
  }

  async #carrying<R>(work: () => Promise<R>): Promise<R> {
    this.#underWay++;
    try {
      return await work();
    } finally {
      // While no transaction is open nothing need be carried along, which makes every promise cheaper (Node 20, 22).
      if (--this.#underWay === 0) this.#current.disable();
    }
  }

  async #run<R>(work: () => Promise<R>): Promise<R> {
    const runner = this.dataSource.createQueryRunner();
    const transaction = new Transaction(runner.connect.bind(runner) as () => Promise<PoolClient>);
    // The manager is not to begin transactions of its own within ours, and follows what was kept back.
    Object.assign(runner, { isTransactionActive: true, connect: () => transaction.connection() });
    try {
      try {
        const result = await this.#current.run({ runner, transaction }, work);
        await transaction.commit();
        return result;
      } catch (error) {
        // A connection that was lost has rolled back by itself.
        await transaction.rollback().catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
      transaction.end();
    }
  }

  /**
   * Waits while another transaction of this process is open that took the same turn before, for one that has asked
   * nothing yet. Locks in the database keep order among all processes; this keeps those who would wait for one there from
   * holding a connection each.
   */
  async claimMutex(name: string): Promise<void> {
    await this.open?.waitFor(() => this.#turns.take(name));
  }

  /** Runs `work` outside any transaction, even when called inside one. */
  outside<R>(work: () => Promise<R>): Promise<R> {
    return this.#current.exit(work);
  }

  /**
   * Runs `work`, which only reads, outside the open transaction and sees what others see. It takes its connections from
   * a few that nothing else uses: who holds one already must not wait for another among those who wait for the first.
   */
  lookAside<R>(work: () => Promise<R>): Promise<R> {
    return this.#carrying(() => this.#current.run(ASIDE, work));
  }

  /** Whether the work at hand looks aside. */
  get aside(): boolean {
    return this.#current.getStore() === ASIDE;
  }

  /** Runs `effect` once the open transaction has been committed (at once when there is none). */
  afterCommit(effect: () => void): void {
    const { open } = this;
    if (open) open.afterCommit(effect);
    else effect();
  }

  /** The open transaction; undefined outside one. */
  get open(): Transaction | undefined {
    const current = this.#current.getStore();
    return current === ASIDE ? undefined : current?.transaction;
  }

  /** The manager to write with. Writing outside a transaction is a mistake in the program, so it throws. */
  get manager(): EntityManager {
    const current = this.#current.getStore();
    if (!current || current === ASIDE)
      throw new Error('A write was tried outside a transaction: go through the dispatcher.');
    return current.runner.manager;
  }
}
