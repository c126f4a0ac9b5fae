import type { ClientBase, Pool, QueryResultRow } from 'pg';
import { usesInternal } from './internals.js';
import { NamedStatement } from './named-statement.js';

/** A prepared statement: a name belongs to one text. */
export interface Prepared<R extends QueryResultRow> {
  /** Runs it on any connection of the pool. */
  runIn(pool: Pool): Promise<R[]>;
  /** Runs it on this connection, after what was asked of it before. */
  runOn(client: ClientBase): Promise<R[]>;
}

type Prepare = <R extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) => Prepared<R>;

/** How statements are prepared in this process. */
export function preparing(): Prepare {
  return usesInternal('pg-statements')
    ? <R extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
        new NamedStatement<R>(name, text, values)
    : <R extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
        new PublicStatement<R>(name, text, values);
}

/** The same by what `pg` publishes. */
class PublicStatement<R extends QueryResultRow> implements Prepared<R> {
  readonly #statement: { name: string; text: string; values: unknown[] };

  constructor(name: string, text: string, values: readonly unknown[]) {
    this.#statement = { name, text, values: values as unknown[] };
  }

  runIn(pool: Pool): Promise<R[]> {
    return pool.query<R>(this.#statement).then(({ rows }) => rows);
  }

  runOn(client: ClientBase): Promise<R[]> {
    return client.query<R>(this.#statement).then(({ rows }) => rows);
  }
}
