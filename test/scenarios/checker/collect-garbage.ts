import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The organization has garbage, all of which is due; the job is enqueued as its schedule does. */
const WANTED = `insert into content.garbage_collection (organization_id, wanted, deletes_after)
  values ($1, true, now() - interval '1 second') on conflict (organization_id) do update
  set wanted = true, begins_after = null, deletes_after = excluded.deletes_after`;
const ENQUEUED = `select graphile_worker.add_job('content.collect-garbage', '{}', job_key := 'content.collect-garbage')`;

/** Has a server that runs jobs collect an organization's garbage now. Fails while the database is down. */
export async function collectGarbage(databaseUrl: string, organization: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(WANTED, [organization]);
    await client.query(ENQUEUED);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const PATIENCE_MS = 60_000;

/** Has all garbage of an organization collected, and waits for it. */
export async function garbageCollected(databaseUrl: string, organization: string): Promise<void> {
  await collectGarbage(databaseUrl, organization);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const left = 'select from content.garbage_collection where organization_id = $1 and (wanted or phase is not null)';
    for (const until = performance.now() + PATIENCE_MS; ; await sleep(100)) {
      const { rowCount } = await client.query(left, [organization]);
      if (rowCount === 0) return;
      if (performance.now() > until) throw new Error('Garbage was not collected within a minute');
      await client.query(ENQUEUED);
    }
  } finally {
    await client.end();
  }
}
