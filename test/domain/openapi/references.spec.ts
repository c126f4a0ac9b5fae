import { describe, expect, it } from '@jest/globals';
import { processSpecification } from '#openapi';
import { answering, filesAt, made, specification, stored, type Json } from './specifications.js';

const BASE = 'https://api.example/v1/openapi.yaml?key=a';
const at = (name: string): string => `https://api.example/v1/${name}`;
const referring = ($ref: string, members: Json = {}): Json =>
  specification({ paths: { '/a': { get: answering($ref) } }, ...members });
const messages = (faults: readonly { message: string }[]): string[] => faults.map(({ message }) => message);

/** Where the answer of `GET /a` leads to. */
function answerOf(stored: Json): unknown {
  const { paths } = stored as { paths: Record<string, { get: { responses: Record<string, Json> } }> };
  const response = paths['/a']?.get.responses['200'] as { content: Record<string, { schema: Json }> };
  return follow(stored, response.content['application/json']?.schema as Json);
}

function follow(root: Json, value: Json): unknown {
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  expect($ref).toMatch(/^#\//);
  const steps = $ref.slice(2).split('/');
  return follow(
    root,
    steps.reduce<Json>((at, step) => at[step.replaceAll('~1', '/')] as Json, root),
  );
}

describe('References of a specification', () => {
  it('to other files take these in, and theirs, as YAML or JSON', async () => {
    const { load, asked } = filesAt({
      [at('models/pet.yaml')]:
        'type: object\nproperties:\n  owner: {$ref: "../people.json#/Owner"}\n  self: {$ref: "#"}',
      [at('people.json')]: { Owner: { $ref: '#/Person' }, Person: { type: 'string' } },
    });
    const result = await stored(referring('./models/pet.yaml'), load, BASE);
    const pet = answerOf(result) as { properties: Record<string, Json> };
    expect(follow(result, pet.properties['owner'] as Json)).toEqual({ type: 'string' });
    expect(follow(result, pet.properties['self'] as Json)).toBe(pet);
    expect(asked).toEqual([at('models/pet.yaml'), at('people.json')]);
  });

  it('are resolved as URLs are: without the query of the base, with hosts and queries of their own', async () => {
    const { load, asked } = filesAt({
      [at('a.json?v=2')]: { type: 'string' },
      'https://other.example/b.json': { type: 'string' },
      'https://api.example/c.json': { type: 'string' },
    });
    const schemas = { A: { $ref: 'a.json?v=2' }, B: { $ref: '//other.example/b.json' }, C: { $ref: '/c.json#/x' } };
    await stored(specification({ components: { schemas } }), load, BASE);
    expect(asked).toEqual([at('a.json?v=2'), 'https://other.example/b.json', 'https://api.example/c.json']);
  });

  it('to a file that was moved: its own are relative to where it was found', async () => {
    const asked: string[] = [];
    const { faults } = await processSpecification(
      { text: JSON.stringify(referring('https://a.example/x.json')) },
      (url) => {
        asked.push(url);
        const text = url.endsWith('x.json') ? '{"$ref": "y.json"}' : '{"type": "string"}';
        return Promise.resolve({ url: url.replace('a.example', 'b.example/deep'), text });
      },
    );
    expect(asked).toEqual(['https://a.example/x.json', 'https://b.example/deep/y.json']);
    expect(faults).toEqual([]);
  });

  it('to one file load it once, in circles as well, and back to the specification not at all', async () => {
    const { load, asked } = filesAt({
      [at('a.json')]: { properties: { b: { $ref: 'b.json' }, back: { $ref: `${BASE}#/components/schemas/Own` } } },
      [at('b.json')]: { properties: { a: { $ref: 'a.json#/properties/b' } } },
    });
    const schemas = {
      Own: { type: 'string' },
      A: { $ref: 'a.json' },
      B: { $ref: './b.json' },
      C: { $ref: at('b.json') },
    };
    const { specification: text, faults } = await made(referring('a.json', { components: { schemas } }), load, BASE);
    expect(asked).toEqual([at('a.json'), at('b.json')]);
    expect(faults).toEqual([]);
    const root = JSON.parse(text) as Json;
    const { properties } = answerOf(root) as { properties: Record<string, Json> };
    expect(properties['back']).toEqual({ $ref: '#/components/schemas/Own' });
    expect(text).not.toContain('a.json');
  });

  it('in a circle stay references', async () => {
    const Node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
    const source = referring('#/components/schemas/Node', { components: { schemas: { Node } } });
    const { specification: text, faults } = await made(source);
    expect(JSON.parse(text)).toEqual(source);
    expect(faults).toEqual([]);
  });

  it('that lead nowhere are faults, and what was not loaded is never left for others to load', async () => {
    const { load } = filesAt({ [at('list.json')]: '[1]', [at('page')]: '<!doctype html>' });
    const targets = {
      A: 'gone.json',
      B: 'list.json',
      C: 'page',
      D: '#/components/schemas/None',
      E: 'file:///etc/passwd',
      F: 'https://me:secret@api.example/x.json',
      G: 'data:application/json,{}',
    };
    const schemas = Object.fromEntries(Object.entries(targets).map(([name, $ref]) => [name, { $ref }]));
    const result = await made(specification({ components: { schemas } }), load, BASE);
    expect(messages(result.faults).sort()).toEqual(
      [
        `The reference ${at('gone.json')} is left out: the server answered 404`,
        `The reference ${at('list.json')} is left out: it is no object`,
        `The reference ${at('page')} is left out: This is an HTML page, not an OpenAPI document; name the address of the JSON or YAML file itself`,
        'The reference #/components/schemas/None leads nowhere',
        'The reference file:///etc/passwd is left out: only http and https are followed',
        'The reference https://api.example/x.json is left out: its address has credentials',
        'The reference data:application/json,{} is left out: only http and https are followed',
      ].sort(),
    );
    expect(result.specification).not.toMatch(/"\$ref":"[^#]/);
    expect(result.specification).not.toContain('secret');
    expect(result.outline.models).toHaveLength(7);
  });

  it('are asked for without the password of the specification', async () => {
    const { load, asked } = filesAt({ [at('a.json')]: { type: 'string' } });
    await made(referring('a.json'), load, BASE.replace('//', '//me:secret@'));
    expect(asked).toEqual([at('a.json')]);
  });

  it('that are relative need an address of the specification', async () => {
    const { faults } = await made(referring('../../etc/passwd'));
    expect(messages(faults)).toEqual([
      'The reference ../../etc/passwd is left out: it is relative and the specification has no address',
    ]);
  });

  it('to more than 40 files are left out, also by way of others', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        at(`${index}.json`),
        { properties: { a: { $ref: `${index + 1}.json` } } },
      ]),
    );
    const { load, asked } = filesAt(files);
    const { faults } = await made(referring('0.json'), load, BASE);
    expect(asked).toHaveLength(40);
    expect(messages(faults)).toEqual([
      `The reference ${at('40.json')} is left out: a specification refers to at most 40 files`,
    ]);
  });

  it('to files that are too large together are left out', async () => {
    const { load } = filesAt({ [at('a.json')]: { x: 'a'.repeat(900) }, [at('b.json')]: { x: 'b'.repeat(900) } });
    const source = {
      text: JSON.stringify(specification({ 'x-a': [{ $ref: 'a.json' }, { $ref: 'b.json' }] })),
      url: BASE,
    };
    const { faults, specification: text } = await processSpecification(source, load, { maxBytes: 1_500 });
    expect(messages(faults)).toEqual([
      `The reference ${at('b.json')} is left out: a specification and its files take at most 1500 bytes`,
    ]);
    expect(text).toContain('aaa');
    expect(text).not.toContain('bbb');
  });

  it('are none in examples and other values of the API', async () => {
    const data = { $ref: 'https://api.example/secret' };
    const schema = {
      type: 'object',
      example: data,
      enum: [data],
      properties: { example: { $ref: '#/components/schemas/A' } },
    };
    const examples = { one: { value: data } };
    const source = specification({ components: { schemas: { A: { type: 'string' }, B: schema }, examples } });
    const { faults, specification: text } = await made(source);
    expect(faults).toEqual([]);
    expect(JSON.parse(text)).toEqual(source);
  });

  it('of discriminators are references too', async () => {
    const { load } = filesAt({ [at('dog.json')]: { type: 'object' } });
    const schema = {
      type: 'object',
      discriminator: { propertyName: 'kind', mapping: { dog: 'dog.json', cat: 'Cat' } },
    };
    const result = await stored(specification({ components: { schemas: { Pet: schema } } }), load, BASE);
    const { mapping } = (result as { components: { schemas: { Pet: { discriminator: { mapping: Json } } } } })
      .components.schemas.Pet.discriminator;
    expect(mapping['dog']).toMatch(/^#\/x-ext\/[0-9a-f]{12}$/);
    expect(mapping['cat']).toBe('Cat');
  });

  it('of older versions lead to files that are turned into 3.1 as well', async () => {
    const { load } = filesAt({
      [at('pet.json')]: { type: 'string', nullable: true, example: 'Rex' },
      [at('parts.json')]: {
        components: { schemas: { Tag: { type: 'string', nullable: true, example: 'x' } } },
      },
    });
    const schemas = { Pet: { $ref: 'pet.json' }, Tag: { $ref: 'parts.json#/components/schemas/Tag' } };
    const old = { ...specification({ components: { schemas } }), openapi: '3.0.3' };
    const result = (await stored(old, load, BASE)) as { components: { schemas: Record<string, Json> } };
    expect(follow(result, result.components.schemas['Pet'] as Json)).toEqual({
      type: ['string', 'null'],
      examples: ['Rex'],
    });
    expect(follow(result, result.components.schemas['Tag'] as Json)).toEqual({
      type: ['string', 'null'],
      examples: ['x'],
    });
  });
});
