import type { Pool, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * SQL straight to rows, as named (prepared) statements on TypeORM's connections: inside a unit of work on its
 * connection, else on any of the pool. A name stands for one text for ever.
 */
export class SqlQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async rows<R extends QueryResultRow>(name: string, text: string, values: readonly unknown[] = []): Promise<R[]> {
    const statement = { name, text, values: values as unknown[] };
    const { open } = this.unitOfWork;
    return open ? open.rows<R>(statement) : (await this.pool.query<R>(statement)).rows;
  }

  row<R extends QueryResultRow>(name: string, text: string, values?: readonly unknown[]): Promise<R | undefined> {
    return this.rows<R>(name, text, values).then(([first]) => first);
  }

  /**
   * Writes in the open transaction without waiting: sent with its next statement or its commit, where a failure shows.
   * Throws outside a transaction.
   */
  async later(name: string, text: string, values: readonly unknown[] = []): Promise<void> {
    const { open } = this.unitOfWork;
    if (!open) throw new Error(`A write (${name}) was tried outside a transaction: go through the dispatcher.`);
    await open.later({ name, text, values: values as unknown[] });
  }

  /** A statement whose text is made for this call (optional filters, sort orders): not prepared. */
  async dynamic<R extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const statement = { text, values: values as unknown[] };
    const { open } = this.unitOfWork;
    return open ? open.rows<R>(statement) : (await this.pool.query<R>(statement)).rows;
  }

  /** The pool TypeORM opened. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}
