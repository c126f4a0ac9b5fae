import type { PoolClient } from 'pg';
import { lockWaits } from '#testing/lock-waits';
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
  return holding(server, space, async (client) => {
    const done = await waiting(server, 1, work);
    await client.query(change, [space]);
    await client.query('commit');
    return done.result;
  });
}

/**
 * Lets work begin, look at a space, and wait for it while another request, which asked before, waits for it as well. Then
 * the request goes first, and the work finds what it came to. Answers what both come to.
 */
export async function overtaken<F, R>(
  server: TestServer,
  space: string,
  request: () => Promise<F>,
  work: () => Promise<R>,
): Promise<{ request: F; work: R }> {
  return holding(server, space, async (client) => {
    const first = await waiting(server, 1, request);
    const second = await waiting(server, 2, work);
    await client.query('commit');
    return { request: await first.result, work: await second.result };
  });
}

/** Does something while a transaction of its own holds a space. */
async function holding<R>(server: TestServer, space: string, task: (client: PoolClient) => Promise<R>): Promise<R> {
  const find = 'select organization_id as organization from content.space where id = $1';
  const [record] = await server.rows<{ organization: string }>(find, [space]);
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from content.space where organization_id = $1 and id = $2 for update', [
      record?.organization,
      space,
    ]);
    return await task(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Begins something; returns once so many transactions wait for a lock. Its result is wrapped, so that it is not awaited here. */
async function waiting<R>(server: TestServer, count: number, begin: () => Promise<R>): Promise<{ result: Promise<R> }> {
  let ended = false;
  const result = begin().finally(() => (ended = true));
  // Its failure is that of the caller, who awaits it.
  result.catch(() => undefined);
  for (const giveUp = Date.now() + PATIENCE_MS; (await lockWaits(server)) < count;) {
    if (ended) throw new Error('The work ended without having waited for the space');
    if (Date.now() > giveUp) throw new Error('The work never came to wait for the space');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { result };
}
