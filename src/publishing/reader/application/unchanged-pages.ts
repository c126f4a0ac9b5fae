import type { KeptText, ReaderRequest } from './reader.queries.js';
import type { ReadPlace } from './read-place.js';

/** A page that was shown before, and the same since. */
export interface UnchangedPage {
  kept: KeptText;
  viewed: ReadPlace | undefined;
}

/** Knows from memory which pages are what they were. */
export abstract class UnchangedPages {
  /** The page at an address, if it is kept for this visitor and no change of it was heard. */
  abstract find(request: ReaderRequest): UnchangedPage | undefined;
}
