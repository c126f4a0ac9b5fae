import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseExpression } from '#expressions';
import { Invalid } from '#kernel/domain/errors';
import { anyJson } from '#testing/hostile-values';
import { adaptiveSchemaFrom } from '../../../../src/publishing/visitors/domain/adaptive/adaptive-schema.js';
import type {
  AdaptiveJsonSchema,
  ClaimSchema,
} from '../../../../src/publishing/visitors/domain/adaptive/claim-schema.js';
import { templateConditions } from '../../../../src/publishing/visitors/domain/adaptive/template-conditions.js';
import { claimsFor } from '../../../../src/publishing/visitors/domain/adaptive/visitor-claims.js';

const description = 'What it is';
const isBeta = { type: 'boolean', description };
const plan = { type: 'string', enum: ['free', 'pro'], description };
const name = { type: 'string', description };
const seats = { type: 'number', description };
const group = (properties: object, more: object = { description }) => ({
  type: 'object',
  ...more,
  properties,
  additionalProperties: false,
});
const schemaOf = (properties: object) => group(properties, {});
const read = (properties: object): AdaptiveJsonSchema => adaptiveSchemaFrom(schemaOf(properties));

const EVERYTHING = {
  isBeta,
  plan,
  name,
  seats,
  products: { type: 'array', description, items: plan },
  tags: { type: 'array', description, items: name },
  account: group({ level: plan, owner: group({ verified: isBeta }) }),
  'a "name" \\ of another kind': isBeta,
  unsigned: group({ isBeta, plan, seats, name, cart: group({ size: seats }) }, {}),
};

describe('an adaptive schema', () => {
  it('takes claims of every kind, and is kept as it was given', () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...schemaOf(EVERYTHING) };
    expect(adaptiveSchemaFrom(schema)).toEqual(schema);
    expect(read({})).toEqual(schemaOf({}));
  });

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`claim${i}`, isBeta]));
  const nested = (depth: number): object => (depth === 1 ? { isBeta } : { inner: group(nested(depth - 1)) });

  it.each<[string, object]>([
    ['jsonSchema must be an object', []],
    ['jsonSchema.type must', { ...schemaOf({}), type: 'array' }],
    ['jsonSchema.additionalProperties must be false', { ...schemaOf({}), additionalProperties: true }],
    ['jsonSchema.additionalProperties must be false', { type: 'object', properties: {} }],
    ['jsonSchema.properties must', { type: 'object', additionalProperties: false }],
    ['jsonSchema.$schema must', { ...schemaOf({}), $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['jsonSchema.required must not', { ...schemaOf({}), required: [] }],
    ['jsonSchema.properties.plan must be an object', schemaOf({ plan: 'string' })],
    ['jsonSchema.properties.plan.type must', schemaOf({ plan: { type: 'integer', description } })],
    ['jsonSchema.properties.plan.description must', schemaOf({ plan: { type: 'boolean' } })],
    ['jsonSchema.properties.plan.enum must be', schemaOf({ plan: { ...plan, enum: 'pro' } })],
    ['jsonSchema.properties.plan.enum must be', schemaOf({ plan: { ...plan, enum: [] } })],
    ['jsonSchema.properties.plan.enum must not', schemaOf({ plan: { ...plan, enum: ['a', 'a'] } })],
    ['jsonSchema.properties.plan.enum[1] must', schemaOf({ plan: { ...plan, enum: ['a', 7] } })],
    ['jsonSchema.properties.plan.enum must not be there', schemaOf({ plan: { ...seats, enum: ['a'] } })],
    ['jsonSchema.properties.plan.pattern must not', schemaOf({ plan: { ...name, pattern: '.' } })],
    ['jsonSchema.properties.list.items must', schemaOf({ list: { type: 'array', description } })],
    [
      'jsonSchema.properties.list.items.type must',
      schemaOf({ list: { type: 'array', description, items: group({}) } }),
    ],
    [
      'jsonSchema.properties.in.additionalProperties must',
      schemaOf({ in: { ...group({}), additionalProperties: {} } }),
    ],
    ['jsonSchema.properties.in.description must', schemaOf({ in: group({}, {}) })],
    [
      'jsonSchema.properties.in.properties.unsigned.description must',
      schemaOf({ in: group({ unsigned: group({}, {}) }) }),
    ],
    ['jsonSchema.properties.unsigned.type must', schemaOf({ unsigned: isBeta })],
    ['jsonSchema.properties must not have the name constructor', schemaOf({ constructor: isBeta })],
    ['jsonSchema.properties must have names', schemaOf({ '': isBeta })],
    ['jsonSchema.properties must have names', schemaOf({ ['x'.repeat(101)]: isBeta })],
    ['jsonSchema must have at most 100', schemaOf(many(101))],
    ['jsonSchema must be at most 65536 bytes', schemaOf({ plan: { ...name, description: 'x'.repeat(70_000) } })],
    [
      'jsonSchema.properties.inner.properties.inner.properties.inner.properties.inner.properties.inner must',
      schemaOf(nested(6)),
    ],
  ])('is refused with the path: %s', (message, schema) => {
    expect(() => adaptiveSchemaFrom(schema)).toThrow(Invalid);
    expect(() => adaptiveSchemaFrom(schema)).toThrow(new RegExp(`^${message.replace(/[[\].$]/g, '\\$&')}`));
  });

  it('holds as many claims, as deep, as its limits say', () => {
    expect(() => read(many(100))).not.toThrow();
    expect(() => read(nested(5))).not.toThrow();
  });

  it('is accepted or refused, whatever the values', () => {
    fc.assert(
      fc.property(anyJson(), fc.constantFrom('plan', 'unsigned', '__proto__'), (value, claim) => {
        for (const given of [value, schemaOf({ [claim]: value }), schemaOf({ [claim]: { ...name, enum: value } })]) {
          try {
            templateConditions(adaptiveSchemaFrom(given));
          } catch (error) {
            if (!(error instanceof Invalid)) throw error;
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the conditions that a schema suggests', () => {
  const conditions = templateConditions(read(EVERYTHING));

  it('are one for each value where values are few, and one about being there elsewhere', () => {
    expect(conditions.map(({ condition }) => condition)).toEqual([
      'visitor.claims.isBeta == true',
      'visitor.claims.plan == "free"',
      'visitor.claims.plan == "pro"',
      'visitor.claims.name != null',
      'visitor.claims.seats > 0',
      'visitor.claims.products.includes("free")',
      'visitor.claims.products.includes("pro")',
      'visitor.claims.tags.length > 0',
      'visitor.claims.account.level == "free"',
      'visitor.claims.account.level == "pro"',
      'visitor.claims.account.owner.verified == true',
      'visitor.claims["a \\"name\\" \\\\ of another kind"] == true',
      'visitor.claims.unsigned.isBeta == true',
      'visitor.claims.unsigned.plan == "free"',
      'visitor.claims.unsigned.plan == "pro"',
      'visitor.claims.unsigned.seats > 0',
      'visitor.claims.unsigned.name != null',
      'visitor.claims.unsigned.cart.size > 0',
    ]);
    expect(conditions[2]?.description).toBe('plan is pro');
    expect(conditions.at(-1)?.description).toBe('unsigned.cart.size is more than 0');
  });

  it('are expressions that hold for the visitors they tell of, and not for others', () => {
    const text = 'a "name" \\ of another kind';
    const known = { isBeta: true, plan: 'pro', name: 'Ada', seats: 3, products: ['pro'], tags: ['x'], [text]: true };
    const account = { level: 'pro', owner: { verified: true } };
    const unsigned = { isBeta: true, plan: 'pro', seats: 1, name: 'x', cart: { size: 2 } };
    for (const { condition } of conditions) {
      const expression = parseExpression(condition);
      const holds = expression.holds({ visitor: { claims: { ...known, account, unsigned } } });
      expect([condition, holds]).toEqual([condition, !condition.includes('"free"')]);
      expect([condition, expression.holds({ visitor: { claims: { unsigned: {} } } })]).toEqual([condition, false]);
    }
  });

  it('are expressions whatever names and values there are, of no more than 1,024 characters', () => {
    const texts = fc.string({ maxLength: 100, unit: 'grapheme' });
    fc.assert(
      fc.property(texts, fc.uniqueArray(texts, { minLength: 1 }), (claim, values) => {
        let schema: AdaptiveJsonSchema;
        try {
          schema = read({ [claim]: { ...plan, enum: values } });
        } catch {
          return;
        }
        for (const { condition } of templateConditions(schema)) parseExpression(condition);
      }),
    );
    const long = '"'.repeat(100);
    const deep = [1, 2, 3].reduce((inner: object) => group({ [long]: inner }), group({ [long]: isBeta }));
    expect(templateConditions(read({ [long]: deep, isBeta }))).toHaveLength(1);
  });
});

describe('the claims of a visitor', () => {
  const schema = read(EVERYTHING);

  it('are those that the schema declares, of the type that it declares', () => {
    const account = { level: 'pro', owner: { verified: true, extra: 1 }, extra: 1 };
    const signed = {
      isBeta: true,
      plan: 'pro',
      name: 'Ada',
      seats: 3,
      products: ['pro', 'other', 7],
      account,
      extra: 1,
    };
    expect(claimsFor(schema, { ...signed, tags: [] }, {})).toStrictEqual({
      isBeta: true,
      plan: 'pro',
      name: 'Ada',
      seats: 3,
      products: ['pro'],
      tags: [],
      account: { level: 'pro', owner: { verified: true } },
      unsigned: {},
    });
    const wrong = { isBeta: 'true', plan: 'gold', name: 7, seats: '3', products: 'pro', account: [], tags: null };
    expect(claimsFor(schema, wrong, {})).toEqual({ unsigned: {} });
  });

  it('never get from one side to the other', () => {
    const forged = { isBeta: true, plan: 'pro', unsigned: { isBeta: true } };
    expect(claimsFor(schema, { unsigned: { isBeta: true } }, {})).toEqual({ unsigned: {} });
    expect(claimsFor(schema, {}, { ...forged, account: { level: 'pro' } })).toEqual({
      unsigned: { isBeta: true, plan: 'pro' },
    });
    expect(claimsFor(undefined, { unsigned: { isBeta: true }, plan: 'pro' }, forged)).toEqual({
      plan: 'pro',
      unsigned: forged,
    });
    expect(claimsFor(read({ isBeta }), {}, forged)).toEqual({ unsigned: {} });
  });

  it('that come as text are read as what they are declared to be', () => {
    const unsigned = { isBeta: 'false', seats: '12', name: 7, plan: 'pro', cart: { size: '2' } };
    expect(claimsFor(schema, {}, unsigned).unsigned).toEqual({
      isBeta: false,
      seats: 12,
      name: '7',
      plan: 'pro',
      cart: { size: 2 },
    });
    expect(claimsFor(schema, {}, { isBeta: 'yes', seats: 'many', plan: 'gold', name: {} }).unsigned).toEqual({});
    expect(claimsFor(schema, {}, { seats: ' ', isBeta: 1, name: null }).unsigned).toEqual({});
  });

  it('are all that is signed where there is no schema, but for what tells tokens apart', () => {
    const signed = { exp: 1, iat: 1, nbf: 1, jti: 'x', sub: 'ada', roles: ['a'], deep: { b: 1 } };
    expect(claimsFor(undefined, signed, {})).toEqual({ sub: 'ada', roles: ['a'], deep: { b: 1 }, unsigned: {} });
    const iat: ClaimSchema = { type: 'number', description };
    expect(claimsFor(read({ iat }), { iat: 7 }, {})).toEqual({ iat: 7, unsigned: {} });
  });

  it('are nothing of what is unsigned where that is too much in all', () => {
    const unsigned = (length: number) => ({ name: 'x'.repeat(length) });
    const known = read({ unsigned: group({ name }, {}) });
    expect(claimsFor(known, {}, unsigned(4000)).unsigned).toEqual(unsigned(4000));
    expect(claimsFor(known, { name: 'x' }, unsigned(4096))).toEqual({ unsigned: {} });
    const many = Object.fromEntries(Array.from({ length: 5 }, (_, place) => [place, 'x'.repeat(1000)]));
    expect(claimsFor(undefined, { plan: 'pro' }, many)).toEqual({ plan: 'pro', unsigned: {} });
  });

  it('are what is unsigned where there is no schema, as far as it is plain and small', () => {
    const deep = { a: { b: { c: { d: { e: 'x' } } } } };
    const unsigned = { plan: 'pro', beta: true, seats: 3, none: null, list: ['x'], long: 'x'.repeat(1001), deep };
    expect(claimsFor(undefined, {}, unsigned).unsigned).toEqual({
      plan: 'pro',
      beta: true,
      seats: 3,
      deep: { a: { b: { c: {} } } },
    });
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`claim${i}`, 'x']));
    expect(Object.keys(claimsFor(undefined, {}, many).unsigned)).toHaveLength(100);
  });

  it('change nothing of what they were made of, nor what objects inherit', () => {
    const hostile = JSON.parse('{"__proto__": {"isBeta": true}, "plan": "pro"}') as Record<string, unknown>;
    for (const declared of [undefined, schema]) {
      const claims = claimsFor(declared, hostile, hostile);
      expect([claims.isBeta, claims.unsigned.isBeta, ({} as { isBeta?: boolean }).isBeta]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    const inherited = read({ toString: name, unsigned: group({ toString: name }) });
    expect(claimsFor(inherited, {}, {})).toStrictEqual({ unsigned: {} });
  });
});
