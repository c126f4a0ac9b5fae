import type { Caller } from './caller.js';

const MARKED = new WeakSet<object>();

/** Marks a query of visitors who are not known: it may be answered from a replica, see `ReplicaReads`. */
export function MayReadReplica(): ClassDecorator {
  return (query) => void MARKED.add(query);
}

/** Whether a query may be answered from a replica: a marked one, or one of a visitor of a site for its live content. */
export function mayReadReplica(query: object): boolean {
  if (MARKED.has(query.constructor)) return true;
  const visitor = visitorOf(query);
  return visitor !== undefined && visitor.preview === undefined;
}

/** The visitor that a query is for, if any. */
export function visitorOf(query: object): Caller['visitor'] {
  return (query as { caller?: Caller }).caller?.visitor;
}

/**
 * Queries that may be answered from a replica, which can be up to two seconds older than the database. What they need
 * newer they name here: the query then begins again at the primary. Without effect for other queries.
 */
export abstract class ReplicaReads {
  /** Needs records (the ids that `UnchangedRecords` takes; none for all) as they are after all changes that were heard. */
  abstract requireCurrent(...records: string[]): void;
  /** Needs the primary: for members, who see what they wrote. */
  abstract requirePrimary(): void;
}
