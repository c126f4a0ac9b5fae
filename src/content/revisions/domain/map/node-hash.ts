import { hash } from 'node:crypto';

/**
 * The hash under which a text is stored: SHA-256 in hex over a type tag and the text. The tag contains a version, so
 * texts of different kinds, or of different formats of one kind, never share a hash.
 */
export function hashOf(tag: string, text: string): string {
  return hash('sha256', `${tag}\n${text}`, 'hex');
}

/**
 * The bits that select the path from the root to the record `id`: a hash, so that they are evenly distributed for any
 * ids.
 */
export function keyOf(id: string): Buffer {
  return hash('sha256', id, 'buffer');
}
