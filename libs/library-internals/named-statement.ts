import { Query, types, type ClientBase, type Connection, type Pool, type QueryResultRow, type Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { prepareValue } from 'pg/lib/utils.js';

/** The connection on which `pg` runs a statement (missing in its typings). */
export interface WireConnection {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): void };
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
}

interface Column {
  name: string;
  dataTypeID: number;
}

/** The columns of a statement, and the parsers of their text. */
interface Shape {
  names: string[];
  readers: ((text: string) => unknown)[];
}

const DESCRIBE = serialize.describe({ type: 'P' });
const EXECUTE = serialize.execute();
export const SYNC = serialize.sync();

const NO_COLUMNS: Shape = { names: [], readers: [] };

/**
 * A statement's columns never change on one connection: PostgreSQL throws for a prepared statement whose columns
 * changed.
 */
const shapes = new WeakMap<WireConnection, Map<string, Shape>>();

/**
 * In pipeline mode, `pg` sends only instances of its own class before the earlier ones are answered. Its constructor makes
 * an emitter and a result that nothing here needs.
 */
export function becomeQuery(type: { prototype: object }): void {
  Object.setPrototypeOf(type.prototype, Query.prototype as object);
}

/**
 * A prepared statement for `pg`'s own queue, like its `Query` without the most expensive parts: it copies no
 * configuration, requests the description of the columns once per connection rather than each time, and sends its
 * messages in one write. Its callback receives the rows.
 */
export class NamedStatement<R extends QueryResultRow> implements Submittable {
  /** Set by the code that runs it. */
  callback?: (error: Error | null, rows?: R[]) => void;
  /** What the server says it did, once it was run: `COMMIT`, `INSERT 0 1`. */
  command: string | undefined;
  readonly #rows: R[] = [];
  #shape: Shape | undefined;
  #shapes: Map<string, Shape> | undefined;
  /** A fault while reading rows; reported once the server is ready for the next statement. */
  #fault: Error | undefined;

  /** Without a name (`''`) it is parsed and described each time. */
  constructor(
    readonly name: string,
    readonly text: string,
    readonly values: readonly unknown[],
  ) {}

  /** Runs it on any connection of the pool. */
  runIn(pool: Pool): Promise<R[]> {
    // A pool resolves with what its client returns: here the rows.
    return pool.query(this) as unknown as Promise<R[]>;
  }

  /** Runs it on this connection, after earlier statements. */
  runOn(client: ClientBase): Promise<R[]> {
    return new Promise((resolve, reject) => {
      this.callback = (error, rows) => (error ? reject(error) : resolve(rows ?? []));
      client.query(this);
    });
  }

  submit(given: Connection): Error | null {
    const connection = given as unknown as WireConnection;
    try {
      if (connection.stream.writable) connection.stream.write(Buffer.concat([...this.messages(connection), SYNC]));
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  /**
   * What is sent to run it on this connection, without the message that makes the server answer. Throws for a value
   * that can't be sent, and for a name that another statement has; then nothing of it may be sent.
   */
  messages(connection: WireConnection): Buffer[] {
    const { name, text } = this;
    const bind = serialize.bind({ statement: name, values: this.values as unknown[], valueMapper: prepareValue });
    if (name === '') return [serialize.parse({ name, text }), bind, DESCRIBE, EXECUTE];
    const prepared = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (prepared !== undefined && prepared !== text) throw new Error(`Two statements have the name ${name}`);
    this.#shapes = shapesOf(connection);
    this.#shape = this.#shapes.get(name);
    const describe = this.#shape ? [] : [DESCRIBE];
    if (prepared !== undefined) return [bind, ...describe, EXECUTE];
    connection.submittedNamedStatements[name] = text;
    return [serialize.parse({ name, text }), bind, ...describe, EXECUTE];
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#shape = {
      names: fields.map((field) => field.name),
      readers: fields.map((field) => types.getTypeParser(field.dataTypeID, 'text') as (text: string) => unknown),
    };
    this.#shapes?.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (!this.#shape || this.#fault) return;
    const { names, readers } = this.#shape;
    const row: Record<string, unknown> = {};
    try {
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i] as string | null;
        row[names[i] as string] = text === null ? null : readers[i]?.(text);
      }
    } catch (error) {
      this.#fault = error as Error;
    }
    this.#rows.push(row as R);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.command = text;
    if (!this.#shape) this.#shapes?.set(this.name, NO_COLUMNS);
  }

  handleEmptyQuery(): void {
    // Nothing to do: `sync` was sent with the statement.
  }

  handlePortalSuspended(): void {
    // Never sent: all rows are requested at once.
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    if (this.#fault) this.callback?.(this.#fault);
    else this.callback?.(null, this.#rows);
  }

  /** Its rows, once it was run with others. Throws where one could not be read. */
  result(): R[] {
    if (this.#fault) throw this.#fault;
    return this.#rows;
  }
}

becomeQuery(NamedStatement);

function shapesOf(connection: WireConnection): Map<string, Shape> {
  const known = shapes.get(connection);
  if (known) return known;
  const created = new Map<string, Shape>();
  shapes.set(connection, created);
  return created;
}
