import type { SpecificationOutline } from './outline/outline.js';
import type { SpecificationText } from './text/specification-text.js';

/** The text of a description of an API, as it was submitted or fetched. */
export interface SpecificationSource {
  /** OpenAPI 3.2, 3.1 or 3.0 or Swagger 2.0, as JSON or YAML. */
  text: string;
  /** Where it was fetched: the base of relative references. Without one, they are faults. */
  url?: string;
}

/** A file that a specification refers to. */
export interface LoadedReference {
  /** Where it was found after redirects. */
  url: string;
  text: string;
}

/**
 * Loads a file that a specification refers to, by its http(s) URL without a fragment. It throws on failure; the message
 * is shown to the user who submitted the specification.
 */
export type LoadReference = (url: string) => Promise<LoadedReference>;

/** What is wrong with a specification. */
export interface SpecificationFault {
  /** Where and what, in plain English. */
  message: string;
  /** What kind of fault it is, such as `UNRESOLVED_REFERENCE`. */
  code?: string;
}

/** What a specification was made into. */
export interface ProcessedSpecification {
  /** Of the submitted text. */
  format: 'json' | 'yaml';
  /** JSON text, OpenAPI 3.1, with the files it refers to taken in. References stay references. */
  specification: string;
  /** SHA-256 (hex) of the specification; neither the order of keys nor the form of the text counts. */
  contentHash: string;
  /** What is wrong with a specification that is shown all the same: the first 50. */
  faults: SpecificationFault[];
  faultCount: number;
  outline: SpecificationOutline;
  /** What blocks of pages show of it, each as Markdown. */
  texts: SpecificationText[];
}

/** The text is no specification that could be shown. */
export class SpecificationRefused extends Error {
  override name = 'SpecificationRefused';

  /** `faults` has the first 50 of `faultCount` faults, at least one. */
  constructor(
    readonly code: 'PARSE_ERROR' | 'FETCH_ERROR' | 'FETCH_TIMEOUT',
    readonly faults: SpecificationFault[],
    readonly faultCount = faults.length,
  ) {
    super(faults[0]?.message ?? 'The specification can’t be read');
  }
}

/** What processing one specification may take. */
export interface ProcessingLimits {
  /** Milliseconds from start to end, without the time that loading takes. */
  budgetMs: number;
  /** Memory of the process, MB. */
  memoryMb: number;
  /** Bytes of the text and of all files it refers to together. */
  maxBytes: number;
  /** Levels of objects and lists. */
  maxDepth: number;
  /** Files it may refer to, also by way of others. */
  maxReferences: number;
}

export const PROCESSING_LIMITS: ProcessingLimits = {
  budgetMs: 60_000,
  memoryMb: 1_024,
  maxBytes: 20 * 1_024 * 1_024,
  maxDepth: 200,
  maxReferences: 40,
};

/** A text that can't be read, with the reason in plain English. */
export function unreadable(message: string): SpecificationRefused {
  return new SpecificationRefused('PARSE_ERROR', [{ message: message.slice(0, 1_000), code: 'PARSE_ERROR' }]);
}
