/** Which part of a list is wanted. */
export interface PageRequest {
  /** 0 to 1000. */
  limit: number;
  /** The opaque token of the page before, absent for the first. */
  after?: string;
}

/** One page of a list, as every list operation answers it. `next` is absent on the last page. */
export interface Page<T> {
  items: T[];
  /** How many items this answer carries. */
  count: number;
  next?: { page: string };
}

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;
