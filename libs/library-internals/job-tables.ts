/** Tables of graphile-worker that hold what its views and functions leave out: payloads of jobs, queues without jobs. */
export const JOB_TABLE = 'graphile_worker._private_jobs';
export const TASK_TABLE = 'graphile_worker._private_tasks';
export const QUEUE_TABLE = 'graphile_worker._private_job_queues';
