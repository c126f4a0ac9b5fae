import type { VisitorClaims } from '#kernel/application/caller';
import { exceeds } from '#kernel/domain/characters';
import {
  UNSIGNED,
  type AdaptiveJsonSchema,
  type ClaimSchema,
  type ClaimSchemas,
  type PlainClaim,
} from './claim-schema.js';

type Json = Readonly<Record<string, unknown>>;

/** What a token says of itself; it differs from token to token though the visitor is the same. */
const OF_THE_TOKEN = ['exp', 'iat', 'nbf', 'jti'];

const MOST_UNSIGNED = 100;
const MOST_DEPTH = 5;
const LONGEST_TEXT = 1000;
/** Bytes of all that is unsigned, written as JSON: content tokens carry it. */
const MOST_BYTES = 4096;

/**
 * The claims that expressions read, of what a signed token says and of what was said without a signature. Neither gets
 * into the place of the other, whatever its names. Of what the schema declares, what is of the declared type is kept.
 * Without a schema, all that is signed is, and what is unsigned as far as it is plain and small. What is unsigned and
 * too large in all is nothing.
 */
export function claimsFor(schema: AdaptiveJsonSchema | undefined, signed: Json, unsigned: Json): VisitorClaims {
  if (!schema) {
    const names = Object.keys(signed).filter((name) => !OF_THE_TOKEN.includes(name));
    return { ...picked(names, (name) => signed[name]), unsigned: small(plainMembers(unsigned, 1)) };
  }
  const group = schema.properties[UNSIGNED];
  return {
    ...declared(schema.properties, signed, fitting),
    unsigned: group?.type === 'object' ? small(declared(group.properties, unsigned, reading)) : {},
  };
}

/** A value of the declared type; undefined for any other. */
type Fit = (value: unknown, claim: PlainClaim) => unknown;

const fitting: Fit = (value, claim) =>
  typeof value === claim.type && (!claim.enum || claim.enum.includes(value as string)) ? value : undefined;

/** What stands in addresses is text, and whoever reads it can but guess what else it was to be. */
const reading: Fit = (value, claim) => {
  if (claim.type === 'string' && typeof value !== 'object' && value !== undefined) return fitting(String(value), claim);
  if (claim.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (claim.type === 'number' && typeof value === 'string' && value.trim() !== '') value = Number(value);
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : fitting(value, claim);
};

function declared(claims: ClaimSchemas, given: Json, fit: Fit): Record<string, unknown> {
  return picked(Object.keys(claims), (name) =>
    Object.hasOwn(given, name) ? declaredOne(claims[name], given[name], fit) : undefined,
  );
}

function declaredOne(claim: ClaimSchema | undefined, value: unknown, fit: Fit): unknown {
  if (claim?.type === 'object') return isRecord(value) ? declared(claim.properties, value, fit) : undefined;
  if (claim?.type !== 'array') return claim && fit(value, claim);
  return Array.isArray(value)
    ? value.map((item) => fit(item, claim.items)).filter((item) => item !== undefined)
    : undefined;
}

/** Texts, numbers and truth values, by name or in groups: nobody vouches for them, so they are not to be many either. */
function plainMembers(given: Json, depth: number): Record<string, unknown> {
  return picked(Object.keys(given).slice(0, MOST_UNSIGNED), (name) => {
    const value = given[name];
    if (isRecord(value)) return depth < MOST_DEPTH ? plainMembers(value, depth + 1) : undefined;
    if (typeof value === 'string') return !exceeds(value, LONGEST_TEXT) ? value : undefined;
    return typeof value === 'boolean' || typeof value === 'number' ? value : undefined;
  });
}

const small = (claims: Json): Json => (Buffer.byteLength(JSON.stringify(claims)) > MOST_BYTES ? {} : claims);

/** An object of what these names have; `__proto__` names no more than any other. */
function picked(names: readonly string[], valueOf: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, valueOf(name)] as const).filter(([, value]) => value !== undefined),
  );
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
