import type { Span } from '../markers.js';
import { hasCheckDigit } from './checks.js';

/** What divides the groups of a number over lines and cells: an underscore, a sign of a table, a few tags. */
const BETWEEN =
  '(?:_|[ \\t]{0,8}\\|[ \\t]{0,8}|[ \\t]{0,8}(?:\\r?\\n[ \\t>]{0,8}){1,2}|\\s{0,8}(?:</?(?:td|th|tr|br|p|div|li)(?:\\s[^<>]{0,100})? ?/?>\\s{0,8}){1,4})';
const DIVIDED = new RegExp(
  `[2-689](?<![0-9].)[0-9]{3}${BETWEEN}(?:[0-9]{4}${BETWEEN}[0-9]{4}${BETWEEN}[0-9]{4}|[0-9]{6}${BETWEEN}[0-9]{5})(?![0-9])`,
  'gi',
);
const DIGITS_BEFORE = new RegExp(`[0-9]${BETWEEN}$`, 'i');
const DIGITS_BEHIND = new RegExp(`${BETWEEN}[0-9]`, 'iy');
const LOOKED_BACK = 60;
const TAG = /<[^<>]*>/g;

/** Numbers of cards whose groups are on lines or in cells of their own, and no more than those. */
export function findDividedCards(text: string): Span[] {
  return Array.from(text.matchAll(DIVIDED)).flatMap(({ 0: found, index }) => {
    const digits = found.replace(TAG, '').replace(/[^0-9]/g, '');
    const to = index + found.length;
    DIGITS_BEHIND.lastIndex = to;
    const isPart = DIGITS_BEHIND.test(text) || DIGITS_BEFORE.test(text.slice(Math.max(0, index - LOOKED_BACK), index));
    return !isPart && isOfNetwork(digits) && hasCheckDigit(digits) ? [{ from: index, to, kind: 'card' as const }] : [];
  });
}

/** Whether the first digits are those of a network of cards, for numbers of that length. */
export function isOfNetwork(digits: string): boolean {
  switch (digits.length) {
    case 13:
      return digits.startsWith('4');
    case 14:
      return /^3[0689]/.test(digits);
    case 15:
      return /^(?:3[47]|2131)/.test(digits);
    case 16:
      return /^(?:[456]|2[2-7]|3[05689]|8[12]|9[67])/.test(digits);
    default:
      return /^(?:[456]|22|3[05689]|8[12])/.test(digits);
  }
}
