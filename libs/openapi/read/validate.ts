import { validate } from '@scalar/openapi-parser';
import type { SpecificationFault } from '../specification.js';
import { isObject, type JsonObject } from './tidy.js';

/** What of a specification its version does not allow. References are none of it. */
export async function faultsOfForm(specification: JsonObject): Promise<SpecificationFault[]> {
  // It fills in what is missing of `info`, which must be an object.
  const { info, ...rest } = specification;
  const copy = isObject(info) ? { ...rest, info: { version: '', ...info } } : rest;
  const { errors = [] } = await validate(copy, WITHOUT_REFERENCES);
  const faults = errors
    .filter(({ path }) => path !== undefined)
    .map(({ path, message }) => fault(`At #${String(path)}: ${message}`));
  if (isObject(info) && typeof info['version'] !== 'string') faults.unshift(fault('At #/info: `version` is missing'));
  return faults;
}

/**
 * The validator would follow references as well, but fails on long chains and unknown references, and reports them
 * without a path: so it stops at the first one.
 */
const WITHOUT_REFERENCES: Parameters<typeof validate>[1] & { onDereference: () => never } = {
  onDereference: () => {
    throw new Error('References are followed elsewhere');
  },
};

const fault = (message: string): SpecificationFault => ({ message: message.slice(0, 1_000), code: 'VALIDATION_ERROR' });
