import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { preparing } from '#library-internals';
import { UNTRACED, type Traces } from '../telemetry/traces.js';
import { Transaction } from './transaction.js';
import { NamedMutexes } from './named-mutexes.js';

interface Current {
  runner: QueryRunner;
  transaction: Transaction;
  /** Made when it is asked for first. */
  manager?: EntityManager;
}

/** A read of a replica. */
export interface ReplicaRead {
  pool: Pool;
  /** The moment (`performance.now()`) as of which the replica has everything. */
  currentAsOf: number;
}

/** Marks work that is done outside of the transaction it belongs to, on connections reserved for it. */
const SEPARATE = Symbol('separate');

/** PostgreSQL's codes of a transaction that it gave up, so that others can go on: serialization failure, deadlock. */
const GIVEN_UP = new Set(['40001', '40P01']);
/** How often such a transaction is run, the first time included. */
const ATTEMPTS = 4;
/** The first pause is at most this long, each further one at most twice as long as the one before. */
const PAUSE_MS = 40;

/** The current transaction, kept in the asynchronous context, so that no signature mentions it. */
export class UnitOfWork {
  readonly #current = new AsyncLocalStorage<Current | ReplicaRead | typeof SEPARATE>();

  readonly #mutexes = new NamedMutexes();
  readonly #prepare = preparing();
  #underWay = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly traces: Traces = UNTRACED,
  ) {}

  /** Runs `work` in a transaction: the one that is open already, else a new one that ends with it. */
  async transaction<R>(work: () => Promise<R>): Promise<R> {
    if (this.open) return work();
    return this.#carrying(() => this.#run(work));
  }

  /**
   * Runs `work`, a transaction or a single statement, again where the database gave it up: nothing of it was kept.
   * Within an open transaction, which is lost as a whole, it runs once.
   */
  async repeating<R>(work: () => Promise<R>): Promise<R> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (this.open || attempt === ATTEMPTS || !isGivenUp(error)) throw error;
      }
      await sleep(Math.random() * PAUSE_MS * 2 ** (attempt - 1));
    }
  }

  async #carrying<R>(work: () => Promise<R>): Promise<R> {
    this.#underWay++;
    try {
      return await work();
    } finally {
      // While no transaction is open the context is disabled, which makes every promise cheaper (Node 20, 22).
      if (--this.#underWay === 0) this.#current.disable();
    }
  }

  async #run<R>(work: () => Promise<R>): Promise<R> {
    const runner = this.dataSource.createQueryRunner();
    const connect = runner.connect.bind(runner) as () => Promise<PoolClient>;
    const transaction = new Transaction(connect, this.#prepare, this.traces);
    try {
      try {
        const result = await this.#current.run({ runner, transaction }, work);
        await transaction.commit();
        return result;
      } catch (error) {
        // A lost connection has rolled back by itself.
        await transaction.rollback().catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
      transaction.end();
    }
  }

  /**
   * Waits while another transaction of this process has the mutex of this name; does nothing once this transaction has
   * sent a statement. Locks in the database order the transactions of all processes; this prevents those that wait for
   * such a lock from each occupying a connection.
   */
  async claimMutex(name: string): Promise<void> {
    await this.open?.waitFor(() => this.#mutexes.take(name));
  }

  /** Runs `work` outside any transaction, even when called inside one. */
  outside<R>(work: () => Promise<R>): Promise<R> {
    return this.#current.exit(work);
  }

  /**
   * Runs `work`, which only reads, outside the open transaction, so that it sees what others see. It uses reserved
   * connections: a transaction must not wait for a second connection among those that wait for a first one.
   */
  readSeparately<R>(work: () => Promise<R>): Promise<R> {
    return this.#carrying(() => this.#current.run(SEPARATE, work));
  }

  /** Whether the current work is a separate read. */
  get readsSeparately(): boolean {
    return this.#current.getStore() === SEPARATE;
  }

  /** Runs `work`, which only reads, by a replica's connections. */
  readReplica<R>(replica: ReplicaRead, work: () => Promise<R>): Promise<R> {
    return this.#carrying(() => this.#current.run(replica, work));
  }

  /** The replica that the current work reads; undefined at the primary. */
  get replica(): ReplicaRead | undefined {
    const current = this.#current.getStore();
    return typeof current === 'object' && 'currentAsOf' in current ? current : undefined;
  }

  /** Whether a transaction, a separate read or one of a replica is under way. */
  get isUnderWay(): boolean {
    return this.#current.getStore() !== undefined;
  }

  /** Runs `effect` once the open transaction has been committed (at once when there is none). */
  afterCommit(effect: () => void): void {
    const { open } = this;
    if (open) open.afterCommit(effect);
    else effect();
  }

  /** The open transaction; undefined outside one. */
  get open(): Transaction | undefined {
    return this.#inTransaction?.transaction;
  }

  /** The manager for writes. Throws outside a transaction, where writing is a programming error. */
  get manager(): EntityManager {
    const current = this.#inTransaction;
    if (!current) throw new Error('A write was tried outside a transaction: go through the dispatcher.');
    return (current.manager ??= this.dataSource.createEntityManager(following(current, this.traces)));
  }

  get #inTransaction(): Current | undefined {
    const current = this.#current.getStore();
    return typeof current === 'object' && 'transaction' in current ? current : undefined;
  }
}

function isGivenUp(error: unknown): boolean {
  return GIVEN_UP.has((error as { code?: string } | undefined)?.code ?? '');
}

/** The same runner for a manager: it begins no transaction within ours, and its statements follow the deferred ones. */
function following({ runner, transaction }: Current, traces: Traces): QueryRunner {
  const query = async (...given: Parameters<QueryRunner['query']>): Promise<unknown> => {
    await transaction.connection();
    const sent = (): Promise<unknown> => runner.query(...given) as Promise<unknown>;
    return traces.active ? traces.statements([{ name: '', text: given[0] }], sent) : sent();
  };
  return new Proxy(runner, {
    get: (target, name, self): unknown =>
      name === 'query' ? query : name === 'isTransactionActive' ? true : Reflect.get(target, name, self),
  });
}
