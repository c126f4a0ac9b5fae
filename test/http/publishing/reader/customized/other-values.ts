import { readApiDocument } from '#testing/api-document';

export type Json = Record<string, unknown>;

type Schema = {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  enum?: (string | null)[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema;
};

/** A member of settings with another value than it has. */
export interface Otherwise {
  /** Such as `header.links.0.title`. */
  path: string;
  value: unknown;
}

const { schemas } = readApiDocument().components as unknown as { schemas: Record<string, Schema> };

/** What strings become that are not free texts, by the end of their path. */
const TEXTS: readonly [RegExp, string | readonly string[]][] = [
  [/Color\.(?:light|dark)$|tint\.color\.(?:light|dark)$/, '#a21caf'],
  [/codeTheme\.\w+\.(?:light|dark)$/, ['nord', 'default-dark', 'monochrome-light']],
  [/(?:icon|logo)\.(?:light|dark)$|\.url$/, 'https://example.org/other.svg'],
  [/condition$/, 'visitor.claims.unsigned.plan == "paid"'],
  [/emoji$/, '🚀'],
  [/greeting$|suggestions\.\d$/, 'What else?'],
];
const LINK = { kind: 'url', url: 'https://example.org/elsewhere' };

/**
 * Every member of the settings that a schema of the API's document describes, with other values: each of an
 * enumeration, and one for what is free. Members of lists are those of the first item.
 */
export function otherwise(schemaName: string, settings: Json): Otherwise[] {
  return membersOf({ $ref: `#/components/schemas/${schemaName}` }, settings, '');
}

/** Settings with another value for one member. Those above it are as they were, or come with it. */
export function changed(settings: Json, { path, value }: Otherwise): Json {
  const [name = '', ...rest] = path.split('.');
  const copy = (Array.isArray(settings) ? [...(settings as unknown[])] : { ...settings }) as Json;
  copy[name] = rest.length === 0 ? value : changed((copy[name] ?? {}) as Json, { path: rest.join('.'), value });
  return copy;
}

function membersOf(schema: Schema, value: unknown, path: string): Otherwise[] {
  const found = resolved(schema);
  if (isReference(found)) return [{ path, value: LINK }];
  const { oneOf, properties, items, additionalProperties } = found;
  if (oneOf) return oneOf.flatMap((one) => membersOf(one, value, path));
  if (additionalProperties) return [{ path, value: { en: 'Otherwise' } }];
  if (items) return listed(items, value as unknown[] | undefined, path);
  if (properties)
    return Object.entries(properties).flatMap(([name, member]) =>
      membersOf(member, (value as Json | undefined)?.[name], path === '' ? name : `${path}.${name}`),
    );
  return valuesOf(found, path)
    .filter((other) => other !== value)
    .map((other) => ({ path, value: other }));
}

/** A list without one of its values or with one more, and other members of its first item. */
function listed(items: Schema, value: unknown[] = [], path: string): Otherwise[] {
  const words = resolved(items).enum;
  if (words)
    return words.map((word) => ({
      path,
      value: value.includes(word) ? value.filter((one) => one !== word) : [...value, word],
    }));
  return [{ path, value: [] }, ...membersOf(items, value[0], `${path}.0`)];
}

function valuesOf({ type, enum: words }: Schema, path: string): unknown[] {
  if (words) return words.filter((word) => word !== null);
  const types = [type ?? []].flat();
  if (types.includes('boolean')) return [true, false];
  if (types.includes('number')) return [700];
  return [TEXTS.find(([ending]) => ending.test(path))?.[1] ?? `Other ${path.split('.').at(-1)}`].flat();
}

/** A schema without references, and without null beside it. */
function resolved(schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolved(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const [only, ...others] = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? resolved(only) : schema;
}

/** Whether it is what a link leads to: a reference of one of many kinds. */
const isReference = ({ oneOf = [] }: Schema): boolean =>
  oneOf.some(({ $ref }) => $ref?.endsWith('/UrlRefView') === true);
