import { follow, isObject, listOf, type JsonObject, type Shape } from '#openapi';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';

/** Whether a schema is seen in what is sent or in what is answered: each leaves out what is only for the other. */
export type Direction = 'request' | 'response' | 'both';

/** Alternatives that are looked at in one schema. */
const MOST_CHOICES = 100;
/** Schemas that are passed on the way to the one that is shown. */
const MOST_PASSED = 6;

/** A schema as it is shown: with what `allOf` adds to it, and without an alternative that is only null. */
export interface View {
  shape: Shape | undefined;
  /** What is said of it, what is nearest first: beside the reference, in the schema, in those that it extends. */
  members: readonly JsonObject[];
  /** The schemas that it is, by which it is known again within itself. */
  identities: readonly JsonObject[];
  name: string | undefined;
  isNullable: boolean;
  choices: readonly Choice[];
  /** A schema that is no object: `true` for anything, `false` for nothing; undefined for one that leads nowhere. */
  constant: boolean | undefined;
}

export interface Choice {
  keyword: 'oneOf' | 'anyOf';
  schemas: readonly unknown[];
}

export function viewOf(sheet: Sheet, given: unknown): View {
  const members: JsonObject[] = [];
  const identities: JsonObject[] = [];
  let schema = given;
  let name: string | undefined;
  let isNullable = false;
  let shape: Shape | undefined;
  let choices: Choice[] = [];
  for (let passed = 0; passed < MOST_PASSED; passed++) {
    shape = sheet.shapes.of(schema);
    if (shape === undefined) break;
    if (isObject(schema) && typeof schema['$ref'] === 'string') members.push(schema);
    members.push(...shape.members);
    const [first] = shape.members;
    if (first !== undefined) identities.push(first);
    name ??= shape.name;
    choices = shape.choices.map(([keyword, list]) => ({ keyword, schemas: list.slice(0, MOST_CHOICES) }));
    isNullable ||= choices.some(({ schemas }) => schemas.some(isNull)) || saysNull(shape.members);
    choices = choices
      .map((choice) => ({ ...choice, schemas: choice.schemas.filter((one) => !isNull(one)) }))
      .filter((choice) => choice.schemas.length > 0);
    const [only, ...others] = choices;
    const [next, ...more] = only?.schemas ?? [];
    if (others.length > 0 || next === undefined || more.length > 0 || shape.properties.length > 0) break;
    schema = next;
    choices = [];
  }
  const constant = typeof schema === 'boolean' ? schema : undefined;
  return { shape, members, identities, name, isNullable, choices, constant };
}

const isNull = (schema: unknown): boolean =>
  isObject(schema) && (schema['type'] === 'null' || ('const' in schema && schema['const'] === null));

const saysNull = (members: readonly JsonObject[]): boolean =>
  members.some(({ type, nullable }) => nullable === true || (Array.isArray(type) && type.includes('null')));

/** The first value of a keyword. */
export function saidOf(members: readonly JsonObject[], keyword: string): unknown {
  for (const member of members) {
    if (Object.hasOwn(member, keyword) && member[keyword] !== undefined) return member[keyword];
  }
  return undefined;
}

export const saysTrue = (members: readonly JsonObject[], keyword: string): boolean =>
  members.some((member) => member[keyword] === true);

/** The types of a schema without `null`; guessed where it names none; empty where it may be anything. */
export function typesOf({ members, shape, choices }: View): string[] {
  const type = saidOf(members, 'type');
  const named = (Array.isArray(type) ? type : [type])
    .slice(0, 8)
    .map((one) => lineOf(one, 40))
    .filter((one) => one !== '' && one !== 'null');
  if (named.length > 0) return [...new Set(named)];
  if (shape === undefined) return [];
  if (shape.properties.length > 0 || isObject(saidOf(members, 'patternProperties'))) return ['object'];
  if (shape.items !== undefined || Array.isArray(saidOf(members, 'prefixItems'))) return ['array'];
  if (choices.length > 0) return [];
  if (isObject(shape.additional)) return ['object'];
  const values = listOf(saidOf(members, 'enum')).slice(0, 20);
  const constant = saidOf(members, 'const');
  const kinds = [...values, ...(constant === undefined ? [] : [constant])].map(kindOf);
  return [...new Set(kinds)].filter((kind) => kind !== 'null');
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Whether a property is left out in a direction. */
export const isHidden = (members: readonly JsonObject[], direction: Direction): boolean =>
  (direction === 'request' && saysTrue(members, 'readOnly')) ||
  (direction === 'response' && saysTrue(members, 'writeOnly'));

/** The discriminator of a schema, not of one that it extends: a subtype has no alternatives. */
export function discriminatorOf(sheet: Sheet, { identities }: View): Discriminator | undefined {
  const said = saidOf(identities, 'discriminator');
  if (!isObject(said)) return undefined;
  const property = lineOf(said['propertyName']);
  if (property === '') return undefined;
  const values = new Map<JsonObject, string>();
  const schemas: unknown[] = [];
  const mapping = isObject(said['mapping']) ? said['mapping'] : {};
  let count = 0;
  for (const value in mapping) {
    if (++count > MOST_CHOICES) break;
    const target = mapping[value];
    if (typeof target !== 'string') continue;
    const reference = { $ref: /^[#./]|:/.test(target) ? target : `#/components/schemas/${target}` };
    const schema = follow(sheet.root, reference);
    if (schema === undefined) continue;
    if (!values.has(schema)) {
      values.set(schema, lineOf(value));
      schemas.push(reference);
    }
  }
  return { property, values, schemas };
}

export interface Discriminator {
  property: string;
  /** The value of the property, by the schema that it chooses. */
  values: ReadonlyMap<JsonObject, string>;
  /** References to those schemas. */
  schemas: readonly unknown[];
}
