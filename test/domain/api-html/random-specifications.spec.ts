import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { apiContext, dangers, drawOperation, drawSchemas, drawWebhook } from './support/api.js';

const runs = Number(process.env['FC_RUNS'] ?? 40);

const NAMES = ['A', 'B', 'C'];
const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('*a*', '<b>', '`c`', '\ud800'),
);
/** Whatever may be at a place where something else belongs. */
const anything = fc.jsonValue({ maxDepth: 2 });
const maybe = <T>(own: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: own }, { weight: 1, arbitrary: anything });

const { schema } = fc.letrec((tie) => {
  const inner = fc.oneof(
    { maxDepth: 4 },
    { weight: 1, arbitrary: fc.constant({ type: 'string' }) },
    { weight: 3, arbitrary: tie('schema') },
  );
  const reference = fc.constantFrom(...NAMES, 'Missing').map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const list = fc.array(inner, { maxLength: 3 });
  const map = fc.dictionary(fc.string({ maxLength: 8 }), inner, { maxKeys: 4 });
  const keywords = fc.record(
    {
      type: maybe(fc.constantFrom('string', 'integer', 'object', 'array', ['string', 'null'])),
      ...{ title: maybe(text), description: maybe(text), format: maybe(text), pattern: maybe(text) },
      ...{ enum: maybe(fc.array(anything, { maxLength: 3 })), const: anything, default: anything, example: anything },
      ...{
        examples: maybe(fc.array(anything, { maxLength: 2 })),
        minimum: maybe(fc.integer()),
        maxLength: maybe(fc.nat()),
      },
      ...{ properties: maybe(map), required: maybe(fc.array(text, { maxLength: 2 })), items: maybe(inner) },
      ...{ prefixItems: maybe(list), patternProperties: maybe(map), additionalProperties: maybe(inner) },
      ...{
        oneOf: maybe(list),
        anyOf: maybe(list),
        allOf: maybe(list),
        readOnly: maybe(fc.boolean()),
        writeOnly: fc.boolean(),
      },
      discriminator: maybe(
        fc.record({
          propertyName: maybe(text),
          mapping: maybe(fc.dictionary(text, fc.constantFrom(...NAMES), { maxKeys: 3 })),
        }),
      ),
    },
    { requiredKeys: [] },
  );
  return {
    schema: fc.oneof(
      { maxDepth: 4 },
      { weight: 1, arbitrary: reference },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 6, arbitrary: keywords },
    ),
  };
});

const media = fc.record(
  {
    schema: maybe(schema),
    example: anything,
    examples: maybe(fc.dictionary(text, maybe(fc.record({ value: anything })), { maxKeys: 2 })),
  },
  { requiredKeys: [] },
);
const types = fc.constantFrom(
  'application/json',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  'nonsense',
);
const body = fc.record(
  {
    description: maybe(text),
    required: fc.boolean(),
    content: maybe(fc.dictionary(types, maybe(media), { maxKeys: 3 })),
  },
  { requiredKeys: [] },
);
const parameter = fc.record(
  {
    name: maybe(text),
    in: fc.constantFrom('path', 'query', 'header', 'cookie', 'nowhere'),
    schema: maybe(schema),
    description: maybe(text),
    example: anything,
  },
  { requiredKeys: ['in'] },
);
const responses = fc.dictionary(fc.constantFrom('200', '404', 'default', 'x-a'), maybe(body), { maxKeys: 3 });
const operation = fc.record(
  {
    ...{ summary: maybe(text), description: maybe(text), deprecated: fc.boolean(), requestBody: maybe(body) },
    ...{ parameters: maybe(fc.array(maybe(parameter), { maxLength: 4 })), responses: maybe(responses) },
    ...{ security: maybe(fc.array(maybe(fc.dictionary(fc.constantFrom('key', 'none'), anything)), { maxLength: 2 })) },
    ...{ servers: maybe(fc.array(maybe(fc.record({ url: maybe(text), variables: anything })), { maxLength: 3 })) },
    ...{
      callbacks: anything,
      externalDocs: anything,
      'x-codeSamples': maybe(fc.array(maybe(fc.record({ lang: maybe(text), source: maybe(text) })), { maxLength: 2 })),
    },
  },
  { requiredKeys: [] },
);
const specification = fc.record({
  paths: fc.record({ '/a/{b}': fc.record({ get: operation, parameters: anything, servers: anything }) }),
  webhooks: fc.record({ hook: fc.record({ post: operation }) }),
  components: fc.record({
    schemas: fc.record({ A: schema, B: schema, C: schema }),
    securitySchemes: fc.record({ key: anything }),
  }),
});

describe('what is drawn of any specification', () => {
  it('is well-formed and bounded, without scripts, styles or harmful addresses, and each id is there once', () => {
    fc.assert(
      fc.property(specification, (specification) => {
        const context = apiContext({ chooseAt: '/x' });
        const drawn = [
          drawOperation(specification, { path: '/a/{b}', method: 'get' }, context),
          drawWebhook(specification, { name: 'hook', method: 'post' }, context),
          drawSchemas(specification, { schemas: NAMES, grouped: true }, context) ?? '<section></section>',
        ];
        for (const html of drawn) {
          expect(html).toMatch(/^<section[ >]/);
          expect((html ?? '').length).toBeLessThan(1_000_000);
          expect(dangers(html ?? '')).toEqual([]);
        }
      }),
      { numRuns: runs },
    );
  });
});
