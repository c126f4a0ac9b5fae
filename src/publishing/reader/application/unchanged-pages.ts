import type { KeptText, ReaderRequest } from './reader.queries.js';
import type { ReadPlace } from './read-place.js';

/** A page that a reader has already. */
export interface UnchangedPage {
  kept: KeptText;
  viewed: ReadPlace | undefined;
}

/** Knows from memory which pages readers have already. */
export abstract class UnchangedPages {
  /** The page at an address, if it is the one that the condition names and no change of it was heard. */
  abstract find(request: ReaderRequest, condition: string | undefined): UnchangedPage | undefined;
}
