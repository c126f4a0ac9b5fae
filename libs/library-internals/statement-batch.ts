import type { ClientBase, Connection, QueryResultRow, Submittable } from 'pg';
import { becomeQuery, SYNC, type NamedStatement, type WireConnection } from './named-statement.js';

/**
 * Statements that the server is sent in one write and answers in one: it answers only once it is asked to, after the
 * last of them, and runs none after one that failed. Alone, each would be answered in a packet of its own.
 */
export class StatementBatch<R extends QueryResultRow> implements Submittable {
  #callback: ((error: Error | null) => void) | undefined;
  /** The place of the statement whose answer is being read. */
  #at = 0;

  constructor(private readonly statements: readonly NamedStatement<R>[]) {}

  /** Runs them on this connection, after earlier statements; rejects with the failure of the first that fails. */
  runOn(client: ClientBase): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#callback = (error) => (error ? reject(error) : resolve());
      client.query(this);
    });
  }

  /** `pg` keeps in mind that the statement of this name is prepared, when the server says so. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  submit(given: Connection): Error | null {
    const connection = given as unknown as WireConnection;
    const prepared = new Set(Object.keys(connection.submittedNamedStatements));
    try {
      const messages = this.statements.flatMap((statement) => statement.messages(connection));
      if (connection.stream.writable) connection.stream.write(Buffer.concat([...messages, SYNC]));
      return null;
    } catch (error) {
      // Nothing was sent.
      for (const { name } of this.statements) if (!prepared.has(name)) forget(connection, name);
      return error as Error;
    }
  }

  handleRowDescription(message: Parameters<NamedStatement<R>['handleRowDescription']>[0]): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: Parameters<NamedStatement<R>['handleDataRow']>[0]): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: { text: string }): void {
    this.#current?.handleCommandComplete(message);
    this.#at++;
  }

  handleEmptyQuery(): void {
    this.#at++;
  }

  handlePortalSuspended(): void {
    // Never sent: all rows are requested at once.
  }

  /** Those after the one that failed were not even parsed. */
  handleError(error: Error, given?: Connection): void {
    const connection = given as unknown as WireConnection | undefined;
    if (connection) for (const { name } of this.statements.slice(this.#at)) forget(connection, name);
    this.#callback?.(error);
  }

  handleReadyForQuery(): void {
    this.#callback?.(null);
  }

  get #current(): NamedStatement<R> | undefined {
    return this.statements[this.#at];
  }
}

becomeQuery(StatementBatch);

function forget({ submittedNamedStatements }: WireConnection, name: string): void {
  delete submittedNamedStatements[name];
}
