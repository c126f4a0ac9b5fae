import { TEST_NODES } from './test-nodes.js';
import type { TestServer } from './test-server.js';

/** What waits for a lock in the database, on whichever node; it can be cancelled by its `pid`. */
const WAITS =
  TEST_NODES.length > 0
    ? `select global_pid as pid from citus_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    : `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

type Asked = Pick<TestServer, 'rows'>;

/** How many statements wait for a lock. */
export async function lockWaits(server: Asked): Promise<number> {
  return (await server.rows(WAITS)).length;
}

/** Cancels all statements that wait for a lock; returns how many. */
export async function cancelLockWaits(server: Asked): Promise<number> {
  return (await server.rows(`select pg_cancel_backend(pid) from (${WAITS}) waiting`)).length;
}

/** Does something while a transaction has run a statement, such as one that locks a row; then it is committed. */
export async function whileHeld<R>(
  { pool }: Pick<TestServer, 'pool'>,
  statement: string,
  values: readonly unknown[],
  work: () => Promise<R>,
): Promise<R> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(statement, [...values]);
    const result = await work();
    await client.query('commit');
    return result;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
