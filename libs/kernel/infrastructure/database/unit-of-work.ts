import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager } from 'typeorm';

/** The transaction a piece of work runs in, carried by the asynchronous context: no signature mentions it. */
export class UnitOfWork {
  readonly #current = new AsyncLocalStorage<{ manager: EntityManager; afterCommit: (() => void)[] }>();

  #transactions = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` in a transaction: the one that is open already, else a new one that ends with it. */
  async transaction<R>(work: () => Promise<R>): Promise<R> {
    if (this.#current.getStore()) return work();
    const afterCommit: (() => void)[] = [];
    this.#transactions++;
    try {
      const result = await this.dataSource.transaction((manager) => this.#current.run({ manager, afterCommit }, work));
      for (const effect of afterCommit) effect();
      return result;
    } finally {
      // While no transaction is open nothing need be carried along, which makes every promise cheaper (Node 20, 22).
      if (--this.#transactions === 0) this.#current.disable();
    }
  }

  /** Runs `work` outside any transaction, even when called inside one. */
  outside<R>(work: () => Promise<R>): Promise<R> {
    return this.#current.exit(work);
  }

  /** Runs `effect` once the open transaction has been committed (at once when there is none). */
  afterCommit(effect: () => void): void {
    const open = this.#current.getStore();
    if (open) open.afterCommit.push(effect);
    else effect();
  }

  /** The manager of the open transaction; undefined outside one. */
  get open(): EntityManager | undefined {
    return this.#current.getStore()?.manager;
  }

  /** The manager to write with. Writing outside a transaction is a mistake in the program, so it throws. */
  get manager(): EntityManager {
    const manager = this.open;
    if (!manager) throw new Error('A write was tried outside a transaction: go through the dispatcher.');
    return manager;
  }
}
