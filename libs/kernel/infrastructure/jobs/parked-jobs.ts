import type pg from 'pg';
import { JOB_TABLE, TASK_TABLE } from '#library-internals';

/** A job that is no longer run by itself: a dead letter. */
export interface ParkedJob {
  id: string;
  /** The name of the job or of the reaction. */
  name: string;
  payload: unknown;
  attempts: number;
  /** The error of the last attempt; absent where the process ended. */
  error: string | null;
  parkedAt: Date;
}

/**
 * A job that a later one of its key replaced while it ran: graphile-worker removes its key and uses up its attempts. Its row
 * remains if its process ended meanwhile. The later job does its work, so it is not parked; `ProcessLease` deletes it.
 */
export const SUPERSEDED =
  'j.key is null and j.last_error is null and j.max_attempts > 1 and j.attempts >= j.max_attempts';

/** Jobs whose attempts are used up, and those during which processes ended (see `FatalJobs`), as rows of `parked`. */
const PARKED = `fatal as (
    select 'crash-' || left(key, 12) as id, task as name, payload, ends as attempts, null::text as error,
      parked_at as "parkedAt"
    from kernel.fatal_job where parked_at is not null
  ), parked as (
    select j.id::text as id, t.identifier as name, j.payload::jsonb as payload, j.attempts::int as attempts,
      j.last_error as error, j.updated_at as "parkedAt"
    from ${JOB_TABLE} j join ${TASK_TABLE} t on t.id = j.task_id
    where j.attempts >= j.max_attempts and j.locked_at is null and not (${SUPERSEDED})
      and not exists (select from fatal f where f.name = t.identifier and f.payload = j.payload::jsonb)
    union all select * from fatal
  )`;

/** More are listed after some of these are released. */
const MOST_LISTED = 1000;

type Client = Pick<pg.Client, 'query'>;

/** The parked jobs, the latest first. */
export async function parkedJobs(client: Client): Promise<ParkedJob[]> {
  const { rows } = await client.query<ParkedJob>(
    `with ${PARKED} select * from parked order by "parkedAt" desc, id limit ${MOST_LISTED}`,
  );
  return rows;
}

/** The number of parked jobs, counted up to the limit of the list. */
export async function countParkedJobs(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with ${PARKED} select count(*)::int as count from (select from parked limit ${MOST_LISTED}) counted`,
  );
  return rows[0]?.count ?? 0;
}

/** Releases one of them, or all, to run again with all attempts. Returns how many. */
export async function releaseJobs(client: Client, id?: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with ${PARKED}, released as (
       select * from parked where $1::text is null or id = $1
     ), forgotten as (
       delete from kernel.fatal_job f using released r where r.id = 'crash-' || left(f.key, 12) returning f.key
     ), again as (
       select graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
       from ${JOB_TABLE} j
       join ${TASK_TABLE} t on t.id = j.task_id
       join released r on r.id = j.id::text
         or r.id like 'crash-%' and r.name = t.identifier and r.payload = j.payload::jsonb
       having count(*) > 0
     ) select count(*)::int as count, (select count(*) from again) as again, (select count(*) from forgotten) as forgotten
       from released`,
    [id ?? null],
  );
  return rows[0]?.count ?? 0;
}
