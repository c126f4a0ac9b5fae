import { toUSVString } from 'node:util';
import { unreadable } from '../specification.js';

/** A specification of 10 MB has fewer than a million; aliases of YAML that explode have more. */
const MAX_VALUES = 4_000_000;
const SURROGATE = /[\uD800-\uDFFF]/;

export type JsonObject = { [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A copy of a value that JSON and the database can store: without shared parts and `__proto__`; lone surrogates and
 * U+0000 become U+FFFD. Throws SpecificationRefused if a value nests too deeply, as a cycle does, or is too large.
 */
export function tidy(value: unknown, maxDepth: number): unknown {
  let left = MAX_VALUES;

  function copy(value: unknown, depth: number): unknown {
    left -= 1;
    if (left < 0) throw unreadable('The document has too many values, or aliases that grow without end');
    if (typeof value === 'string') return cleanText(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value === 'boolean' || value === null || value === undefined) return value ?? null;
    if (typeof value !== 'object') return String(value);
    if (depth >= maxDepth) throw unreadable(`The document nests deeper than ${maxDepth} levels`);
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    const result: JsonObject = {};
    for (const [key, item] of Object.entries(value)) {
      if (key !== '__proto__') result[cleanText(key)] = copy(item, depth + 1);
    }
    return result;
  }

  return copy(value, 0);
}

export function cleanText(text: string): string {
  const whole = SURROGATE.test(text) ? toUSVString(text) : text;
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole;
}
