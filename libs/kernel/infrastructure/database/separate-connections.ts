import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';

const MOST = 2;
const WAIT_MS = 10_000;
const IDLE_MS = 60_000;

/**
 * Connections for reads beside a transaction that already uses one: from the same pool, all transactions could wait for
 * each other's second connection. A request that has one of these waits for no other connection. Opened on first use.
 */
export class SeparateConnections implements OnApplicationShutdown {
  #opened: pg.Pool | undefined;

  constructor(private readonly url: string) {}

  get pool(): pg.Pool {
    if (this.#opened) return this.#opened;
    const pool = new pg.Pool({
      connectionString: this.url,
      application_name: 'quire aside',
      max: MOST,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: 60_000,
    });
    // The next statement fails on a lost connection; an `error` event without a listener would end the process.
    const ignored = (): undefined => undefined;
    pool.on('error', ignored);
    pool.on('connect', (client) => client.on('error', ignored));
    return (this.#opened = pool);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#opened?.end();
  }
}
