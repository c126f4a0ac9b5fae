import pg from 'pg';

const ignored = (): void => undefined;

/**
 * Connections for what a test reads and writes itself, so many at most. A test drops its database once this has ended,
 * which is before its connections have: what the server says to them then fails no test.
 */
export function testPool(connectionString: string, max = 4): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', ignored);
  pool.on('connect', (client) => client.on('error', ignored));
  return pool;
}

/** Runs `work` with a connection of its own to a database. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
