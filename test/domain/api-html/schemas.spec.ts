import { describe, expect, it } from '@jest/globals';
import {
  apiContext,
  codesIn,
  dangers,
  drawAnswer,
  drawSchemas,
  drawSent,
  factsOf,
  saidBy,
  samplesOf,
} from './support/api.js';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: unknown, schemas: Record<string, unknown> = {}): string =>
  saidBy(factsOf(drawAnswer(schema, schemas)));
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });

describe('the type of a schema', () => {
  it.each([
    [{ type: 'string', format: 'date' }, 'string <date>'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: ['string', 'integer'] }, 'string | integer'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { type: ['string', 'integer'] } }, '(string | integer)[]'],
    [{ type: 'array', items: ref('Pet') }, 'Pet[]'],
    [{ anyOf: [ref('Pet'), { type: 'null' }] }, 'Pet | null'],
    [{ oneOf: [{ type: 'string' }, { type: 'boolean' }] }, 'string | boolean'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'map<string, integer>'],
    [{ enum: [1, 2] }, 'integer'],
    [{ const: 'x' }, 'string'],
    [{}, 'any'],
    [true, 'any'],
    [false, 'never'],
    [ref('Missing'), 'any'],
  ])('of %j is %s', (schema, type) => {
    const html = drawAnswer(object({ field: schema }), { Pet: object({ name: { type: 'string' } }) });
    const [, line = ''] = /<code class="api-name">field<\/code> <span class="api-type">(.*?)<\/span>/.exec(html) ?? [];
    expect(saidBy(`<p>${line}</p>`)).toBe(type);
  });

  it('links to the place that a schema has of its own', () => {
    const html = drawAnswer(
      object({ pet: ref('Pet') }),
      { Pet: object({}) },
      { schemaHref: (name) => `/models#${name}` },
    );
    expect(html).toContain('<a href="/models#Pet">Pet</a>');
  });
});

describe('what is within a schema', () => {
  it('can be opened, with descriptions beside references counting first', () => {
    const said = answer(object({ owner: { ...ref('Person'), description: 'Whose it is' } }, { required: ['owner'] }), {
      Person: object({ name: { type: 'string', description: 'As *written*' } }, { description: 'Anyone' }),
    });
    expect(said).toContain('owner Person requiredWhose it isProperties (1)name stringAs written');
    expect(said).not.toContain('Anyone');
  });

  it('is put together of all that allOf names', () => {
    const said = answer(
      { allOf: [ref('Base'), object({ own: { type: 'string' } }, { required: ['id'] })] },
      { Base: object({ id: { type: 'integer' } }) },
    );
    expect(said).toMatch(/id integer required.*own string/);
  });

  it('is left out where it is only for the other direction', () => {
    const schema = object({
      id: { type: 'string', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      name: { type: 'string' },
    });
    const sent = drawSent(schema);
    expect(saidBy(factsOf(sent))).toContain('secret');
    expect(saidBy(factsOf(sent))).not.toMatch(/\bid string/);
    expect(codesIn(sent)[0]).not.toContain('"id"');
    const answered = drawAnswer(schema);
    expect(saidBy(factsOf(answered))).toContain('id string read-only');
    expect(saidBy(answered)).not.toContain('secret');
    expect(drawSent(object({ unseen: { 'x-internal': true } }))).not.toContain('unseen');
  });

  it('has patterns of names, any names, and items of tuples', () => {
    const said = answer(
      object(
        { pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } } },
        {
          patternProperties: { '^x-': { type: 'number' } },
          additionalProperties: { type: 'string' },
        },
      ),
    );
    expect(said).toContain('[0] string');
    expect(said).toContain('[1] integer');
    expect(said).toContain('[…] boolean');
    expect(said).toContain('/^x-/ number');
    expect(said).toContain('any name string');
  });

  it('shows alternatives by name, with the value that chooses each', () => {
    const schemas = {
      Cat: object({ kind: { type: 'string' }, lives: { type: 'integer' } }),
      Dog: object({ kind: { type: 'string' }, barks: { type: 'boolean' } }),
    };
    const discriminator = { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } };
    const said = answer({ oneOf: [ref('Cat'), ref('Dog')], discriminator }, schemas);
    expect(said).toMatch(/One ofCat kind: cat.*lives integer.*Dog kind: dog.*barks boolean/);
  });

  it('shows the schemas that a discriminator names, which have no alternatives themselves', () => {
    const schemas = {
      Pet: object(
        { kind: { type: 'string' } },
        {
          discriminator: {
            propertyName: 'kind',
            mapping: { cat: ref('Cat')['$ref' as never], dog: '#/components/schemas/Dog' },
          },
        },
      ),
      Cat: { allOf: [ref('Pet'), object({ lives: { type: 'integer' } })] },
      Dog: { allOf: [ref('Pet'), object({ barks: { type: 'boolean' } })] },
    };
    const said = answer(ref('Pet'), schemas);
    expect(said).toMatch(/Cat kind: cat.*lives.*Dog kind: dog.*barks/);
    expect(said.match(/One of/g)).toHaveLength(1);
    expect(answer(ref('Cat'), schemas)).not.toContain('barks');
  });

  it.each([
    ['a property', { Node: object({ next: ref('Node') }) }],
    ['a list', { Node: object({ next: { type: 'array', items: ref('Node') } }) }],
    ['allOf', { Node: { allOf: [object({ next: ref('Node') }), ref('Other')] }, Other: { allOf: [ref('Node')] } }],
    ['an alternative', { Node: object({ next: { oneOf: [ref('Node'), { type: 'null' }] } }) }],
    ['another schema', { Node: object({ other: ref('Other') }), Other: object({ next: ref('Node') }) }],
  ])('ends where it contains itself by %s', (_, schemas) => {
    const said = answer(ref('Node'), schemas);
    expect(said).toContain('contains itself');
    expect(said.match(/next /g)).toHaveLength(1);
  });

  it('draws nothing endless of references in a circle', () => {
    expect(answer(ref('A'), { A: ref('B'), B: ref('A') })).toContain('any');
  });
});

describe('the limits of a schema', () => {
  it.each([
    [{ type: 'number', exclusiveMinimum: 0 }, 'Range > 0'],
    [{ type: 'number', minimum: 0, maximum: 1, multipleOf: 0.1 }, 'Range 0 … 1Multiple of 0.1'],
    [{ type: 'string', minLength: 4, maxLength: 4 }, 'Length 4'],
    [{ type: 'array', items: {}, maxItems: 3 }, 'Items ≤ 3'],
    [{ const: 'fixed' }, 'Always fixed'],
    [{ type: 'string', examples: ['one', 'two'] }, 'Examples one two'],
    [{ type: 'string', default: '' }, 'Default ""'],
    [{ type: 'boolean', default: false }, 'Default false'],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'Values a b'],
  ])('of %j are said', (schema, said) => {
    expect(answer(object({ field: schema }))).toContain(said);
  });

  it('have a long list of values to be opened', () => {
    const html = drawAnswer({ type: 'string', enum: Array.from({ length: 50 }, (_, index) => `value${index}`) });
    expect(html).toContain('<details class="api-more"><summary>Show all (50)</summary>');
    expect(html).toContain('<code>value49</code>');
  });
});

describe('schemas of a specification', () => {
  const specification = {
    components: {
      schemas: {
        Pet: object({ name: { type: 'string' } }),
        Secret: { 'x-internal': true },
        'A/B~c': { type: 'string' },
      },
    },
  };

  it('are opened one by one when grouped, and shown at once otherwise', () => {
    const grouped = drawSchemas(specification, { schemas: ['Pet', 'A/B~c'], grouped: true }, apiContext()) ?? '';
    expect(grouped).toContain(
      '<details class="api-model" id="op-schema-Pet"><summary><code class="api-name">Pet</code></summary>',
    );
    expect(grouped).toContain('id="op-schema-A-B-c"');
    expect(saidBy(grouped)).toContain('A/B~cstring');
    expect(dangers(grouped)).toEqual([]);
    const open = drawSchemas(specification, { schemas: ['Pet'], grouped: false }, apiContext()) ?? '';
    expect(open).not.toContain('<details class="api-model"');
  });

  it('are those that the specification has and shows', () => {
    expect(
      drawSchemas(specification, { schemas: ['Secret', 'Missing', 'constructor'], grouped: true }, apiContext()),
    ).toBeUndefined();
  });
});

describe('a sample of an answer', () => {
  it('is made of examples, defaults and formats', () => {
    const schema = object({
      id: { type: 'string', format: 'uuid' },
      age: { type: 'integer', minimum: 3 },
      tags: { type: 'array', items: { type: 'string', example: 'small' } },
      kind: { enum: ['cat', 'dog'] },
      good: { type: 'boolean', default: false },
      self: { $ref: '#/components/schemas/Node' },
    });
    const [code = ''] = codesIn(samplesOf(drawAnswer(schema, { Node: object({ next: ref('Node') }) }))).slice(-1);
    expect(JSON.parse(code)).toEqual({
      ...{ id: '123e4567-e89b-12d3-a456-426614174000', age: 3, tags: ['small'], kind: 'cat', good: false },
      self: { next: {} },
    });
  });
});
