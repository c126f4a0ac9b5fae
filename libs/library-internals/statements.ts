import type { ClientBase, Pool, QueryResultRow } from 'pg';
import { usesInternal } from './internals.js';
import { NamedStatement } from './named-statement.js';
import { StatementBatch } from './statement-batch.js';

/** A prepared statement: a name, unless it is empty, belongs to one text. It is run once. */
export interface Prepared<R extends QueryResultRow = QueryResultRow> {
  readonly name: string;
  /** With its parameters as $1, $2. */
  readonly text: string;
  /** Runs it on any connection of the pool. */
  runIn(pool: Pool): Promise<R[]>;
  /** Runs it on this connection after others, all sent together; rejects with the failure of the first that fails. */
  runAfter(others: readonly Prepared[], client: ClientBase): Promise<R[]>;
  /** What the server says it did, once it was run: `COMMIT`, `INSERT`. */
  readonly command: string | undefined;
}

type Prepare = <R extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) => Prepared<R>;

/** How statements are prepared in this process. `named`: whether a connection keeps them under their names. */
export function preparing(named = keepsNames()): Prepare {
  const Statement = usesInternal('pg-statements') ? BatchedStatement : PublicStatement;
  return <R extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
    new Statement<R>(named ? name : '', text, values);
}

/** Poolers may give each transaction another connection, on which names belong to other statements. */
function keepsNames(): boolean {
  return process.env['QUIRE_PREPARED_STATEMENTS']?.trim() !== 'off';
}

class BatchedStatement<R extends QueryResultRow> extends NamedStatement<R> implements Prepared<R> {
  async runAfter(others: readonly Prepared[], client: ClientBase): Promise<R[]> {
    if (others.length === 0) return this.runOn(client);
    await new StatementBatch([...(others as readonly BatchedStatement<R>[]), this]).runOn(client);
    return this.result();
  }
}

/** The same by what `pg` publishes. */
class PublicStatement<R extends QueryResultRow> implements Prepared<R> {
  readonly #statement: { name: string; text: string; values: unknown[] };
  command: string | undefined;

  constructor(
    readonly name: string,
    readonly text: string,
    values: readonly unknown[],
  ) {
    this.#statement = { name, text, values: values as unknown[] };
  }

  runIn(pool: Pool): Promise<R[]> {
    return pool.query<R>(this.#statement).then(({ rows }) => rows);
  }

  async runAfter(others: readonly Prepared[], client: ClientBase): Promise<R[]> {
    const all = [...(others as readonly PublicStatement<R>[]), this].map((statement) => statement.#runOn(client));
    return (await Promise.all(all)).at(-1) ?? [];
  }

  async #runOn(client: ClientBase): Promise<R[]> {
    const { rows, command } = await client.query<R>(this.#statement);
    this.command = command;
    return rows;
  }
}
