import type { Span } from '../markers.js';

const BEGINNING = /(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?=[ -]?[A-Z0-9])/gi;
const SHORTEST = 15;
const LONGEST = 34;

/** Numbers of bank accounts whose check digits are right, in one or in groups. */
export function findIbans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: head, index } of text.matchAll(BEGINNING)) {
    const to = endOfIban(text, index, head.toUpperCase());
    if (to !== undefined) spans.push({ from: index, to, kind: 'iban' });
  }
  return spans;
}

/** Where the longest number ends that begins there and is right; it ends where no letter or digit follows. */
function endOfIban(text: string, from: number, head: string): number | undefined {
  const check = remainder(remainder(0, head.charCodeAt(0)), head.charCodeAt(1));
  let rest = 0;
  let end: number | undefined;
  for (let at = from + 4, length = 4; length < LONGEST; at++) {
    if ((text[at] === ' ' || text[at] === '-') && isAlphanumeric(text.charCodeAt(at + 1))) at++;
    const code = text.charCodeAt(at);
    if (!isAlphanumeric(code)) break;
    rest = remainder(rest, code);
    length++;
    if (length < SHORTEST || isAlphanumeric(text.charCodeAt(at + 1))) continue;
    // The head goes to the end: its two letters are four digits, and two more are the check digits.
    if ((rest * 1_000_000 + check * 100 + Number(head.slice(2))) % 97 === 1) end = at + 1;
  }
  return end;
}

const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** The remainder by 97 once a digit, or a letter as a number from 10, is added at the end. */
function remainder(rest: number, code: number): number {
  if (code <= 57) return (rest * 10 + code - 48) % 97;
  return (rest * 100 + (code & 0xdf) - 55) % 97;
}
