import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { PooledClient } from './pooled-client.js';
import { REQUEST_TIMEOUTS } from './request-timeouts.js';

const MOST = 2;
const WAIT_MS = 10_000;
const IDLE_MS = 60_000;

/**
 * Connections for reads beside a transaction that already uses one: from the same pool, all transactions could wait for
 * each other's second connection. A request that has one of these waits for no other connection. Opened on first use.
 */
export class SeparateConnections implements OnApplicationShutdown {
  #opened: pg.Pool | undefined;

  /** `pooled`: whether the address is that of a pooler, which refuses timeouts. */
  constructor(
    private readonly url: string,
    private readonly pooled = false,
  ) {}

  get pool(): pg.Pool {
    if (this.#opened) return this.#opened;
    const pool = new pg.Pool({
      Client: PooledClient,
      connectionString: this.url,
      application_name: 'quire aside',
      max: MOST,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
      ...(this.pooled ? {} : { statement_timeout: REQUEST_TIMEOUTS.statement_timeout }),
    });
    // The next statement fails on a lost connection; an `error` event without a listener would end the process.
    pool.on('error', () => undefined);
    return (this.#opened = pool);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#opened?.end();
  }
}
