import pg from 'pg';

/** As many organizations as there are have garbage, all of which is due; the job is enqueued as its schedule does. */
const WANTED = `insert into content.garbage_collection as g (organization_id, wanted, deletes_after, written_by)
  select distinct organization_id, true, now() - interval '1 second', pg_current_xact_id()::text::bigint
  from content.space on conflict (organization_id) do update
  set wanted = true, deletes_after = excluded.deletes_after, written_by = excluded.written_by`;
const ENQUEUED = `select graphile_worker.add_job('content.collect-garbage', '{}', job_key := 'content.collect-garbage')`;

/** Has a server that runs jobs collect garbage now. Fails while the database is down. */
export async function collectGarbage(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(WANTED);
    await client.query(ENQUEUED);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How many organizations have had a collection that ended. */
export async function collections(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from content.garbage_collection where ended_at is not null',
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
