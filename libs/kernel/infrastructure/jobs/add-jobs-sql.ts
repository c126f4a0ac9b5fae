import { JOB_TABLE } from '#library-internals';

/** How long debounced jobs wait for what else is changed, milliseconds. */
export const DEBOUNCE_MS = 500;
/** A job that is due longer than this, seconds, is left to the polls of workers, if there are any. */
const POLLED_AFTER = 5;

/**
 * The statement that adds jobs, given column by column: names ($1), payloads, queues, times, most attempts, keys,
 * priorities, which are debounced ($8), and the keys of those that need not be added where one waits ($9). `conditions`
 * are those of reactions, by name; $10 is the organization of the events that they are about.
 *
 * Adding a job costs the queue several statements, and a new version of the row of one that waits. So one that waits is
 * left, and locked until the commit: a worker passes over locked rows, so it begins when it sees the change. One that
 * a worker has begun, or is about to begin (its row is locked then), does not wait any more, and another is added.
 *
 * The queue (graphile-worker 0.17) adds none where a worker was just taking the one of the same key, and does as soon as
 * that is committed: those are added once more.
 *
 * Jobs are due by the clock, not by the start of the transaction: a transaction that waited for a lock queues after the
 * one that had it.
 *
 * `flagged`: each job may have a flag ($11), which the queue keeps with it.
 */
export function addJobsSql(conditions: ReadonlyMap<string, string>, flagged = false): string {
  return `with waiting as materialized (
  select key, run_at from ${JOB_TABLE}
  where key = any($9::text[]) and is_available and attempts = 0
  for key share skip locked
), woken as materialized (
  -- A worker that looked while this row was locked looks again.
  select pg_notify('jobs:insert', '{"count":1}') from waiting
  where run_at between clock_timestamp() - interval '${POLLED_AFTER} seconds' and clock_timestamp()
  limit 1
), job as materialized (
  select (name, payload::json, queue, coalesce(run_at, clock_timestamp()
      + case when debounced then interval '${DEBOUNCE_MS} milliseconds' else interval '0' end),
    max_attempts, key, priority, ${flagged ? 'case when flag is not null then array[flag] end' : 'null'})::graphile_worker.job_spec as spec
  from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::int[], $8::boolean[]${flagged ? ', $11::text[]' : ''})
    as job (name, payload, queue, run_at, max_attempts, key, priority, debounced${flagged ? ', flag' : ''})
  where (key is null or key not in (select key from waiting))${conditionsSql(conditions)}
), added as materialized (
  select added.key
  from (select array_agg(spec) as specs from job) as jobs cross join lateral graphile_worker.add_jobs(specs) as added
  where specs is not null
), again as materialized (
  select added.key
  from (
    select array_agg(spec) as specs from job
    where (spec).job_key is not null and (spec).job_key not in (select key from added where key is not null)
  ) as jobs cross join lateral graphile_worker.add_jobs(specs) as added
  where specs is not null
)
select (select count(*) from woken) as woken, (select count(*) from added) as added, (select count(*) from again) as again,
  $10::text as organization`;
}

function conditionsSql(conditions: ReadonlyMap<string, string>): string {
  if (conditions.size === 0) return '';
  const cases = [...conditions].map(
    ([name, condition]) => `
      when '${name}' then (select ${condition} from (select payload::jsonb as event offset 0) as stored)`,
  );
  return `
    and case name${cases.join('')} else true end`;
}
