import { createHash } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = 20;

/**
 * The id of a generated page, derived from its computed page and its key in the source, so that it keeps its id
 * whenever it is generated again. It has the length and the alphabet of other ids.
 */
export function generatedId(source: string, key: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(`${source}\n${key}`).digest('hex')}`);
  let id = '';
  for (let i = 0; i < DIGITS; i++, rest /= 62n) id += ALPHABET[Number(rest % 62n)];
  return id;
}
