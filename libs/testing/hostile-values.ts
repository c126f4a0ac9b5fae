import fc from 'fast-check';
import type { ApiDocument, Parameter } from './api-document.js';

type Schema = Record<string, unknown>;

/** Text that programs stumble over. */
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

/** Any JSON value, deep ones and unpaired surrogates included. */
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

/** Values near a schema: mostly fit, at random places wrong, missing, null, too large, or of another type. */
export function near(document: ApiDocument, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const fit = fitting(document, schema, depth);
  return depth > 5 ? anyJson() : fc.oneof({ weight: 6, arbitrary: fit }, { weight: 1, arbitrary: anyJson() });
}

function fitting(document: ApiDocument, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { $ref, allOf, anyOf, oneOf, items, properties } = schema as {
    $ref?: string;
    allOf?: Schema[];
    anyOf?: Schema[];
    oneOf?: Schema[];
    items?: Schema;
    properties?: Record<string, Schema>;
  };
  if ($ref !== undefined) return near(document, document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, depth);
  const [only] = allOf ?? [];
  if (only) return near(document, only, depth);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => near(document, choice, depth + 1)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (items) return fc.array(near(document, items, depth + 1), { maxLength: 4 });
  if (properties) {
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, near(document, member, depth + 1)]),
    );
    return fc
      .record(members, { requiredKeys: [] })
      .chain((value) =>
        fc.oneof(
          { weight: 5, arbitrary: fc.constant(value) },
          { weight: 1, arbitrary: anyJson().map((extra) => ({ ...value, extra, toString: extra })) },
        ),
      );
  }
  const types = ([] as unknown[]).concat(schema.type);
  if (types.includes('null'))
    return fc.oneof(fc.constant(null), fitting(document, { ...schema, type: types[0] }, depth));
  switch (schema.type) {
    case 'string':
      return fc.oneof(fc.string({ maxLength: 30, unit: 'binary' }), fc.constantFrom(...HOSTILE_TEXTS));
    case 'number':
    case 'integer':
      return fc.constantFrom(...NUMBERS);
    case 'boolean':
      return fc.boolean();
    default:
      return anyJson();
  }
}

/** What stands in a path, a query or a header: text, fit or not. */
export function parameterText({ schema = {} }: Parameter): fc.Arbitrary<string> {
  const fit = Array.isArray(schema.enum) ? (schema.enum as string[]) : ['1', 'true', 'x'];
  return fc.oneof(
    fc.constantFrom(...fit),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.string({ maxLength: 20, unit: 'binary' }),
  );
}
