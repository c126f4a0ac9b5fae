import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';

// Counts and sizes come as int8; all of ours fit a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  entities: EntitySchema[];
  /** Shown in pg_stat_activity. */
  applicationName?: string;
}

/**
 * A connection may end at a moment when nothing listens to its errors: the pool stops listening when it hands one over,
 * and its new user begins only a moment later. An error that arrives then, as that the server is shutting down, would
 * end the process. The pool and the next statement detect a lost connection by themselves.
 */
class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** How long connections that are in use may take to close. */
const CLOSE_MS = 1_000;
const LOOK_AGAIN_MS = 20;

const pools = new WeakMap<DataSource, KnownPool>();

/** A pool that knows the connections that are in use. */
class KnownPool extends pg.Pool {
  readonly inUse = new Set<pg.PoolClient>();

  constructor(readonly config?: pg.PoolConfig) {
    super(config);
    this.on('acquire', (client) => this.inUse.add(client));
    this.on('release', (_error, client) => this.inUse.delete(client));
    this.on('remove', (client) => this.inUse.delete(client));
  }
}

/** The pool that a data source opened. */
export function poolOf(dataSource: DataSource): pg.Pool {
  const pool = pools.get(dataSource);
  if (!pool) throw new Error('The data source is not open');
  return pool;
}

/**
 * Has the database end the connections that are in use, which rolls back their transactions: without it a long statement
 * would go on after the process has ended.
 */
export async function cutConnections(dataSource: DataSource): Promise<void> {
  const { config, inUse } = poolOf(dataSource) as KnownPool;
  const ids = [...inUse].map((client) => (client as unknown as { processID: number | null }).processID);
  const client = new PooledClient({ ...config, connectionTimeoutMillis: CLOSE_MS });
  try {
    await client.connect();
    await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [ids]);
  } finally {
    await client.end();
  }
}

/** Closes the pool; connections that remain in use for a second are cut. */
export async function closeDatabase(dataSource: DataSource): Promise<void> {
  if (!dataSource.isInitialized) return;
  const { inUse } = poolOf(dataSource) as KnownPool;
  const giveUp = performance.now() + CLOSE_MS;
  while (inUse.size > 0 && performance.now() < giveUp) await sleep(LOOK_AGAIN_MS);
  if (inUse.size > 0) await cutConnections(dataSource);
  await Promise.race([dataSource.destroy(), sleep(CLOSE_MS)]);
}

/** Opens the pool. The start has already checked that the server can be used. */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const opened: KnownPool[] = [];
  class OpenedPool extends KnownPool {
    constructor(config?: pg.PoolConfig) {
      super(config);
      opened.push(this);
    }
  }
  const dataSource = new DataSource({
    type: 'postgres',
    driver: { Pool: OpenedPool },
    url: options.url,
    entities: options.entities,
    synchronize: false,
    migrationsRun: false,
    poolSize: options.poolSize,
    applicationName: options.applicationName ?? 'quire',
    extra: {
      Client: PooledClient,
      connectionTimeoutMillis: 10_000,
      // Connections stay open: each has its prepared statements, and a timer for each release costs as well.
      idleTimeoutMillis: 0,
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 120_000,
      // A transaction sends statements before the earlier ones are answered.
      pipeline: true,
    },
  });
  await dataSource.initialize();
  const [pool] = opened;
  if (pool) pools.set(dataSource, pool);
  return dataSource;
}
