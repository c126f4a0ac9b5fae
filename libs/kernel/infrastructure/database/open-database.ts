import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';
import { newId } from '../../domain/id.js';
import { PooledClient } from './pooled-client.js';
import { REQUEST_TIMEOUTS } from './request-timeouts.js';

// Counts and sizes come as int8; all of ours fit a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  /** The same database through a pooler, for the connections of requests. */
  pooledUrl?: string | undefined;
  poolSize: number;
  entities: EntitySchema[];
  /** Shown in pg_stat_activity. */
  applicationName?: string;
}

/** How long connections that are in use may take to close. */
const CLOSE_MS = 1_000;
const LOOK_AGAIN_MS = 20;

interface Opened {
  pool: KnownPool;
  /** The name of its connections where a pooler passes them on, which hides their ids; undefined without one. */
  pooledName: string | undefined;
  url: string;
}

const opened = new WeakMap<DataSource, Opened>();

/** A pool that knows the connections that are in use. */
class KnownPool extends pg.Pool {
  /** Of each connection, whether it is in use. */
  readonly #clients = new Map<pg.PoolClient, boolean>();

  constructor(readonly config?: pg.PoolConfig) {
    super(config);
    this.on('acquire', (client) => this.#clients.set(client, true));
    this.on('release', (_error, client) => this.#clients.set(client, false));
    this.on('remove', (client) => this.#clients.delete(client));
  }

  get inUse(): pg.PoolClient[] {
    return [...this.#clients].filter(([, inUse]) => inUse).map(([client]) => client);
  }
}

/** The pool that a data source opened. */
export function poolOf(dataSource: DataSource): pg.Pool {
  return openedOf(dataSource).pool;
}

function openedOf(dataSource: DataSource): Opened {
  const known = opened.get(dataSource);
  if (!known) throw new Error('The data source is not open');
  return known;
}

/**
 * Has the database end the connections that are in use, which rolls back their transactions: without it a long statement
 * would go on after the process has ended.
 */
export async function cutConnections(dataSource: DataSource): Promise<void> {
  const { pool, pooledName, url } = openedOf(dataSource);
  const ids = pool.inUse.map((client) => (client as unknown as { processID: number | null }).processID);
  const client = new PooledClient({ connectionString: url, connectionTimeoutMillis: CLOSE_MS });
  try {
    await client.connect();
    if (pooledName === undefined) {
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [ids]);
    } else {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = $1 and state <> 'idle'`,
        [pooledName],
      );
    }
  } finally {
    await client.end();
  }
}

/** Closes the pool; connections that remain in use for a second are cut. */
export async function closeDatabase(dataSource: DataSource): Promise<void> {
  if (!dataSource.isInitialized) return;
  const { pool } = openedOf(dataSource);
  const giveUp = performance.now() + CLOSE_MS;
  while (pool.inUse.length > 0 && performance.now() < giveUp) await sleep(LOOK_AGAIN_MS);
  if (pool.inUse.length > 0) await cutConnections(dataSource);
  await Promise.race([dataSource.destroy(), sleep(CLOSE_MS)]);
}

/** Opens the pool. The start has already checked that the server can be used. */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const { url, pooledUrl, applicationName = 'quire' } = options;
  const pools: KnownPool[] = [];
  class OpenedPool extends KnownPool {
    constructor(config?: pg.PoolConfig) {
      super(config);
      pools.push(this);
    }
  }
  const pooledName = pooledUrl === undefined ? undefined : `${applicationName} ${newId()}`;
  const dataSource = new DataSource({
    type: 'postgres',
    driver: { Pool: OpenedPool },
    url: pooledUrl ?? url,
    entities: options.entities,
    synchronize: false,
    migrationsRun: false,
    poolSize: options.poolSize,
    applicationName: pooledName ?? applicationName,
    extra: {
      Client: PooledClient,
      connectionTimeoutMillis: 10_000,
      // Connections stay open: each has its prepared statements, and a timer for each release costs as well.
      idleTimeoutMillis: 0,
      // A pooler refuses them.
      ...(pooledUrl === undefined ? REQUEST_TIMEOUTS : {}),
      // A transaction sends statements before the earlier ones are answered.
      pipeline: true,
    },
  });
  await dataSource.initialize();
  const [pool] = pools;
  if (pool) opened.set(dataSource, { pool, pooledName, url });
  return dataSource;
}
