import type { Span } from '../markers.js';
import { hasCheckDigit } from './checks.js';
import { LABEL, labelledPhone, phoneAt, type Digits } from './phones.js';

/** Digits with what may divide them. */
const RUN = /[0-9](?:[0-9]|[ .()/+-]{1,3}(?=[0-9]))*/g;
const UUID = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** How the numbers of cards are written, by the lengths of their groups. */
const CARD_SHAPE = /^(?:1[3-9]|4 4 4 4(?: [1-3])?|4 6 [45]|4 5 6|8 8|6 1[0-3])$/;
/** Of any number that is masked, with what divides its digits. */
const SHORTEST = 6;
const SHORTEST_CARD = 13;
const LONGEST_CARD = 19;

/** Telephone numbers and numbers of payment cards. */
export function findNumbers(text: string): Span[] {
  const spans: Span[] = [];
  const runs = Array.from(text.matchAll(RUN)).filter(({ 0: run }) => run.length >= SHORTEST);
  if (runs.length === 0) return spans;
  const uuids = Array.from(text.matchAll(UUID), ({ index }) => index);
  const labels = new Set(Array.from(text.matchAll(LABEL), ({ 0: label, index }) => index + label.length));
  let nextUuid = 0;
  for (const { 0: run, index } of runs) {
    while (nextUuid < uuids.length && (uuids[nextUuid] ?? 0) + 36 <= index) nextUuid++;
    if ((uuids[nextUuid] ?? Infinity) < index + run.length) continue;
    findInRun(text, groupsOf(run, index), labels, spans);
  }
  return spans;
}

function groupsOf(run: string, index: number): Digits[] {
  return Array.from(run.matchAll(/[0-9]+/g), ({ 0: digits, index: at }) => ({
    from: index + at,
    to: index + at + digits.length,
  }));
}

function findInRun(text: string, groups: Digits[], labels: ReadonlySet<number>, spans: Span[]): void {
  for (let at = 0; at < groups.length;) {
    const card = cardAt(text, groups, at);
    const phone = card === undefined ? phoneIn(text, groups, at, labels) : undefined;
    const found = card ?? phone;
    if (found === undefined) {
      at++;
      continue;
    }
    spans.push(found);
    while (at < groups.length && (groups[at]?.from ?? 0) < found.to) at++;
  }
}

function phoneIn(text: string, groups: Digits[], at: number, labels: ReadonlySet<number>): Span | undefined {
  const { from = 0 } = groups[at] ?? {};
  const opened = /[+(]/.test(text[from - 1] ?? '') ? (text[from - 2] === '+' ? from - 2 : from - 1) : from;
  const end = labels.has(opened) || labels.has(from) ? labelledPhone(groups, at) : phoneAt(text, opened, groups, at);
  return end === undefined ? undefined : { from: opened, to: end, kind: 'phone' };
}

/** The number of a card that begins with a group: of the usual form, or all that the run has. */
function cardAt(text: string, groups: Digits[], at: number): Span | undefined {
  const { from = 0 } = groups[at] ?? {};
  if (!/[2-689]/.test(text[from] ?? '') || /[A-Za-z0-9_]$|[0-9]\.$/.test(text.slice(Math.max(0, from - 2), from)))
    return undefined;
  let digits = '';
  let shape = '';
  for (let next = at; next < groups.length && digits.length < LONGEST_CARD; next++) {
    const { from: start, to } = groups[next] as Digits;
    if (to - start > LONGEST_CARD) return undefined;
    digits += text.slice(start, to);
    shape += `${next > at ? ' ' : ''}${to - start}`;
    if (digits.length < SHORTEST_CARD || digits.length > LONGEST_CARD) continue;
    const all = at === 0 && next === groups.length - 1 && next >= 2 && areAlike(text, groups);
    if (!all && !CARD_SHAPE.test(shape)) continue;
    if (/[A-Za-z_]/.test(text[to] ?? '') || !isOfNetwork(digits) || !hasCheckDigit(digits)) continue;
    return { from, to, kind: 'card' };
  }
  return undefined;
}

/** Whether the same divides all groups. */
const areAlike = (text: string, groups: readonly Digits[]): boolean =>
  new Set(groups.slice(1).map(({ from }, at) => text.slice(groups[at]?.to, from))).size === 1;

/** Whether the first digits are those of a network of cards, for numbers of that length. */
function isOfNetwork(digits: string): boolean {
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
