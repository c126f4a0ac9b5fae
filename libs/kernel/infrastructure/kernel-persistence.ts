import type { EntitySchema } from 'typeorm';
import { Kernel1790000000001 } from './migrations/1790000000001-kernel.js';

/** The tables of the kernel itself. */
export const kernelPersistence = {
  schema: 'kernel',
  migrations: [Kernel1790000000001],
  entities: [] as EntitySchema[],
};
