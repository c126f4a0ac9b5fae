import type { EntitySchema } from 'typeorm';
import { Kernel1790000000001 } from './migrations/1790000000001-kernel.js';
import { ParkedJobs1790000002130 } from './migrations/1790000002130-parked-jobs.js';

/** The tables of the kernel itself. */
export const kernelPersistence = {
  schema: 'kernel',
  migrations: [Kernel1790000000001, ParkedJobs1790000002130],
  entities: [] as EntitySchema[],
};
