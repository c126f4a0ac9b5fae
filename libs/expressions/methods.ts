import { Fault } from './errors.js';
import type { Run } from './run.js';
import { numberOf, read, textOf } from './values.js';

/** What a method is called with: where, its arguments, and its callback where it takes one. */
interface Call {
  run: Run;
  offset: number;
  arguments: unknown[];
  /** Calls the callback with an item and its number. */
  callback: (item: unknown, index: number) => unknown;
}

interface Method {
  /** How many arguments it may have, or that its one argument is a callback. */
  takes: 'callback' | readonly number[];
  text?: (text: string, call: Call) => unknown;
  list?: (list: readonly unknown[], call: Call) => unknown;
}

/** Looks for the first argument in a text. */
function searching(search: (text: string, part: string) => boolean): NonNullable<Method['text']> {
  return (text, { run, offset, arguments: [part] }) => {
    const wanted = textOf(part, offset);
    run.spendOn(text.length * (1 + Math.floor(wanted.length / 64)), offset);
    return search(text, wanted);
  };
}

function changing(change: (text: string) => string): NonNullable<Method['text']> {
  return (text, { run, offset }) => {
    run.spendOn(text.length, offset);
    return run.text(change(text), offset);
  };
}

function at(of: string | readonly unknown[], { run, offset, arguments: [place] }: Call): unknown {
  const index = Math.trunc(numberOf(run, place ?? 0, offset)) || 0;
  return read(run, of, index < 0 ? of.length + index : index, offset);
}

function listIncludes(list: readonly unknown[], { run, offset, arguments: [wanted] }: Call): boolean {
  run.spend(list.length, offset);
  if (typeof wanted === 'string') run.spendOn(list.length * wanted.length, offset);
  return list.includes(wanted);
}

function map(list: readonly unknown[], { run, offset, callback }: Call): unknown[] {
  return run.built(each(list, run, offset).map(callback), offset);
}

/** The items of a list, as they are read. */
function each(list: readonly unknown[], run: Run, offset: number): unknown[] {
  run.spend(list.length, offset);
  return Array.from(list, (_, index) => read(run, list, index, offset));
}

/** Every method that expressions may call; there is no way to any other. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['includes', { takes: [1], text: searching((text, part) => text.includes(part)), list: listIncludes }],
  ['startsWith', { takes: [1], text: searching((text, part) => text.startsWith(part)) }],
  ['endsWith', { takes: [1], text: searching((text, part) => text.endsWith(part)) }],
  ['toLowerCase', { takes: [0], text: changing((text) => text.toLowerCase()) }],
  ['toUpperCase', { takes: [0], text: changing((text) => text.toUpperCase()) }],
  ['trim', { takes: [0], text: changing((text) => text.trim()) }],
  ['at', { takes: [0, 1], text: at, list: at }],
  ['every', { takes: 'callback', list: (list, { run, offset, callback }) => each(list, run, offset).every(callback) }],
  ['some', { takes: 'callback', list: (list, { run, offset, callback }) => each(list, run, offset).some(callback) }],
  ['map', { takes: 'callback', list: map }],
  [
    'filter',
    { takes: 'callback', list: (list, { run, offset, callback }) => each(list, run, offset).filter(callback) },
  ],
]);

/** Calls a method on a value that has it. */
export function call(method: Method, name: string, target: unknown, made: Call): unknown {
  if (typeof target === 'string' && method.text) return method.text(target, made);
  if (Array.isArray(target) && method.list) return method.list(target, made);
  const kind = target === null || target === undefined ? 'nothing' : Array.isArray(target) ? 'a list' : typeof target;
  throw new Fault(`There is no ${name}() of ${kind === 'string' ? 'a text' : kind}`, made.offset);
}
