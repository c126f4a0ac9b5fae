import { firstEntries, isInternal, isObject, listOf } from '#openapi';
import { isHidden, saidOf, typesOf, viewOf, type Direction, type View } from '../schema/view.js';
import type { Sheet } from '../sheet.js';
import { beginningOf } from '../text.js';

/** Of one sample: values, levels, and characters of a text. */
const MOST_VALUES = 300;
const MOST_DEPTH = 6;
const MOST_TEXT = 1_000;
/** Properties of an object of which none is required, and items of a list. */
const MOST_ITEMS = 30;

/** Values that texts of a format have in samples. */
const FORMATS: Record<string, string> = {
  date: '2030-01-31',
  'date-time': '2030-01-31T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  'idn-email': 'name@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/path',
  'uri-template': '/path/{id}',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  'json-pointer': '/path',
  byte: 'dGV4dA==',
  password: '••••••••',
};

/** A value that a schema describes: what it gives as an example, or else one made up. Of a bounded size. */
export function sampleOf(sheet: Sheet, schema: unknown, direction: Direction): unknown {
  return new Sampler(sheet, direction).value(schema, []);
}

class Sampler {
  #left = MOST_VALUES;

  constructor(
    private readonly sheet: Sheet,
    private readonly direction: Direction,
  ) {}

  value(schema: unknown, around: readonly object[]): unknown {
    const view = viewOf(this.sheet, schema);
    if (view.shape === undefined || this.#left-- <= 0) return null;
    const given = givenIn(view);
    if (given !== undefined) return trimmed(given, this.#left);
    const isAgain = view.identities.some((identity) => around.includes(identity));
    return this.#made(view, isAgain || around.length >= 2 * MOST_DEPTH ? undefined : [...around, ...view.identities]);
  }

  /** `around` is undefined where nothing may be within. */
  #made(view: View, around: readonly object[] | undefined): unknown {
    const [type] = typesOf(view);
    const [choice] = view.choices;
    const first = choice?.schemas[0];
    if (first !== undefined && around !== undefined) {
      const chosen = this.value(first, around);
      const own =
        type === 'object' || (view.shape?.properties.length ?? 0) > 0 ? this.#object(view, around) : undefined;
      return own !== undefined && isObject(chosen) ? { ...own, ...chosen } : chosen;
    }
    switch (type) {
      case 'object':
        return around === undefined ? {} : this.#object(view, around);
      case 'array':
        return around === undefined ? [] : this.#list(view, around);
      case 'string':
        return textOf(view);
      case 'integer':
      case 'number':
        return numberOf(view, type);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  #object({ shape, members }: View, around: readonly object[]): object {
    const made: Record<string, unknown> = {};
    let count = 0;
    for (const [name, schema] of shape?.properties ?? []) {
      if (name === '__proto__' || (isObject(schema) && isInternal(schema))) continue;
      const { members: said } = viewOf(this.sheet, schema);
      if (isHidden(said, this.direction) || saidOf(said, 'deprecated') === true) continue;
      if (this.#left <= 0 || ++count > MOST_ITEMS) break;
      made[name] = this.value(schema, around);
    }
    const additional = shape?.additional ?? firstEntries(saidOf(members, 'patternProperties'))[0]?.[1];
    if (count === 0 && isObject(additional)) made['key'] = this.value(additional, around);
    return made;
  }

  #list({ shape, members }: View, around: readonly object[]): unknown[] {
    const prefix = listOf(saidOf(members, 'prefixItems')).slice(0, MOST_ITEMS);
    if (prefix.length > 0) return prefix.map((one) => this.value(one, around));
    if (shape?.items === undefined) return [];
    const item = this.value(shape.items, around);
    // What contains itself ends here.
    return item === null ? [] : [item];
  }
}

/** An example, a constant, a default, or the first value of an enumeration. */
function givenIn({ members }: View): unknown {
  const given = [
    saidOf(members, 'example'),
    listOf(saidOf(members, 'examples'))[0],
    saidOf(members, 'const'),
    saidOf(members, 'default'),
    listOf(saidOf(members, 'enum')).find((value) => value !== null),
  ];
  return given.find((value) => value !== undefined);
}

function textOf({ members }: View): string {
  const format = saidOf(members, 'format');
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return known ?? 'text';
}

function numberOf({ members }: View, type: 'integer' | 'number'): number {
  const least = saidOf(members, 'minimum');
  const most = saidOf(members, 'maximum');
  if (typeof least === 'number' && least > 1) return least;
  if (typeof most === 'number' && most < 1) return most;
  return type === 'integer' ? 1 : 1.5;
}

/** A copy of a value with at most so many values in it, and without very long texts. */
export function trimmed(value: unknown, most = MOST_VALUES): unknown {
  let left = most;
  const copy = (one: unknown, depth: number): unknown => {
    left--;
    if (typeof one === 'string') return beginningOf(one, MOST_TEXT);
    if (typeof one !== 'object' || one === null) return one;
    if (depth > 4 * MOST_DEPTH) return Array.isArray(one) ? [] : {};
    if (Array.isArray(one)) {
      const items: unknown[] = [];
      for (const item of one) {
        if (left <= 0) break;
        items.push(copy(item, depth + 1));
      }
      return items;
    }
    const object: Record<string, unknown> = {};
    for (const [name, item] of firstEntries(one)) {
      if (left <= 0) break;
      if (name !== '__proto__') object[beginningOf(name, MOST_TEXT)] = copy(item, depth + 1);
    }
    return object;
  };
  return copy(value, 0);
}
