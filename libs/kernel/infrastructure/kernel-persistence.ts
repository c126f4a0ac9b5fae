import type { EntitySchema } from 'typeorm';
import { Backups1790000070810 } from './migrations/1790000070810-backups.js';
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
  ],
  sealed: ['idempotent_request.body'],
  entities: [] as EntitySchema[],
};
