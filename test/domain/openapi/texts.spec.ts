import { describe, expect, it } from '@jest/globals';
import { processSpecification, type SpecificationText } from '#openapi';
import { largeSpecification, nothingToLoad, operation, specification, type Json } from './specifications.js';

const ref = ($ref: string): Json => ({ $ref });
const schema = (name: string): Json => ref(`#/components/schemas/${name}`);
const json = (value: Json, more: Json = {}): Json => ({ 'application/json': { schema: value, ...more } });

async function textsOf(members: Json): Promise<SpecificationText[]> {
  const text = JSON.stringify(specification(members));
  return (await processSpecification({ text }, nothingToLoad)).texts;
}

/** The text of the one operation of a specification, or of the model with a name. */
async function textOf(members: Json, model?: string): Promise<string> {
  const texts = await textsOf(members);
  return texts.find(({ kind, name }) => (model === undefined ? kind !== 'model' : name === model))?.text ?? '';
}

const PET = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'What it is\ncalled.', minLength: 1, example: 'Rex' },
    kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
    parents: { type: 'array', items: schema('Pet') },
    born: { type: ['string', 'null'], format: 'date', readOnly: true },
  },
};
const COMPONENTS = {
  schemas: { Pet: PET, Fault: { type: 'object', properties: { code: { type: 'integer' } } } },
  parameters: {
    Limit: { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer', maximum: 100 } },
  },
  responses: { Gone: { description: 'It is gone.', content: json(schema('Fault')) } },
  requestBodies: {
    Pet: {
      required: true,
      description: 'The pet.',
      content: json(schema('Pet'), { examples: { rex: ref('#/components/examples/Rex') } }),
    },
  },
  examples: { Rex: { summary: 'A dog', value: { name: 'Rex', kind: 'dog' } } },
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  },
};

describe('the text of an operation', () => {
  it('carries all of it, with what it refers to', async () => {
    const text = await textOf({
      servers: [{ url: 'https://api.example.com', description: 'Production' }],
      security: [{ token: [] }, { token: ['write'], key: [] }],
      components: COMPONENTS,
      paths: {
        '/owners/{id}/pets': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
          post: operation({
            parameters: [ref('#/components/parameters/Limit')],
            requestBody: ref('#/components/requestBodies/Pet'),
            responses: {
              201: {
                description: 'Added.',
                headers: { Location: { description: 'Where.', schema: { type: 'string' } } },
                content: json(schema('Pet')),
              },
              410: ref('#/components/responses/Gone'),
            },
          }),
        },
      },
    });
    expect(text).toBe(
      [
        '`POST /owners/{id}/pets`',
        '**Servers**',
        '* `https://api.example.com`: Production',
        '**Authentication, one of**',
        '* `token` (http bearer)\n* `token` (http bearer, scopes `write`) and `key` (apiKey in header `X-Key`)',
        '**Path parameters**',
        '* `id` (string, uuid, required)',
        '**Query parameters**',
        '* `limit` (integer): How many. Maximum `100`.',
        '**Request body (required)**',
        'The pet.',
        '`application/json` (object `Pet`)',
        [
          '* `name` (string, required): What it is called. Min length `1`. Example `Rex`.',
          '* `kind` (string): One of `cat`, `dog`. Default `cat`.',
          '* `parents` (array of object `Pet`)',
          '  * as described above',
          '* `born` (string or null, date, read-only)',
        ].join('\n'),
        'Example A dog:',
        '```json\n{\n  "name": "Rex",\n  "kind": "dog"\n}\n```',
        '**Responses**',
        '`201`: Added.',
        'Headers:',
        '* `Location` (string): Where.',
        '`application/json` (object `Pet`)',
        '* as described above',
        '`410`: It is gone.',
        '`application/json` (object `Fault`)',
        '* `code` (integer)',
      ].join('\n\n'),
    );
  });

  it('has what responses link to, and what the API calls itself', async () => {
    const event = {
      ...{ summary: 'Tell of a change', responses: { 204: { description: 'Heard.' } } },
      requestBody: { content: json(schema('Fault')) },
      callbacks: { again: { '{$request.body#/url}': { post: operation({}) } } },
    };
    const text = await textOf({
      components: {
        ...COMPONENTS,
        callbacks: { Changed: { '{$request.body#/url}?id={$request.query.id}': { post: event }, 'x-of': {} } },
        links: { Get: { operationId: 'getPet', parameters: { id: '$response.body#/id' }, description: 'The pet.' } },
      },
      paths: {
        '/pets': {
          post: operation({
            responses: {
              201: {
                description: 'Added.',
                links: { get: ref('#/components/links/Get'), bare: { operationRef: '#/paths/~1pets/get' } },
              },
            },
            callbacks: { changed: ref('#/components/callbacks/Changed'), gone: ref('#/components/callbacks/Gone') },
          }),
        },
      },
    });
    expect(text.slice(text.indexOf('`201`'))).toBe(
      [
        '`201`: Added.',
        'Links:',
        ['* `get` to `getPet` with `id` = `$response.body#/id`: The pet.', '* `bare` to `#/paths/~1pets/get`'].join(
          '\n',
        ),
        '**Callbacks**',
        '`changed`, `POST {$request.body#/url}?id={$request.query.id}`: Tell of a change',
        '`application/json` (object `Fault`)',
        '* `code` (integer)',
        'Answered by:',
        '`204`: Heard.',
      ].join('\n\n'),
    );
  });

  it('lists alternatives, and what schemas are put together of', async () => {
    const cat = {
      allOf: [schema('Animal'), { type: 'object', required: ['lives'], properties: { lives: { const: 9 } } }],
    };
    const text = await textOf({
      components: {
        schemas: {
          Animal: { type: 'object', properties: { name: { type: 'string' } } },
          Cat: cat,
          Any: { oneOf: [schema('Cat'), { type: 'string' }] },
          Map: { type: 'object', additionalProperties: schema('Any') },
        },
      },
      paths: {
        '/a': { get: operation({ responses: { 200: { description: 'Done', content: json(schema('Map')) } } }) },
      },
    });
    expect(text).toContain(
      [
        '* any other name (alternatives `Any`)',
        '  * one of:',
        '    * (object `Cat`)',
        '      * `name` (string)',
        '      * `lives` (value, required): Always `9`.',
        '    * (string)',
      ].join('\n'),
    );
  });

  it('is of webhooks and models as well, with title and description apart', async () => {
    const texts = await textsOf({
      components: COMPONENTS,
      webhooks: { born: { post: operation({ summary: 'A *birth*', description: 'See {% include "x.md" %}.' }) } },
    });
    expect(texts.map(({ kind, name, method }) => [kind, name, method])).toEqual([
      ['webhook', 'born', 'post'],
      ['model', 'Pet', ''],
      ['model', 'Fault', ''],
    ]);
    expect(texts[0]?.introduction).toBe('**A \\*birth\\***\n\nSee &#123;% include "x.md" %}.');
    expect(texts[0]?.text).toMatch(/^`POST` webhook `born`\n/);
    expect(texts[2]?.text).toBe('**`Fault`** (object)\n\n* `code` (integer)');
  });

  it('has examples of media types and of schemas, and fences that they do not end', async () => {
    const content = {
      'text/plain': { schema: { type: 'string' }, example: 'a\n```\nb' },
      'application/json': { schema: { type: 'object', example: { a: [1, {}] } } },
    };
    const text = await textOf({
      paths: { '/a': { get: operation({ responses: { 200: { description: 'x', content } } }) } },
    });
    expect(text).toContain('````\na\n```\nb\n````');
    expect(text).toContain('```json\n{\n  "a": [\n    1,\n    {}\n  ]\n}\n```');
  });

  it('is not there for what is internal', async () => {
    const hidden = operation({ 'x-internal': true });
    expect(await textsOf({ paths: { '/a': { get: hidden } } })).toEqual([]);
  });
});

describe('hostile specifications', () => {
  const answering = (name: string, extra: Json = {}) =>
    operation({ responses: { 200: { description: 'Done', content: json(schema(name)) } }, ...extra });

  it('in circles are written once round', async () => {
    const text = await textOf({
      components: {
        schemas: {
          A: { allOf: [schema('B')], properties: { b: schema('B') } },
          B: { allOf: [schema('A')], items: schema('B'), oneOf: [schema('A'), schema('B'), schema('Gone')] },
          C: schema('D'),
          D: schema('C'),
        },
      },
      paths: { '/a': { get: answering('A', { requestBody: { content: json(schema('C')) } }) } },
    });
    expect(text.length).toBeLessThan(2_000);
    expect(text).toContain('as described above');
  });

  it('that branch without end stop at a number of characters', async () => {
    // Every schema has forty of the next, without a name: 40^8 lists if nothing ended them.
    const schemas: Json = {};
    const at = (level: number): Json => ref(`#/x-levels/${level}`);
    const levels = Array.from({ length: 12 }, (_, level) => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 40 }, (_, one) => [`p${one}`, at((level + 1) % 12)])),
    }));
    const begun = performance.now();
    const text = await textOf({
      'x-levels': levels,
      components: { schemas },
      paths: { '/a': { get: operation({ requestBody: { content: json(at(0)) } }) } },
    });
    expect(text.length).toBeLessThanOrEqual(48_200);
    expect(text.split('\n').at(-1)).toBe('…');
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('of ten megabytes take time and room in proportion', async () => {
    const count = 3_000;
    const large = largeSpecification(count, 100);
    const wide = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, index) => [`property${index}`, { type: 'string' }]),
    );
    const components = large['components'] as { schemas: Json };
    components.schemas['Wide'] = { type: 'object', properties: wide };
    Object.assign(components, { examples: { Wide: { value: wide } } });
    const all = schema('Wide');
    for (const item of Object.values(large['paths'] as Record<string, { get: Json }>)) {
      Object.assign(item.get, {
        requestBody: { content: json(all, { examples: { wide: ref('#/components/examples/Wide') } }) },
      });
    }
    const text = JSON.stringify(large);
    expect(text.length).toBeGreaterThan(9_500_000);
    const begun = performance.now();
    const { texts } = await processSpecification({ text }, nothingToLoad);
    expect(performance.now() - begun).toBeLessThan(50_000);
    const characters = texts.reduce((sum, one) => sum + one.introduction.length + one.text.length, 0);
    expect(texts.length).toBe(2 * count + 1);
    expect(characters).toBeLessThan(16_000_000 + 48_000 + 1_100 * texts.length);
    expect(texts.every(({ text: one }) => one.length <= 48_200)).toBe(true);
    expect(texts.at(-1)?.text).toContain('**`Wide`** (object)');
  });
});
