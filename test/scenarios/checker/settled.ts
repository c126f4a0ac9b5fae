import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SUPERSEDED } from '#kernel/infrastructure/jobs/parked-jobs';

/**
 * Longer than the wait of a job that failed five times while the database was away: e³ + e⁴ + e⁵ seconds after the
 * first two.
 */
const PATIENCE_MS = 240_000;

const WAITING = `select
    (select count(*) from graphile_worker._private_jobs j where j.payload->>'organization' = $1
      and j.payload->>'eventName' <> '' and not (${SUPERSEDED}))::int as events,
    (select count(*) from content.space_head h
      join content.revision r on r.organization_id = h.organization_id and r.id = h.revision_id
      left join content.indexed_revision i on i.organization_id = h.organization_id and i.space_id = h.space_id
      where h.organization_id = $1 and h.space_id = $2
        and (i.space_id is null or i.pages_root is distinct from r.pages_root))::int as indexes`;

/** The queued jobs and their locks, for finding the reason. */
const QUEUED = `select string_agg(format('%s, %s attempts, due in %s s, locked by %s%s', j.task_identifier, j.attempts,
      round(extract(epoch from j.run_at - now())), coalesce(j.locked_by, 'nobody'), case
        when j.locked_by is null then '' when p.id is null then ' (unknown)' else ' (known)' end), '; ') as jobs
    from graphile_worker.jobs j left join kernel.process p on j.locked_by = any(p.job_holders)`;

/**
 * Waits for background work: until all reactions to events have run and the search index has the current content.
 * Returns what is missing after the time limit.
 */
export async function settled(databaseUrl: string, organization: string, space: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const giveUp = performance.now() + PATIENCE_MS; ; await sleep(50)) {
      const { rows } = await client.query<{ events: number; indexes: number }>(WAITING, [organization, space]);
      const [{ events, indexes } = { events: 0, indexes: 0 }] = rows;
      if (events + indexes === 0) return [];
      if (performance.now() < giveUp) continue;
      const [{ jobs = null } = {}] = (await client.query<{ jobs: string | null }>(QUEUED)).rows;
      const queued = `queued: ${jobs ?? 'nothing'}`;
      return [
        ...(events > 0 ? [`${events} reactions never ran; ${queued}`] : []),
        ...(indexes > 0 ? [`Search never knew the current content; ${queued}`] : []),
      ];
    }
  } finally {
    await client.end();
  }
}
