/*
 * A rank is a number written so that byte order is numeric order: an integer part, then a fraction without trailing
 * zeros, both in base 62. The first letter of the integer part encodes how many digits follow: `a` one, `b` two, … from
 * zero upwards, and `Z` one, `Y` two, … below zero. Inserting at either end counts by one, so n insertions take O(log
 * n) characters; only insertions between the same two neighbours lengthen the fraction, by one character for about six
 * of them.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FIRST = 'a0';
const FORM = /^[A-Za-z][0-9A-Za-z]*$/;

/**
 * A rank between `before` and `after`, compared byte by byte; `null` is the end of the list on that side. Throws when
 * `before` is not less than `after`, or when either is no rank.
 */
export function rankBetween(before: string | null, after: string | null): string {
  if (before === null) return after === null ? FIRST : rankBelow(after);
  const { whole, fraction } = partsOf(before);
  if (after === null) return step(whole, 1);
  const upper = partsOf(after);
  if (before >= after) throw new Error(`The rank ${before} does not stand in front of ${after}.`);
  if (whole === upper.whole) return whole + midpoint(fraction, upper.fraction);
  const next = step(whole, 1);
  return next < after ? next : whole + midpoint(fraction, null);
}

/** `count` ranks in order between `before` and `after`, evenly distributed, so that later insertions stay short. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  const ranks: string[] = [];
  if (before !== null && after !== null) {
    spread(before, after, count, ranks);
    return ranks;
  }
  const upwards = after === null;
  for (let last = upwards ? before : after; ranks.length < count;) {
    last = upwards ? rankBetween(last, null) : rankBetween(null, last);
    ranks.push(last);
  }
  return upwards ? ranks : ranks.reverse();
}

function spread(before: string, after: string, count: number, ranks: string[]): void {
  if (count <= 0) return;
  const middle = rankBetween(before, after);
  const left = Math.floor((count - 1) / 2);
  spread(before, middle, left, ranks);
  ranks.push(middle);
  spread(middle, after, count - 1 - left, ranks);
}

/** Whether `text` is a rank that `rankBetween` can return. */
export function isRank(text: string): boolean {
  if (!FORM.test(text)) return false;
  const length = wholeLength(text);
  return text.length === length || (text.length > length && !text.endsWith('0'));
}

function partsOf(rank: string): { whole: string; fraction: string } {
  if (!isRank(rank)) throw new Error(`"${rank}" is not a rank.`);
  const length = wholeLength(rank);
  return { whole: rank.slice(0, length), fraction: rank.slice(length) };
}

function wholeLength(rank: string): number {
  const head = rank.charCodeAt(0);
  return head >= 97 ? head - 97 + 2 : 90 - head + 2;
}

function rankBelow(after: string): string {
  const { whole, fraction } = partsOf(after);
  return fraction === '' ? step(whole, -1) : whole;
}

/** The next or previous integer part. Crossing the last number of a length changes the letter and the length. */
function step(whole: string, by: 1 | -1): string {
  const digits = [...whole.slice(1)];
  for (let at = digits.length - 1; at >= 0; at--) {
    const digit = DIGITS.indexOf(digits[at] ?? '') + by;
    if (digit >= 0 && digit < DIGITS.length) {
      digits[at] = digitAt(digit);
      return whole.charAt(0) + digits.join('');
    }
    digits[at] = by > 0 ? '0' : 'z';
  }
  if (whole.startsWith(by > 0 ? 'z' : 'A')) throw new Error('There is no rank beyond this one.');
  if (by > 0 && whole.startsWith('Z')) return FIRST;
  if (by < 0 && whole.startsWith('a')) return 'Zz';
  const head = String.fromCharCode(whole.charCodeAt(0) + by);
  const longer = by > 0 === head >= 'a';
  if (longer) digits.push(by > 0 ? '0' : 'z');
  else digits.pop();
  return head + digits.join('');
}

/** A short fraction strictly between `a` and `b`; `null` for `b` is 1. */
function midpoint(a: string, b: string | null): string {
  let prefix = '';
  while (b !== null && b !== '' && (a.charAt(0) || '0') === b.charAt(0)) {
    prefix += b.charAt(0);
    a = a.slice(1);
    b = b.slice(1);
  }
  const low = a === '' ? 0 : DIGITS.indexOf(a.charAt(0));
  const high = b === null ? DIGITS.length : DIGITS.indexOf(b.charAt(0));
  if (high - low > 1) return prefix + digitAt(Math.floor((low + high) / 2));
  if (b !== null && b.length > 1) return prefix + b.charAt(0);
  return prefix + digitAt(low) + midpoint(a.slice(1), null);
}

function digitAt(value: number): string {
  return DIGITS.charAt(value);
}
