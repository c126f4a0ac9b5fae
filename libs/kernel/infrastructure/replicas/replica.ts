import pg from 'pg';
import { PooledClient } from '../database/pooled-client.js';
import { REQUEST_TIMEOUTS } from '../database/request-timeouts.js';
import { Looks } from './looks.js';

const CONNECT_MS = 2_000;

interface Look {
  system: string;
  isReplica: boolean;
  replayed: number | null;
}

const LOOK = `select (select system_identifier::text from pg_control_system()) as system,
  pg_is_in_recovery() as "isReplica", (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as replayed`;

/** How far a replica is. */
export interface Progress {
  /** Bytes of the write-ahead log that it has. */
  replayed: number;
  /** It is a primary now. */
  isPromoted: boolean;
}

/** One streaming replica: its connections, and how much of the write-ahead log it has replayed. */
export class Replica {
  /** Host and port, for logs. */
  readonly name: string;
  readonly #looks: Looks<Look>;
  #pool: pg.Pool | undefined;
  readonly #clients = new Set<pg.PoolClient>();
  #state: string | undefined;

  constructor(
    private readonly url: string,
    private readonly poolSize: number,
    /** The primary's, once it is known. */
    private readonly system: () => string | undefined,
    private readonly log: (line: string) => void,
  ) {
    this.name = new URL(url).host;
    this.#looks = new Looks(url, LOOK);
  }

  /** Opened on first use. */
  get pool(): pg.Pool {
    if (this.#pool) return this.#pool;
    const pool = new pg.Pool({
      Client: PooledClient,
      connectionString: this.url,
      application_name: 'quire replica',
      max: this.poolSize,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 0,
      ...REQUEST_TIMEOUTS,
    });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => this.#clients.add(client));
    pool.on('remove', (client) => this.#clients.delete(client));
    return (this.#pool = pool);
  }

  /** Looks how far it is; undefined where it can't be used. Never throws. */
  async look(): Promise<Progress | undefined> {
    const found = await this.#looks.now();
    const system = this.system();
    if (typeof found === 'string') return this.#refuse(found);
    if (system === undefined) return this.#refuse('the primary does not answer');
    if (found.system !== system) return this.#refuse('it is a replica of another database');
    return { replayed: found.replayed ?? 0, isPromoted: !found.isReplica };
  }

  /** Logs why it is not used from now on, or that it is. */
  note(problem: string | undefined): void {
    const state = problem ?? 'used';
    if (state === this.#state) return;
    this.#state = state;
    this.log(`The replica ${this.name} is ${problem === undefined ? 'used' : `not used: ${problem}`}`);
  }

  async close(): Promise<void> {
    this.#cut();
    await this.#looks.close();
  }

  /** Ends its connections, so that what waits for answers fails now and not when its time is over. */
  #cut(): void {
    const pool = this.#pool;
    this.#pool = undefined;
    // With a statement under way, this closes the connection at once.
    for (const client of this.#clients) void (client as unknown as pg.Client).end().catch(() => undefined);
    this.#clients.clear();
    void pool?.end().catch(() => undefined);
  }

  #refuse(problem: string): undefined {
    this.note(problem);
    this.#cut();
  }
}
