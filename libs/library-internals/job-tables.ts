/** Tables of graphile-worker that hold what its views and functions leave out: the payloads of jobs. */
export const JOB_TABLE = 'graphile_worker._private_jobs';
export const TASK_TABLE = 'graphile_worker._private_tasks';
