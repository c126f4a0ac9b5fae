/** A schema in the document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  examples?: unknown[];
  description?: string;
  [keyword: string]: unknown;
}

/** Sorts enum values by name, `null` last: the compiler lists those of a union in any order. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inOrder(member)]));
  if (Array.isArray(members.enum)) {
    members.enum.sort((a, b) => (a === null ? 1 : b === null ? -1 : String(a) < String(b) ? -1 : 1));
  }
  return members;
}

/** OpenAPI 3.1 has a type for "may be null", where 3.0 had `nullable`. */
export function withoutNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullable);
  if (value === null || typeof value !== 'object') return value;
  const { nullable, ...rest } = value as Record<string, unknown>;
  const members = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, withoutNullable(member)]));
  if (nullable !== true) return nullable === undefined || nullable === false ? members : { nullable, ...members };
  if (typeof members.type === 'string' && !('enum' in members)) return { ...members, type: [members.type, 'null'] };
  const { description, ...schema } = members;
  const either = { anyOf: [schema, { type: 'null' }] };
  return description === undefined ? either : { description, ...either };
}
