/** An order of a PDF: the content of one revision, and the text of the cover. */
export interface PrintOrder {
  organizationId: string;
  /** SHA-256 (hex) of all that the result depends on: orders for the same have the same. */
  key: string;
  spaceId: string;
  revisionId: string;
  /** The page it begins with, and ends with where `only`; the whole space without. */
  pageId: string | null;
  only: boolean;
  language: string;
  title: string;
  subtitle: string | null;
}

export type PrintState = 'waiting' | 'done' | 'failed';

/** Characters of one script that there is no font for. */
export interface UnprintedCharacters {
  script: string;
  characters: string;
}

export interface Print {
  state: PrintState;
  /** Why it failed, for people. */
  error: string | null;
  /** What of it could not be printed. */
  unprinted: UnprintedCharacters[];
}

/** How often a print is tried before it is given up. */
export const PRINT_ATTEMPTS = 4;
/** Prints of one organization that may wait at a time. */
export const MOST_WAITING = 20;
/** One PDF is made at a time, so that the other jobs always have a place. */
export const PRINT_QUEUE = 'content.print';

/** The PDFs that are wanted or made. They are kept for a while, and asked for again they are there already. */
export abstract class Prints {
  /** Locks the prints of an organization and returns the number of waiting ones. */
  abstract waiting(organizationId: string): Promise<number>;

  /** Records an order as waiting, unless it waits or is done already. Returns whether it has to be printed. */
  abstract order(order: PrintOrder, now: Date): Promise<boolean>;

  abstract find(organizationId: string, key: string): Promise<Print | undefined>;

  /** Forgets a print that is done. */
  abstract forgetOne(organizationId: string, key: string): Promise<void>;
}
