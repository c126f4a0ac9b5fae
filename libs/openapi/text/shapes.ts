import { objectOf, listOf } from '../outline/fields.js';
import { isObject, type JsonObject } from '../read/tidy.js';
import { follow } from '../references/pointers.js';

/** Of properties, alternatives and values of one schema each. */
const MOST = 300;
/** Schemas that one is put together of by `allOf`. */
const MOST_TOGETHER = 50;

/** What is shown of a schema, with all that `allOf` adds to it. */
export interface Shape {
  /** The name of a schema of `components`, where the schema is a reference to it. */
  name: string | undefined;
  /** The schemas that it is put together of, itself first. */
  members: readonly JsonObject[];
  properties: readonly (readonly [string, unknown])[];
  required: ReadonlySet<unknown>;
  items: unknown;
  additional: unknown;
  /** Alternatives, each list by its keyword. */
  choices: readonly (readonly ['oneOf' | 'anyOf', readonly unknown[]])[];
  /** What is written of it wherever it comes, once that is known. */
  words?: { type: string; flags: readonly string[]; description: string; limits: string };
}

/** The shapes of the schemas of a specification. Each is looked at once, however many places lead to it. */
export class Shapes {
  readonly #shapes = new WeakMap<JsonObject, Shape>();

  constructor(private readonly root: JsonObject) {}

  /** Undefined for what is no object, such as `true`, and for a reference that leads nowhere. */
  of(schema: unknown): Shape | undefined {
    if (!isObject(schema)) return undefined;
    let shape = this.#shapes.get(schema);
    if (shape === undefined) {
      const at = follow(this.root, schema);
      if (at === undefined) return undefined;
      shape = this.#make(schema, at);
      this.#shapes.set(schema, shape);
    }
    return shape;
  }

  #make(schema: JsonObject, at: JsonObject): Shape {
    const members = this.#together(at);
    const last = <T>(read: (member: JsonObject) => T | undefined): T | undefined =>
      members.map(read).find((found) => found !== undefined);
    const properties = new Map<string, unknown>();
    const required = new Set<unknown>();
    const choices: [keyword: 'oneOf' | 'anyOf', list: unknown[]][] = [];
    for (const member of members) {
      for (const [name, value] of firstEntries(member['properties'])) {
        if (properties.size < MOST && !properties.has(name)) properties.set(name, value);
      }
      for (const name of listOf(member['required']).slice(0, MOST)) required.add(name);
      for (const keyword of ['oneOf', 'anyOf'] as const) {
        const list = listOf(member[keyword]).slice(0, MOST);
        if (list.length > 0) choices.push([keyword, list]);
      }
    }
    return {
      name: nameOf(schema),
      members,
      properties: [...properties],
      required,
      items: last((member) => member['items']),
      additional: last((member) => member['additionalProperties']),
      choices,
    };
  }

  /** A schema with those that its `allOf` names, and theirs; each once, so circles end. */
  #together(first: JsonObject): JsonObject[] {
    const members = new Set([first]);
    for (const member of members) {
      for (const next of listOf(member['allOf']).slice(0, MOST_TOGETHER)) {
        const at = follow(this.root, next);
        if (at !== undefined && members.size < MOST_TOGETHER) members.add(at);
      }
    }
    return [...members];
  }
}

const SCHEMA = /^#\/components\/schemas\/([^/]+)$/;

function nameOf({ $ref }: JsonObject): string | undefined {
  const name = typeof $ref === 'string' ? SCHEMA.exec($ref)?.[1] : undefined;
  return name?.replaceAll('~1', '/').replaceAll('~0', '~');
}

const ENTRIES = new WeakMap<object, readonly [string, unknown][]>();

/** The first members of an object, which is gone through once. */
export function firstEntries(value: unknown): readonly [string, unknown][] {
  const object = objectOf(value);
  let entries = ENTRIES.get(object);
  if (entries === undefined) ENTRIES.set(object, (entries = beginOf(object)));
  return entries;
}

/** A list of all entries would take several times as long where there are a million. */
function beginOf(object: JsonObject): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (const name in object) {
    if (entries.length === MOST) break;
    entries.push([name, object[name]]);
  }
  return entries;
}
