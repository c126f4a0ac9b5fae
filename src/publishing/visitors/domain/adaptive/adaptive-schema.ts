import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import {
  UNSIGNED,
  type AdaptiveJsonSchema,
  type ClaimGroup,
  type ClaimSchema,
  type ClaimSchemas,
  type ListClaim,
  type PlainClaim,
} from './claim-schema.js';

const DRAFT = 'http://json-schema.org/draft-07/schema#';
const MOST_CLAIMS = 100;
const MOST_DEPTH = 5;
const MOST_VALUES = 100;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 200;
const LONGEST_DESCRIPTION = 1000;
const MOST_BYTES = 65_536;

/** Names that lead into the internals of JavaScript: no expression may use them. */
const FORBIDDEN_NAMES = ['__proto__', 'constructor', 'prototype'];

type Json = Record<string, unknown>;

/**
 * Validates a schema of claims. Unlike elsewhere, unknown keywords are rejected and not dropped: without one of its
 * rules, a schema would mean something else. Throws Invalid.
 */
export function adaptiveSchemaFrom(given: unknown): AdaptiveJsonSchema {
  const path = 'jsonSchema';
  const source = membersOf(given, path, ['$schema', 'type', 'properties', 'additionalProperties']);
  if (source.$schema !== undefined && source.$schema !== DRAFT) refuse(`${path}.$schema`, `must be ${DRAFT}`);
  if (Buffer.byteLength(JSON.stringify(source)) > MOST_BYTES) refuse(path, `must be at most ${MOST_BYTES} bytes long`);
  const schema: AdaptiveJsonSchema = {
    ...(source.$schema === undefined ? {} : { $schema: DRAFT }),
    ...new Claims().group(source, path, 1),
  };
  const unsigned = schema.properties[UNSIGNED];
  if (unsigned && unsigned.type !== 'object') refuse(`${path}.properties.${UNSIGNED}.type`, 'must be object');
  return schema;
}

/** Reads claims and limits their number. */
class Claims {
  #count = 0;

  group(source: Json, path: string, depth: number): ClaimGroup {
    if (source.type !== 'object') refuse(`${path}.type`, 'must be object');
    if (source.additionalProperties !== false) refuse(`${path}.additionalProperties`, 'must be false');
    const properties: ClaimSchemas = {};
    for (const [name, claim] of Object.entries(membersOf(source.properties, `${path}.properties`))) {
      properties[this.#name(name, path)] = this.#claim(claim, `${path}.properties.${name}`, {
        depth,
        vouchedFor: depth > 1 || name !== UNSIGNED,
      });
    }
    return { type: 'object', properties, additionalProperties: false };
  }

  #name(name: string, path: string): string {
    if (++this.#count > MOST_CLAIMS) refuse(path, `must have at most ${MOST_CLAIMS} claims in all`);
    const fit = name.length >= 1 && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name);
    if (!fit) refuse(`${path}.properties`, `must have names of 1 to ${LONGEST_NAME} characters in one line`);
    if (FORBIDDEN_NAMES.includes(name)) refuse(`${path}.properties`, `must not have the name ${name}`);
    return name;
  }

  #claim(given: unknown, path: string, { depth, vouchedFor }: { depth: number; vouchedFor: boolean }): ClaimSchema {
    const { type } = membersOf(given, path);
    if (type === 'object') {
      if (depth >= MOST_DEPTH) refuse(path, `must not be nested more than ${MOST_DEPTH} levels deep`);
      const source = membersOf(given, path, ['type', 'description', 'properties', 'additionalProperties']);
      const group = this.group(source, path, depth + 1);
      // The group of unsigned claims needs no description: its meaning is fixed.
      if (!vouchedFor && source.description === undefined) return group;
      return { ...group, description: description(source.description, path) };
    }
    if (type === 'array') return list(given, path);
    return plain(given, path, 'must be boolean, string, number, array or object');
  }
}

function list(given: unknown, path: string): ListClaim {
  const source = membersOf(given, path, ['type', 'description', 'items']);
  const items = plain(source.items, `${path}.items`, 'must be boolean, string or number');
  return { type: 'array', description: description(source.description, path), items };
}

function plain(given: unknown, path: string, types: string): PlainClaim {
  const { type } = membersOf(given, path);
  if (type !== 'boolean' && type !== 'string' && type !== 'number') return refuse(`${path}.type`, types);
  const source = membersOf(given, path, ['type', 'description', ...(type === 'string' ? ['enum'] : [])]);
  const claim: PlainClaim = { type, description: description(source.description, path) };
  if (source.enum !== undefined) claim.enum = values(source.enum, `${path}.enum`);
  return claim;
}

function values(given: unknown, path: string): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_VALUES)
    return refuse(path, `must be a list of 1 to ${MOST_VALUES} texts`);
  const texts = given.map((value, index) => {
    const fit = typeof value === 'string' && value.length <= LONGEST_VALUE && !/\p{Cc}/u.test(value);
    return fit
      ? value
      : refuse(`${path}[${index}]`, `must be a text of at most ${LONGEST_VALUE} characters in one line`);
  });
  if (new Set(texts).size < texts.length) refuse(path, 'must not have the same text twice');
  return texts;
}

function description(given: unknown, path: string): string {
  if (typeof given !== 'string' || exceeds(given, LONGEST_DESCRIPTION))
    return refuse(`${path}.description`, `must be a text of at most ${LONGEST_DESCRIPTION} characters`);
  return given;
}

/** The members of an object; throws Invalid for a member that is not among `known`, if that is given. */
function membersOf(given: unknown, path: string, known?: readonly string[]): Json {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse(path, 'must be an object');
  const other = known && Object.keys(given).find((name) => !known.includes(name));
  return other === undefined ? (given as Json) : refuse(`${path}.${other.slice(0, LONGEST_NAME)}`, 'must not be there');
}

function refuse(path: string, problem: string): never {
  throw new Invalid(`${path} ${problem}`);
}
