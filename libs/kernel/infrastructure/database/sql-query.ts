import type { Pool, QueryResult, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { preparing } from '#library-internals';
import { poolOf } from './open-database.js';
import type { NamedRecord, RecordOrganizations } from '../organizations/record-organizations.js';
import type { SeparateConnections } from './separate-connections.js';
import { UNTRACED, type Traces } from '../telemetry/traces.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Runs SQL and returns rows, with named (prepared) statements on TypeORM's connections: the one of the unit of work
 * inside a transaction, else any of the pool. A name always belongs to the same text.
 */
export class SqlQuery {
  readonly #prepare = preparing();

  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly separate: SeparateConnections,
    private readonly organizations: RecordOrganizations,
    private readonly traces: Traces = UNTRACED,
  ) {}

  async rows<R extends QueryResultRow>(name: string, text: string, values: readonly unknown[] = []): Promise<R[]> {
    const statement = this.#prepare<R>(name, text, values);
    const { open } = this.unitOfWork;
    if (open) return open.ask(statement);
    if (!this.traces.active) return statement.runIn(this.pool);
    return this.traces.statements([statement], () => statement.runIn(this.pool));
  }

  row<R extends QueryResultRow>(name: string, text: string, values?: readonly unknown[]): Promise<R | undefined> {
    return this.rows<R>(name, text, values).then(([first]) => first);
  }

  /**
   * Writes in the open transaction without waiting: sent with its next statement or its commit, which throws its
   * failure. Throws outside a transaction.
   */
  async defer(name: string, text: string, values: readonly unknown[] = []): Promise<void> {
    const { open } = this.unitOfWork;
    if (!open) throw new Error(`A write (${name}) was tried outside a transaction: go through the dispatcher.`);
    await open.defer(this.#prepare(name, text, values));
  }

  /** Writes as the last statement of the open transaction, with what `values` returns then; nothing for `undefined`. */
  atCommit(name: string, text: string, values: () => readonly unknown[] | undefined): void {
    this.unitOfWork.open?.beforeCommit(() => {
      const last = values();
      return last && this.#prepare(name, text, last);
    });
  }

  /**
   * What `read` finds of a record in its organization, which is known after the first time without a statement; undefined
   * where there is no such record. Found nothing, `read` may be called again: it only reads.
   */
  within<T>(record: NamedRecord, read: (organizationId: string) => Promise<T>): Promise<T | undefined> {
    return this.organizations.within(record, () => this.#organizationOf(record), read);
  }

  /** Before the first statement of a transaction it is looked up beside it, which may still wait for a mutex. */
  async #organizationOf({ table, id }: NamedRecord): Promise<string | undefined> {
    const text = `select organization_id as "organizationId" from ${table} where id = $1`;
    const look = () => this.row<{ organizationId: string }>(`organization-of.${table}`, text, [id]);
    const found = this.unitOfWork.open?.hasBegun === false ? this.unitOfWork.readSeparately(look) : look();
    return (await found)?.organizationId;
  }

  /** A statement whose text is built for this call (optional filters, sort orders): not prepared. */
  async dynamic<R extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const statement = { text, values: values as unknown[] };
    const { open } = this.unitOfWork;
    const result = (): Promise<QueryResult<R>> =>
      open ? open.run((client) => client.query<R>(statement)) : this.pool.query<R>(statement);
    if (!this.traces.active) return (await result()).rows;
    return (await this.traces.statements([{ name: '', text }], result)).rows;
  }

  /** The pool that TypeORM opened; another for separate reads and those of a replica. */
  get pool(): Pool {
    if (this.unitOfWork.readsSeparately) return this.separate.pool;
    return this.unitOfWork.replica?.pool ?? poolOf(this.dataSource);
  }
}
