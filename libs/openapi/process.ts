import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  PROCESSING_LIMITS,
  type LoadReference,
  type ProcessedSpecification,
  type ProcessingLimits,
  type SpecificationSource,
} from './specification.js';
import { workInProcess } from './worker/in-process.js';

/** Beside the bundle that runs; what is compiled only, or run from the sources, has it nowhere. */
const WORKER = fileURLToPath(new URL('./openapi-worker.js', import.meta.url));

/**
 * Makes of a specification what is stored of it, in a process of its own that is ended when it takes too long or too
 * much memory. Run from the sources, where there is no built worker, it is done in place. Throws `SpecificationRefused`.
 * What checks and upgrades specifications takes hundreds of milliseconds to load, and is loaded only where it is used.
 */
export async function processSpecification(
  source: SpecificationSource,
  load: LoadReference,
  limits: Partial<ProcessingLimits> = {},
): Promise<ProcessedSpecification> {
  const all = { ...PROCESSING_LIMITS, ...limits };
  if (existsSync(WORKER)) return workInProcess(WORKER, source, load, all);
  const { workOn } = await import('./work.js');
  return workOn(source, load, all);
}
