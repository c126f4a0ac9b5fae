import type { LoadReference, ProcessedSpecification, ProcessingLimits, SpecificationSource } from './specification.js';

/**
 * Makes of a specification what is stored of it, in a thread of its own that is ended when it takes too long or too
 * much memory. Throws `SpecificationRefused`.
 */
export function processSpecification(
  _source: SpecificationSource,
  _load: LoadReference,
  _limits: Partial<ProcessingLimits> = {},
): Promise<ProcessedSpecification> {
  return Promise.reject(new Error('Not yet'));
}
