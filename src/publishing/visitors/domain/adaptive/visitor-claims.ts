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

/** Claims about the token itself; they differ between tokens of the same visitor. */
const OF_THE_TOKEN = ['exp', 'iat', 'nbf', 'jti'];

const MOST_UNSIGNED = 100;
const MOST_DEPTH = 5;
const LONGEST_TEXT = 1000;
/** Largest size of all unsigned claims, in bytes of JSON: content tokens contain them. */
const MOST_BYTES = 4096;

/**
 * The claims for expressions, from a signed token and from unsigned claims. Neither can overwrite the other, whatever
 * their names are. With a schema, only declared claims of the declared type are kept. Without one, all signed claims
 * are kept except those about the token itself, and unsigned ones that are plain and small. If the unsigned claims are
 * too large together, none of them is kept.
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

/** The value as the declared type; undefined for a value of another type. */
type Fit = (value: unknown, claim: PlainClaim) => unknown;

const fitting: Fit = (value, claim) =>
  typeof value === claim.type && (!claim.enum || claim.enum.includes(value as string)) ? value : undefined;

/** Values in addresses are text, so their type is derived from the declared one. */
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

/** Texts, numbers and booleans, by name or in groups. As they are unsigned, their number is limited. */
function plainMembers(given: Json, depth: number): Record<string, unknown> {
  return picked(Object.keys(given).slice(0, MOST_UNSIGNED), (name) => {
    const value = given[name];
    if (isRecord(value)) return depth < MOST_DEPTH ? plainMembers(value, depth + 1) : undefined;
    if (typeof value === 'string') return !exceeds(value, LONGEST_TEXT) ? value : undefined;
    return typeof value === 'boolean' || typeof value === 'number' ? value : undefined;
  });
}

const small = (claims: Json): Json => (Buffer.byteLength(JSON.stringify(claims)) > MOST_BYTES ? {} : claims);

/** An object with the members that have these names; `__proto__` is an ordinary name. */
function picked(names: readonly string[], valueOf: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, valueOf(name)] as const).filter(([, value]) => value !== undefined),
  );
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
