import fc from 'fast-check';
import type { ApiDocument, Parameter } from './api-document.js';

type Schema = Record<string, unknown>;

/** Texts that programs often fail on. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '../../etc/passwd',
  '..%2f..',
  '%00',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202e\u0007\u001b[31m',
  '🎉'.repeat(40),
  'x'.repeat(101),
  'x'.repeat(5000),
  "'; drop table content.space; --",
  '$1',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e999',
  '{{7*7}}<%= 7*7 %>',
  '[['.repeat(300),
  '> '.repeat(500),
  '{% hint %}'.repeat(50),
  '# '.repeat(400),
  '|'.repeat(900),
  '<a '.repeat(200),
  '`'.repeat(999),
];

const NUMBERS = [0, -1, 1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308];

/** Any JSON value, including deep ones and unpaired surrogates. */
export const anyJson = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: null }),
    fc.constantFrom(...NUMBERS),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.integer({ min: 1, max: 400 }).map(nested),
    fc.jsonValue({ maxDepth: 3 }),
  );

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/**
 * Values near a schema: mostly valid, at random places wrong, missing, null, too large, or of another type. `words` are
 * texts with a meaning for the server, such as ids.
 */
export function near(
  document: ApiDocument,
  schema: Schema,
  words: readonly string[],
  depth = 0,
): fc.Arbitrary<unknown> {
  const fit = fitting(document, schema, words, depth);
  return depth > 5 ? anyJson() : fc.oneof({ weight: 14, arbitrary: fit }, { weight: 1, arbitrary: anyJson() });
}

function fitting(
  document: ApiDocument,
  schema: Schema,
  words: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  const { $ref, allOf, anyOf, oneOf, items, properties } = schema as {
    $ref?: string;
    allOf?: Schema[];
    anyOf?: Schema[];
    oneOf?: Schema[];
    items?: Schema;
    properties?: Record<string, Schema>;
  };
  if ($ref !== undefined)
    return near(document, document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, words, depth);
  const [only] = allOf ?? [];
  if (only) return near(document, only, words, depth);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => near(document, choice, words, depth + 1)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (items) return fc.array(near(document, items, words, depth + 1), { maxLength: 4 });
  if (properties) return members(document, schema, properties, words, depth);
  if (schema.type === 'null') return fc.constant(null);
  const types = ([] as unknown[]).concat(schema.type);
  if (types.includes('null'))
    return fc.oneof(fc.constant(null), fitting(document, { ...schema, type: types[0] }, words, depth));
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: fc.string({ maxLength: 30, unit: 'binary' }) },
        { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
      );
    case 'number':
    case 'integer':
      return fc.constantFrom(...NUMBERS);
    case 'boolean':
      return fc.boolean();
    default:
      return anyJson();
  }
}

/** Mostly the required members and a few others: with all of them a value would nearly always be invalid somewhere. */
function members(
  document: ApiDocument,
  schema: Schema,
  properties: Readonly<Record<string, Schema>>,
  words: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  const required = (schema.required ?? []) as string[];
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const record = (names: readonly string[]) =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, near(document, properties[name] ?? {}, words, depth + 1)])),
    );
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc
        .subarray(optional, { maxLength: Math.min(4, optional.length) })
        .chain((names) => record([...required, ...names])),
    },
    { weight: 1, arbitrary: fc.subarray([...required, ...optional]).chain(record) },
    {
      weight: 1,
      arbitrary: anyJson().chain((extra) => record(required).map((value) => ({ ...value, extra, toString: extra }))),
    },
  );
}

/** The text of a path parameter, query parameter or header, valid or not. */
export function parameterText({ schema = {} }: Parameter): fc.Arbitrary<string> {
  const fit = Array.isArray(schema.enum) ? (schema.enum as string[]) : ['1', 'true', 'x'];
  return fc.oneof(
    fc.constantFrom(...fit),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.string({ maxLength: 20, unit: 'binary' }),
  );
}
