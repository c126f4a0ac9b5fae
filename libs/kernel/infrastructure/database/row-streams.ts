import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import Cursor from 'pg-cursor';

/** Statements that are read from at the same time; others wait. */
const MOST = 8;
const WAIT_MS = 10_000;
const IDLE_MS = 60_000;
const CLOSE_MS = 5_000;
/** How long a reader may take between two pieces. */
const PATIENCE_MS = 30_000;

/**
 * Rows of statements read piece by piece, so that what does not fit memory can be passed on. A statement holds its
 * connection until its last piece has been read, or its reader has gone or takes too long; so that nobody waits for slow
 * readers but readers, they have a small pool of their own, opened when it is needed first.
 */
export class RowStreams implements OnApplicationShutdown {
  #opened: pg.Pool | undefined;

  constructor(
    private readonly url: string,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** The rows of a statement, `size` at a time and never none; with the last ones the connection is free already. */
  async *read<R extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    size: number,
  ): AsyncGenerator<R[], void> {
    const reading = new Reading<R>(await this.#pool.connect(), text, values);
    try {
      for (;;) {
        const rows = await reading.next(size);
        const isLast = rows.length < size;
        if (isLast) await reading.end();
        if (rows.length > 0) {
          const timer = isLast ? undefined : setTimeout(() => void reading.end(), this.patienceMs);
          try {
            yield rows;
          } finally {
            clearTimeout(timer);
          }
        }
        if (isLast) return;
        if (reading.ended) throw new Error('The rows were not taken in time');
      }
    } finally {
      await reading.end();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#opened?.end();
  }

  get #pool(): pg.Pool {
    if (this.#opened) return this.#opened;
    const pool = new pg.Pool({
      connectionString: this.url,
      application_name: 'quire streams',
      max: MOST,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: 600_000,
    });
    // A lost connection is noticed by the next statement; unheard, it would end the process.
    const ignored = (): undefined => undefined;
    pool.on('error', ignored);
    pool.on('connect', (client) => client.on('error', ignored));
    return (this.#opened = pool);
  }
}

/** One statement on a connection, which goes back to the pool at the end. */
class Reading<R extends pg.QueryResultRow> {
  readonly #cursor: Cursor<R>;
  #fault: Error | undefined;
  #end: Promise<void> | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    text: string,
    values: readonly unknown[],
  ) {
    this.#cursor = client.query(new Cursor<R>(text, values as unknown[]));
  }

  get ended(): boolean {
    return this.#end !== undefined;
  }

  async next(size: number): Promise<R[]> {
    try {
      return await this.#cursor.read(size);
    } catch (error) {
      this.#fault = error as Error;
      throw error;
    }
  }

  end(): Promise<void> {
    return (this.#end ??= this.#close());
  }

  async #close(): Promise<void> {
    // One that was lost does not say that the cursor is closed.
    const closed = this.#fault === undefined && (await Promise.race([this.#closeCursor(), lateBy(CLOSE_MS)]));
    // One on which something failed is not used again.
    this.client.release(!closed);
  }

  #closeCursor(): Promise<boolean> {
    return this.#cursor.close().then(
      () => true,
      () => false,
    );
  }
}

function lateBy(ms: number): Promise<false> {
  return sleep(ms, false as const, { ref: false });
}
