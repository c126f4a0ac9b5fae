import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FIRST_LETTER = 10;
const TIME_DIGITS = 8;
const RANDOM_DIGITS = 12;

/** What identifiers look like. */
export const ID_FORM = /^[A-Za-z][0-9A-Za-z]{19}$/;

/**
 * An opaque identifier of 20 characters, `[0-9A-Za-z]`: 8 digits of the time in milliseconds, then 71 random bits. The
 * first digit counts from `A` on: pages of sites use identifiers as names of elements and select by them, and CSS would
 * need an escape for a leading digit. Identifiers sort by time of creation when compared byte by byte (`COLLATE "C"` in
 * PostgreSQL), so new rows are added at the end of an index. No database sequence is involved, so any process can
 * create one.
 */
export function newId(now: number = Date.now()): string {
  return digitsOf(now) + randomDigits(RANDOM_DIGITS);
}

/** What identifiers are compared with: those that were created before `time` come before it, all others after it. */
export function idAt(time: Date): string {
  return digitsOf(Math.max(0, time.getTime()));
}

function digitsOf(now: number): string {
  let [time, rest] = ['', now];
  for (let i = 1; i < TIME_DIGITS; i++, rest = Math.floor(rest / 62)) time = ALPHABET[rest % 62] + time;
  return ALPHABET[FIRST_LETTER + rest] + time;
}

/** Random bytes drawn at a time: a call to the source costs far more than the few bytes of an id. */
const DRAWN = 1024;
let drawn = Buffer.alloc(0);
let used = 0;

/** `length` characters of `[0-9A-Za-z]`, each drawn evenly from a cryptographic source. */
export function randomDigits(length: number): string {
  let digits = '';
  while (digits.length < length) {
    const byte = nextByte();
    if (byte < 248) digits += ALPHABET[byte % 62];
  }
  return digits;
}

/** Returns each random byte once, and clears it. */
function nextByte(): number {
  if (used === drawn.length) [drawn, used] = [randomBytes(DRAWN), 0];
  const byte = drawn[used] ?? 0;
  drawn[used++] = 0;
  return byte;
}
