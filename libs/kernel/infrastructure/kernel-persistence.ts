import type { EntitySchema } from 'typeorm';
import { Kernel1790000000001 } from './migrations/1790000000001-kernel.js';
import { Quotas1790000002050 } from './migrations/1790000002050-quotas.js';
import { SecretKey1790000002125 } from './migrations/1790000002125-secret-key.js';
import { ParkedJobs1790000002130 } from './migrations/1790000002130-parked-jobs.js';

/** The tables of the kernel itself. */
export const kernelPersistence = {
  schema: 'kernel',
  migrations: [Kernel1790000000001, Quotas1790000002050, SecretKey1790000002125, ParkedJobs1790000002130],
  sealed: ['idempotent_request.body'],
  entities: [] as EntitySchema[],
};
