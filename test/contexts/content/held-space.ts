import type { TestServer } from '#testing/test-server';

/** Longer than anything that is waited for. */
const PATIENCE_MS = 60_000;

/**
 * Lets work begin while another transaction holds a space. Once the work waits for the space, `change` happens in that
 * transaction, and the work goes on: it finds what it looked at before to be another. Answers what it comes to.
 */
export async function changedMeanwhile<R>(
  server: TestServer,
  space: string,
  change: string,
  work: () => Promise<R>,
): Promise<R> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from content.space where id = $1 for update', [space]);
    let ended = false;
    const done = work().finally(() => (ended = true));
    // Its failure is the caller's, who waits for it below.
    done.catch(() => undefined);
    for (const giveUp = Date.now() + PATIENCE_MS; !(await isWaiting(server));) {
      if (ended) throw new Error('The work ended without having waited for the space');
      if (Date.now() > giveUp) throw new Error('The work never came to wait for the space');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await client.query(change, [space]);
    await client.query('commit');
    return await done;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function isWaiting(server: TestServer): Promise<boolean> {
  const rows = await server.rows(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
