import { Invalid } from '../domain/errors.js';

/** What an entity tag holds between its quotes (RFC 9110, 8.8.3). */
const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** Tags separated by commas, of which some may have nothing before them (RFC 9110, 5.6.1). */
const TAGS = /^[\s,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,[\s,]*|$))+$/;

/** Whether an `If-None-Match` header names this entity tag (weak comparison, as RFC 9110 has it for reads). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === bare);
}

/**
 * The states of a record that an `If-Match` header names: `*` for any, else those of its strong tags. A weak tag names
 * none (strong comparison, RFC 9110). Throws Invalid for what is no list of tags.
 */
export function statesIn(header: string): '*' | string[] {
  if (header.trim() === '*') return '*';
  if (!TAGS.test(header)) throw new Invalid('If-Match takes * or tags as ETag gives them, with their quotes');
  const tags = header.matchAll(/(W\/)?"([^"]*)"/g);
  return [...tags].flatMap(([, weak, tag = '']) => (weak === undefined ? [stateIn(tag)] : []));
}

/** The state of the record that an entity tag was given for. */
export function stateOf(etag: string): string {
  return stateIn(TAG.exec(etag)?.[2] ?? '');
}

const stateIn = (tag: string): string => /^[^.]*/.exec(tag)?.[0] ?? '';

const STATE = Symbol('quire:state');

/** A view that tells the state of its record, for records that are read in several forms or among much else. */
export function withState<V extends object>(view: V, state: string): V {
  return Object.defineProperty(view, STATE, { value: state });
}

/** The state of the record that a view shows, when it tells. */
export function stateShownIn(view: unknown): string | undefined {
  return typeof view === 'object' && view !== null ? (view as { [STATE]?: string })[STATE] : undefined;
}

/** What a request requires of the record it changes: that it still is as the caller read it, or that there is none. */
export interface Condition {
  /** Names the record. Of those who set a condition on it, one at a time is let through. */
  readonly record: string;
  /** Reads the record as others see it now, and says whether the condition holds. */
  holds(): Promise<boolean>;
  /** What to tell the caller when it does not. */
  readonly refusal: string;
}

/**
 * Carries the condition of the request at hand along with its work, to the transaction that the work is done in. There
 * it is checked when all is written and nothing is committed: no handler has to think of it, and what a handler refuses
 * by itself it refuses first.
 */
export abstract class Conditions {
  /** Carries it until the work has ended. */
  abstract during<R>(condition: Condition, work: () => Promise<R>): Promise<R>;
  /** Hands the condition over to the one who checks it; undefined where there is none, or it has been taken. */
  abstract take(): Condition | undefined;
  /** Whether the work at hand is the reading of a record for a condition. */
  abstract readonly reading: boolean;
}
