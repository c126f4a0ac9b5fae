import type { Growth } from '../domain/growth.js';
import type { EntitySchema } from 'typeorm';
import { Backups1790000070810 } from './migrations/1790000070810-backups.js';
import { BoundingRuns1790000070820 } from './migrations/1790000070820-bounding-runs.js';
import { Kernel1790000000001 } from './migrations/1790000000001-kernel.js';
import { Notices1790000060540 } from './migrations/1790000060540-notices.js';
import { ParkedJobs1790000002130 } from './migrations/1790000002130-parked-jobs.js';
import { Quotas1790000002224 } from './migrations/1790000002224-quotas.js';
import { Reactions1790000010636 } from './migrations/1790000010636-reactions.js';
import { SecretKey1790000002225 } from './migrations/1790000002225-secret-key.js';

/** The tables of the kernel itself. */
export const kernelPersistence = {
  schema: 'kernel',
  migrations: [
    Kernel1790000000001,
    ParkedJobs1790000002130,
    Quotas1790000002224,
    SecretKey1790000002225,
    Reactions1790000010636,
    Notices1790000060540,
    Backups1790000070810,
    BoundingRuns1790000070820,
  ],
  sealed: ['idempotent_request.body'],
  growth: [
    {
      kind: 'repeated requests',
      tables: ['idempotent_request'],
      kept: '24 hours',
    },
    {
      kind: 'shares of rate limits',
      tables: ['quota_use'],
      kept: 'ten minutes',
    },
    {
      kind: 'processes and the jobs they run',
      tables: ['process', 'running_job'],
      kept: 'as long as they run',
    },
    {
      kind: 'jobs that ended processes',
      tables: ['fatal_job'],
      kept: '{keep} days',
      setting: 'QUIRE_KEEP_PARKED_JOB_DAYS',
      job: 'kernel.purge-parked-jobs',
    },
    {
      kind: 'events of processes of an older version',
      tables: ['outbox'],
      kept: 'until they are jobs, at once',
    },
    {
      kind: 'state of the server',
      tables: ['secret_key', 'backup_state', 'bounding_run'],
      kept: 'a row each',
    },
  ] satisfies Growth[],
  entities: [] as EntitySchema[],
};
