import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { NamedStatement } from './named-statement.js';
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
    const statement = new NamedStatement<R>(name, text, values);
    const runner = this.unitOfWork.open?.queryRunner;
    return runner ? statement.runOn((await runner.connect()) as PoolClient) : statement.runIn(this.pool);
  }

  row<R extends QueryResultRow>(name: string, text: string, values?: readonly unknown[]): Promise<R | undefined> {
    return this.rows<R>(name, text, values).then(([first]) => first);
  }

  /** A statement whose text is made for this call (optional filters, sort orders): not prepared. */
  async dynamic<R extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const runner = this.unitOfWork.open?.queryRunner;
    if (runner) return (await ((await runner.connect()) as PoolClient).query<R>(text, values as unknown[])).rows;
    return (await this.pool.query<R>(text, values as unknown[])).rows;
  }

  /** The pool TypeORM opened. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}
