import { createHash } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = 20;

/**
 * The id of a page that a source makes, by the key it has there: the same whoever computes it, and whenever, so that a
 * page keeps its id while its source speaks of it. As long, and of the same letters, as other ids.
 */
export function generatedId(source: string, key: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(`${source}\n${key}`).digest('hex')}`);
  let id = '';
  for (let i = 0; i < DIGITS; i++, rest /= 62n) id += ALPHABET[Number(rest % 62n)];
  return id;
}
