import { exceeds } from '#kernel/domain/characters';
import { ScimRefusal } from '../scim-refusal.js';

/** Longest text of a resource, characters. */
const LONGEST_TEXT = 255;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a body. Throws a refusal for what is no object, or of another schema than this one. */
export function readBody(body: unknown, schema: string): JsonObject {
  if (!isObject(body)) throw new ScimRefusal('invalidSyntax', 'The body must be an object');
  const { schemas } = body;
  if (schemas === undefined) return body;
  const named = Array.isArray(schemas) ? (schemas as unknown[]) : [schemas];
  if (named.some((one) => typeof one === 'string' && one.toLowerCase() === schema.toLowerCase())) return body;
  throw new ScimRefusal('invalidSyntax', `schemas must name ${schema}`);
}

/** A text of 1 to 255 characters; null for one that is empty or null, which SCIM takes for none. */
export function textOrNone(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') throw new ScimRefusal('invalidValue', `${name} must be a text`);
  if (exceeds(value, LONGEST_TEXT))
    throw new ScimRefusal('invalidValue', `${name} takes at most ${LONGEST_TEXT} characters`);
  return value;
}

export function requiredText(name: string, value: unknown): string {
  const text = textOrNone(name, value);
  if (text === null || text.trim() === '') throw new ScimRefusal('invalidValue', `${name} must be a text`);
  return text;
}

/** A boolean; some providers send its name as a text. */
export function truth(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw new ScimRefusal('invalidValue', `${name} must be true or false`);
}
