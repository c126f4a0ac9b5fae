import { Invalid } from '../domain/errors.js';

/** The content of an entity tag between its quotes (RFC 9110, 8.8.3). */
const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** Tags separated by commas; list elements may be empty (RFC 9110, 5.6.1). */
const TAGS = /^[\s,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,[\s,]*|$))+$/;

/** Whether an `If-None-Match` header contains this entity tag (weak comparison, as RFC 9110 requires for reads). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === bare);
}

/**
 * The states of a record that an `If-Match` header names: `*` for any, else those of its strong tags. A weak tag never
 * matches (strong comparison, RFC 9110). Throws Invalid for what is no list of tags.
 */
export function statesIn(header: string): '*' | string[] {
  if (header.trim() === '*') return '*';
  if (!TAGS.test(header)) throw new Invalid('If-Match takes * or tags as ETag gives them, with their quotes');
  const tags = header.matchAll(/(W\/)?"([^"]*)"/g);
  return [...tags].flatMap(([, weak, tag = '']) => (weak === undefined ? [stateIn(tag)] : []));
}

/** The state of the record in an entity tag. */
export function stateOf(etag: string): string {
  return stateIn(TAG.exec(etag)?.[2] ?? '');
}

const stateIn = (tag: string): string => /^[^.]*/.exec(tag)?.[0] ?? '';

const STATE = Symbol('quire:state');

/** Attaches the state of its record to a view, for records that are read in several forms or as a part of others. */
export function withState<V extends object>(view: V, state: string): V {
  return Object.defineProperty(view, STATE, { value: state });
}

/** The state that was attached to a view, if any. */
export function stateShownIn(view: unknown): string | undefined {
  return typeof view === 'object' && view !== null ? (view as { [STATE]?: string })[STATE] : undefined;
}

/**
 * A precondition of a request on the record it changes: that it is unchanged since the caller read it, or that there is
 * none.
 */
export interface Condition {
  /** The record. Requests with a precondition on the same record run one at a time. */
  readonly record: string;
  /** Reads the committed record and returns whether the precondition holds. */
  holds(): Promise<boolean>;
  /** The message of the error when it does not. */
  readonly refusal: string;
}

/**
 * Passes the precondition of the current request to the transaction in which its work is done. It is checked there
 * after all writes and before the commit, so handlers need not check it, and their own refusals come first.
 */
export abstract class Conditions {
  /** Makes `condition` current until the work has ended. */
  abstract during<R>(condition: Condition, work: () => Promise<R>): Promise<R>;
  /** Takes the precondition in order to check it; undefined where there is none, or it was taken before. */
  abstract take(): Condition | undefined;
  /** Whether the current work is the reading of a record for a precondition. */
  abstract readonly reading: boolean;
}
