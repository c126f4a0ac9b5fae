import { hash } from 'node:crypto';

/**
 * The name of a stored text: SHA-256 in hex over a type tag and the text. The tag carries a version, so texts of two
 * kinds, or of one kind written under two rules, never share a name.
 */
export function hashOf(tag: string, text: string): string {
  return hash('sha256', `${tag}\n${text}`, 'hex');
}

/** The bits that lead from the root to the record `id`: evenly spread, whatever the ids look like. */
export function keyOf(id: string): Buffer {
  return hash('sha256', id, 'buffer');
}
