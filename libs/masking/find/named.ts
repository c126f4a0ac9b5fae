import type { Span } from '../markers.js';
import { NAMED } from './labels.js';
import { isOrdinary, looksLikeKey, looksLikePassword, PLACEHOLDER } from './values.js';

/** The name before a value. */
interface Name {
  /** Where it begins, and where its value does. */
  from: number;
  valueAt: number;
  /** What is between both; spaces where it is nothing else. */
  sign: string;
  /** Lower case. */
  word: string;
  isPassword: boolean;
}

const QUOTED = /(["'`])((?:(?!\1)[^\n<>]){1,256})\1/y;
const BARE = /[^\s"'`<>,;|]{1,512}/y;
/** Of query strings, where the next name follows. */
const BARE_IN_QUERY = /[^\s"'`<>,;|&#]{1,512}/y;
/** A value up to a bracket that closes what is around it, as in `[text](…?token=value)`. */
const AROUND = /^([^()[\]{}]+)[)\]}](?=[()[\]{}.,:!?*]|$)/;
/** In code a function may give the value: `readFile(`, `this.keyOf(`. */
const CALL = /^(?:[a-z]+(?:\.[a-zA-Z]+)+|[a-z]+(?:[A-Z][a-z]+)+)\(/;
/** Names of variables, of which sentences speak. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
/** The way to the next line, paragraph or cell. */
const NEXT_LINE =
  /(?: {0,8}(?:<\/?(?:br|p|div|li|tr|td|th|dd|dt)(?:\s[^<>]{0,200})? ?\/?>|\r?\n|\|)){1,6}[ \t>]{0,8}/iy;
/** All of a line or a cell. */
const ALONE = /[^\s"'`<>|]{4,256}(?=[ \t]{0,20}(?:$|[\r\n<|]))/y;
/** How a sentence goes on behind a value. */
const GOES_ON =
  /^\s(?:and|but|or|then|it|which|doesn['’]t|isn['’]t|won['’]t|und|aber|oder|et|mais|ou|y|pero|e|mas)(?![\p{L}])|^ ?[,;/]/iu;
/** Numbers that are no secrets but in the names that are for numbers. */
const SHORT_NUMBER = /^[0-9]{1,3}$/;
const FOR_NUMBERS = /^(?:pin|otp|cvv|cvc|暗証番号)$|pin$/;
const FLAG = /(?:^|\s)--[\w-]{0,40}$/;

/** Values that a name before them says to be secret, such as `password=…` and `"apiKey": "…"`. */
export function findNamed(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(NAMED)) {
    const { 0: found, 1: password, 2: other = '', 3: sign, 4: cell, index } = match;
    const word = (password ?? other).toLowerCase();
    const valueAt = index + found.length;
    const name: Name = { from: index, valueAt, sign: sign ?? ' ', word, isPassword: password !== undefined };
    const span =
      cell !== undefined
        ? inNextCell(text, name, cell)
        : sign === undefined
          ? unsigned(text, name)
          : signed(text, name);
    if (span) spans.push(span);
  }
  return spans;
}

function signed(text: string, name: Name): Span | undefined {
  const { from, valueAt: at, sign } = name;
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text)?.[2];
  if (quoted !== undefined) {
    if (PLACEHOLDER.test(quoted) || (sign.startsWith(' ') && VARIABLE.test(quoted))) return undefined;
    return { from: at + 1, to: at + 1 + quoted.length, kind: 'secret' };
  }
  const bare = /[?&]/.test(text[from - 1] ?? '') ? BARE_IN_QUERY : BARE;
  bare.lastIndex = at;
  const found = bare.exec(text)?.[0] ?? '';
  if (found === '' && /[:=：]/.test(sign)) return onNextLine(text, name);
  const value = trimmed(AROUND.exec(found)?.[1] ?? found);
  if (value === '' || PLACEHOLDER.test(value) || CALL.test(found)) return undefined;
  const to = at + value.length;
  return isMeant(value, name, text.slice(to, to + 12)) ? { from: at, to, kind: 'secret' } : undefined;
}

const trimmed = (value: string): string => value.replace(/[.!?)\]}。！？]+$/, '');

/** In a sentence, a word may follow a name without being its value: "Password: how do I change it?" */
function isMeant(value: string, { sign, word, isPassword }: Name, behind: string): boolean {
  if (word === 'key') return looksLikeKey(value);
  if (word === 'pass' && !/\p{L}/u.test(value)) return false;
  if (sign.startsWith('=') || sign === ':=') return true;
  if (SHORT_NUMBER.test(value) && !FOR_NUMBERS.test(word)) return false;
  const isColon = sign === ':' || sign === '：';
  if (!isColon && !isPassword && /^[0-9.,]+$/.test(value) && !FOR_NUMBERS.test(word)) return false;
  if (/[0-9]/.test(value) || /[a-z][A-Z]/.test(value)) return !/^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(value);
  const strange = /[^\p{L}\p{M}\p{N}'’.-]/u.test(value) && !/^[a-z]+:?\/\//i.test(value);
  if (strange || !isColon) return strange;
  if (isPassword && isOrdinary(value)) return false;
  return /^[.)]?(?:$|[\r\n<])/.test(behind) || (isPassword && GOES_ON.test(behind));
}

/** What is alone on the line behind a name, where nothing follows on its own. */
function onNextLine(text: string, { valueAt, isPassword }: Name): Span | undefined {
  const span = aloneBehind(text, valueAt);
  const value = span && text.slice(span.from, span.to);
  if (value === undefined || PLACEHOLDER.test(value) || /[:,?]$|:\/\//.test(value)) return undefined;
  return (isPassword && !isOrdinary(trimmed(value))) || looksLikeKey(value) ? span : undefined;
}

/** What is alone in the cell behind that of a name: without a sign it may be the heading of another column. */
function inNextCell(text: string, { valueAt, isPassword }: Name, cell: string): Span | undefined {
  const span = cell === '' ? aloneBehind(text, valueAt) : aloneAt(text, valueAt);
  const value = span && text.slice(span.from, span.to);
  if (value === undefined) return undefined;
  return (isPassword && looksLikePassword(value)) || looksLikeKey(value) ? span : undefined;
}

function aloneBehind(text: string, at: number): Span | undefined {
  NEXT_LINE.lastIndex = at;
  const way = NEXT_LINE.exec(text)?.[0];
  return way === undefined ? undefined : aloneAt(text, at + way.length);
}

function aloneAt(text: string, at: number): Span | undefined {
  ALONE.lastIndex = at;
  const value = ALONE.exec(text)?.[0];
  return value === undefined ? undefined : { from: at, to: at + value.length, kind: 'secret' };
}

/** What follows a name without a sign is a value behind the option of a command, or if it looks it. */
function unsigned(text: string, { from, valueAt: at, word, isPassword }: Name): Span | undefined {
  const isOption = FLAG.test(text.slice(Math.max(0, from - 50), from));
  if (word === 'pass' && !isOption) return undefined;
  QUOTED.lastIndex = at;
  const quoted = isOption ? QUOTED.exec(text)?.[2] : undefined;
  if (quoted !== undefined)
    return PLACEHOLDER.test(quoted) ? undefined : { from: at + 1, to: at + 1 + quoted.length, kind: 'secret' };
  BARE.lastIndex = at;
  const value = trimmed(BARE.exec(text)?.[0] ?? '');
  const isValue = isOption
    ? value !== '' && !/^-/.test(value) && !PLACEHOLDER.test(value) && !isOrdinary(value)
    : isPassword
      ? looksLikePassword(value)
      : looksLikeKey(value);
  return isValue ? { from: at, to: at + value.length, kind: 'secret' } : undefined;
}
