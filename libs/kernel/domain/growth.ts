/** The settings of how long something is kept. */
export type RetentionSetting =
  | 'QUIRE_KEEP_DELETED_SPACE_DAYS'
  | 'QUIRE_KEEP_HISTORY_DAYS'
  | 'QUIRE_KEEP_SPEC_VERSIONS'
  | 'QUIRE_KEEP_INTEGRATION_VERSIONS'
  | 'QUIRE_KEEP_PARKED_JOB_DAYS'
  | 'QUIRE_KEEP_EVENT_DAYS'
  | 'QUIRE_KEEP_INSIGHT_DAYS'
  | 'QUIRE_KEEP_PRINT_DAYS'
  | 'QUIRE_KEEP_UNUSED_FILE_DAYS'
  | 'QUIRE_KEEP_AUDIT_DAYS';

/** Tables that grow together, and what bounds them. */
export interface Growth {
  /** What they hold, as an operator would say: `audit trail`. */
  readonly kind: string;
  /** Names of tables of the schema. */
  readonly tables: readonly string[];
  /** Until when rows are kept; `{keep}` is the value of the setting. */
  readonly kept: string;
  readonly setting?: RetentionSetting;
  /** The scheduled job that erases what is older. */
  readonly job?: string;
  /** A column by whose index the oldest row is found, as `table.column`. */
  readonly oldest?: string;
}

/** The growth of a schema with its name. */
export interface SchemaGrowth extends Growth {
  readonly schema: string;
}

/** The schema of the job queue, which is a library's. */
export const QUEUE_SCHEMA = 'graphile_worker';

const QUEUE: SchemaGrowth = {
  schema: QUEUE_SCHEMA,
  kind: 'jobs that wait or are parked',
  tables: ['_private_jobs', '_private_tasks', '_private_known_crontabs'],
  kept: 'until they are done; parked ones {keep} days',
  setting: 'QUIRE_KEEP_PARKED_JOB_DAYS',
  job: 'kernel.purge-parked-jobs',
};

const QUEUES: SchemaGrowth = {
  schema: QUEUE_SCHEMA,
  kind: 'queues of jobs, of spaces and organizations',
  tables: ['_private_job_queues'],
  kept: 'until no job is in them, an hour at most',
  job: 'kernel.delete-empty-queues',
};

/** Every schema has a list of its migrations, a row for each. */
export const OF_EVERY_SCHEMA = ['migration', 'migrations'];

/** What grows, of all contexts and of the queue. */
export function growthOf(contexts: readonly { schema: string; growth?: readonly Growth[] }[]): SchemaGrowth[] {
  return [QUEUE, QUEUES, ...contexts.flatMap(({ schema, growth = [] }) => growth.map((each) => ({ ...each, schema })))];
}
