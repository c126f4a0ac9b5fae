import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';

const MOST = 2;
const WAIT_MS = 10_000;
const IDLE_MS = 60_000;

/**
 * Connections for what is read aside while a transaction holds another: were they of the same pool, all that have one
 * could wait for one more. Holding one of these, a request waits for no other connection. Opened when they are needed first.
 */
export class AsideConnections implements OnApplicationShutdown {
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
    // A lost connection is noticed by the next statement; unheard, it would end the process.
    const ignored = (): undefined => undefined;
    pool.on('error', ignored);
    pool.on('connect', (client) => client.on('error', ignored));
    return (this.#opened = pool);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#opened?.end();
  }
}
