import { Fault } from './errors.js';
import type { Run } from './run.js';

/** Names that lead from a value to what the language is made of. No expression may say them, in any form. */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** What an expression deals with besides lists and records, which it never turns into one of these. */
type Primitive = string | number | boolean | null | undefined;

/**
 * What a value has under a name: its own members and nothing inherited, the length of texts and lists, and their parts
 * by number. Members that are computed when read, and values that are no plain data, are refused.
 */
export function read(run: Run, target: unknown, name: unknown, offset: number): unknown {
  requireName(name, offset);
  if (target === undefined || target === null) throw new Fault(`There is nothing to read ${named(name)} of`, offset);
  if (typeof target === 'string' || Array.isArray(target)) {
    if (name === 'length') return target.length;
    return Object.hasOwn(Object(target) as object, name) ? admit(run, target[name as number], offset) : undefined;
  }
  if (typeof target !== 'object') return undefined;
  const member = Object.getOwnPropertyDescriptor(target, name);
  if (member && !('value' in member)) throw new Fault(`${named(name)} is no plain value`, offset);
  return admit(run, member?.value, offset);
}

/** Refuses what no member is named, and what no expression may name. */
function requireName(name: unknown, offset: number): asserts name is string | number {
  if (typeof name !== 'string' && typeof name !== 'number') throw new Fault('A member has a text or number', offset);
  if (FORBIDDEN_NAMES.has(String(name))) throw new Fault(`${name} is not for expressions`, offset);
}

/** A name for messages. */
const named = (name: string | number): string => String(name).slice(0, 50);

/** A value from outside, which must be plain data of a bearable size. */
function admit(run: Run, value: unknown, offset: number): unknown {
  if (typeof value === 'string') return run.text(value, offset);
  if (isPrimitive(value) || Array.isArray(value) || isRecord(value)) return value;
  throw new Fault('A value is no plain data', offset);
}

export function isPrimitive(value: unknown): value is Primitive {
  return value == null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isRecord(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A value that operators and texts take; lists and records are not turned into text or number. */
export function primitive(value: unknown, offset: number): Primitive {
  if (isPrimitive(value)) return value;
  throw new Fault(`A ${Array.isArray(value) ? 'list' : 'record'} cannot stand here`, offset);
}

export function textOf(value: unknown, offset: number): string {
  return String(primitive(value, offset));
}

type Operation = (run: Run, left: unknown, right: unknown, offset: number) => unknown;

/** The work of comparing texts. */
function spendOnBoth(run: Run, left: unknown, right: unknown, offset: number): void {
  if (typeof left === 'string' && typeof right === 'string') run.spendOn(Math.min(left.length, right.length), offset);
}

function equal(run: Run, left: unknown, right: unknown, offset: number): boolean {
  spendOnBoth(run, left, right, offset);
  return left === right;
}

/** As `==` of JavaScript, but that a list or record equals only itself. */
function looselyEqual(run: Run, left: unknown, right: unknown, offset: number): boolean {
  if (!isPrimitive(left) || !isPrimitive(right)) return left === right;
  if (typeof left === 'string') run.spendOn(left.length, offset);
  if (typeof right === 'string') run.spendOn(right.length, offset);
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  return typeof left === typeof right ? left === right : Number(left) === Number(right);
}

/** Compares texts as texts, everything else as numbers. */
function compared(test: (left: string | number, right: string | number) => boolean): Operation {
  return (run, left, right, offset) => {
    spendOnBoth(run, left, right, offset);
    if (typeof left === 'string' && typeof right === 'string') return test(left, right);
    return test(numberOf(run, left, offset), numberOf(run, right, offset));
  };
}

export function numberOf(run: Run, value: unknown, offset: number): number {
  if (typeof value === 'string') run.spendOn(value.length, offset);
  return Number(primitive(value, offset));
}

function calculated(calculate: (left: number, right: number) => number): Operation {
  return (run, left, right, offset) => calculate(numberOf(run, left, offset), numberOf(run, right, offset));
}

function add(run: Run, left: unknown, right: unknown, offset: number): string | number {
  if (typeof left !== 'string' && typeof right !== 'string')
    return numberOf(run, left, offset) + numberOf(run, right, offset);
  const text = run.text(textOf(left, offset) + textOf(right, offset), offset);
  run.spendOn(text.length, offset);
  return text;
}

function holds(_run: Run, name: unknown, record: unknown, offset: number): boolean {
  requireName(name, offset);
  if (isPrimitive(record)) throw new Fault('What stands right of in must be a list or record', offset);
  return Object.hasOwn(record as object, name);
}

/** The operators between two values that are both evaluated. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['===', equal],
  ['!==', (run, left, right, offset) => !equal(run, left, right, offset)],
  ['==', looselyEqual],
  ['!=', (run, left, right, offset) => !looselyEqual(run, left, right, offset)],
  ['<', compared((left, right) => left < right)],
  ['<=', compared((left, right) => left <= right)],
  ['>', compared((left, right) => left > right)],
  ['>=', compared((left, right) => left >= right)],
  ['+', add],
  ['-', calculated((left, right) => left - right)],
  ['*', calculated((left, right) => left * right)],
  ['/', calculated((left, right) => left / right)],
  ['%', calculated((left, right) => left % right)],
  ['in', holds],
]);
