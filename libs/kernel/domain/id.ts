import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TIME_DIGITS = 8;
const RANDOM_DIGITS = 12;

/**
 * An opaque identifier of 20 characters, `[0-9A-Za-z]`: 8 digits of the time in milliseconds, then 71 random bits.
 * Identifiers sort by the time they were made when compared byte by byte (`COLLATE "C"` in PostgreSQL), so new rows
 * land at the end of an index. No database sequence is involved, so any process may make one.
 */
export function newId(now: number = Date.now()): string {
  let time = '';
  for (let rest = now, i = 0; i < TIME_DIGITS; i++, rest = Math.floor(rest / 62)) time = ALPHABET[rest % 62] + time;
  return time + randomDigits(RANDOM_DIGITS);
}

/** `length` characters of `[0-9A-Za-z]`, each drawn evenly from a cryptographic source. */
export function randomDigits(length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && digits.length < length) digits += ALPHABET[byte % 62];
    }
  }
  return digits;
}
