import type { Span } from '../markers.js';
import { isOfNetwork } from './cards.js';
import { hasCheckDigit } from './checks.js';
import { isDate, LABEL, labelledPhone, phoneAt, type Digits } from './phones.js';

/** Digits with what may divide them. */
const RUN = /[0-9](?:[0-9]|[ .()/+-]{1,3}(?=[0-9]))*/g;
const UUID = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** How the numbers of cards are written, by the lengths of their groups. */
const CARD_SHAPE = /^(?:1[3-9]|4 4 4 4(?: [1-3])?|4 6 [45]|4 5 6|8 8|6 1[0-3])$/;
const WORD = /[A-Za-z_]/;
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
  const isLabelled = (labels.has(opened) || labels.has(from)) && !isDate(text, from);
  const end = isLabelled ? labelledPhone(groups, at) : phoneAt(text, opened, groups, at);
  return end === undefined ? undefined : { from: opened, to: end, kind: 'phone' };
}

/** The number of a card that begins with a group: of the usual form, or all that the run has. */
function cardAt(text: string, groups: Digits[], at: number): Span | undefined {
  const { from = 0 } = groups[at] ?? {};
  if (!/[2-689]/.test(text[from] ?? '') || /[0-9]\.?$/.test(text.slice(Math.max(0, from - 2), from))) return undefined;
  const isWithin = WORD.test(text[from - 1] ?? '');
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
    if (!isOfNetwork(digits) || !hasCheckDigit(digits)) continue;
    if ((isWithin || WORD.test(text[to] ?? '')) && (digits.length < 15 || isOfHash(text, from, to))) continue;
    return { from, to, kind: 'card' };
  }
  return undefined;
}

/** Whether digits are a part of a hexadecimal number, or of an id with other digits. */
const isOfHash = (text: string, from: number, to: number): boolean =>
  /[0-9][A-Za-z_]{1,20}$|[0-9a-f]{6}$/i.test(text.slice(Math.max(0, from - 21), from)) ||
  /^[A-Za-z_]{1,20}[0-9]|^[0-9a-f]{6}/i.test(text.slice(to, to + 21));

/** Whether the same divides all groups. */
const areAlike = (text: string, groups: readonly Digits[]): boolean =>
  new Set(groups.slice(1).map(({ from }, at) => text.slice(groups[at]?.to, from))).size === 1;
