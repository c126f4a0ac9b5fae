import type pg from 'pg';

export interface ParkedJob {
  task: string;
  payload: unknown;
  parkedAt: Date;
}

/** The parked jobs: processes ended while they ran (see `FatalJobs`), the latest first. */
export async function parkedJobs(client: pg.Client): Promise<ParkedJob[]> {
  const { rows } = await client.query<ParkedJob>(
    `select task, payload, parked_at as "parkedAt" from kernel.fatal_job
     where parked_at is not null order by parked_at desc, key limit 1000`,
  );
  return rows;
}

/** Has all of them tried again, those too that the queue has given up meanwhile. Answers how many they are. */
export async function releaseJobs(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with released as (
       delete from kernel.fatal_job where parked_at is not null returning task, payload
     ), again as (
       select graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       join released r on r.task = t.identifier and r.payload = j.payload::jsonb
       having count(*) > 0
     ) select count(*)::int as count, (select count(*) from again) as again from released`,
  );
  return rows[0]?.count ?? 0;
}
