import { PreconditionFailed } from '../domain/errors.js';

/** Whether an `If-None-Match` header names this entity tag (weak comparison, as RFC 9110 has it for reads). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === bare);
}

/** Refuses with 412 when an `If-Match` header is there and does not name this entity tag. */
export function requireMatch(header: string | undefined, etag: string): void {
  if (header !== undefined && !matches(header, etag)) {
    throw new PreconditionFailed('It was changed since you read it: If-Match names another version');
  }
}
