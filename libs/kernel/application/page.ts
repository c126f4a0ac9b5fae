/** The requested part of a list. */
export interface PageRequest {
  /** 0 to 1000. */
  limit: number;
  /** The opaque token from the page before, absent for the first. */
  after?: string;
}

/** One page of a list, as every list operation returns it. `next` is absent on the last page. */
export interface Page<T> {
  items: T[];
  /** How many items this page has. */
  count: number;
  next?: { page: string };
}

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;
