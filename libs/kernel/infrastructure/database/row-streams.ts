import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { PooledClient } from './pooled-client.js';

/** Statements read at the same time; others wait. */
const MOST = 8;
const WAIT_MS = 10_000;
const IDLE_MS = 60_000;
const CLOSE_MS = 5_000;
/** How long a reader may take between two pieces. */
const PATIENCE_MS = 30_000;

/**
 * Reads rows of statements in batches, to pass on what does not fit into memory. A statement uses its connection until
 * its last batch was read, or its reader stopped or is too slow. Readers have a small pool of their own, opened on
 * first use, so that slow readers make only other readers wait.
 */
export class RowStreams implements OnApplicationShutdown {
  #opened: pg.Pool | undefined;

  constructor(
    private readonly url: string,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** The rows of a statement in non-empty batches of `size`; the connection is already released with the last one. */
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
      Client: PooledClient,
      connectionString: this.url,
      application_name: 'quire streams',
      max: MOST,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: 600_000,
    });
    // The next statement fails on a lost connection; an `error` event without a listener would end the process.
    pool.on('error', () => undefined);
    return (this.#opened = pool);
  }
}

/** One statement on a connection, which is released at the end. */
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
    // A lost connection never reports that the cursor is closed.
    const closed = this.#fault === undefined && (await Promise.race([this.#closeCursor(), lateBy(CLOSE_MS)]));
    // A connection after a failure is not used again.
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
