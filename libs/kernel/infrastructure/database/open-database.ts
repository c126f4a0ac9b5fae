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

const pools = new WeakMap<DataSource, pg.Pool>();

/** The pool that a data source opened. */
export function poolOf(dataSource: DataSource): pg.Pool {
  const pool = pools.get(dataSource);
  if (!pool) throw new Error('The data source is not open');
  return pool;
}

/** Opens the pool. The start has already checked that the server can be used. */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const opened: pg.Pool[] = [];
  class KnownPool extends pg.Pool {
    constructor(config?: pg.PoolConfig) {
      super(config);
      opened.push(this);
    }
  }
  const dataSource = new DataSource({
    type: 'postgres',
    driver: { Pool: KnownPool },
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
