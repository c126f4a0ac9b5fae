import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SpecificationOutline } from '#openapi';
import { makeOutline } from '../../../libs/openapi/outline/make-outline.js';
import { answering, operation, specification, type Json } from './specifications.js';

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const schema = (...leadsTo: string[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(leadsTo.map((name) => [name.toLowerCase(), ref(name)])),
});

/** Chain → A → B → C, and a circle Left ⇄ Right → C; `Alone` leads nowhere. */
const base = (): Json => ({
  ...specification({
    servers: [{ url: 'https://api.example' }],
    security: [{ key: [] }],
    tags: [{ name: 'Pets', description: 'All pets' }],
    paths: {
      '/a': { get: answering('#/components/schemas/A') },
      '/b': { get: answering('#/components/schemas/B') },
      '/left': { get: answering('#/components/schemas/Left') },
      '/right': { parameters: [{ $ref: '#/components/parameters/Id' }], get: answering('#/components/schemas/Right') },
      '/alone': { get: answering('#/components/schemas/Alone', { security: [] }) },
      '/own': { get: operation({ servers: [{ url: 'https://own.example' }], security: [{ other: [] }] }) },
    },
    webhooks: { born: { post: answering('#/components/schemas/C') } },
    components: {
      parameters: { Id: { name: 'id', in: 'query', schema: { type: 'string' } } },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        other: { type: 'http', scheme: 'basic' },
      },
      schemas: {
        A: schema('B'),
        B: schema('C'),
        C: schema(),
        Left: schema('Right'),
        Right: schema('Left', 'C'),
        Alone: schema(),
      },
    },
  }),
});

function digests({ info, tags, operations, webhooks, models }: SpecificationOutline): Record<string, string> {
  return {
    info: info.digest,
    ...Object.fromEntries(tags.map(({ name, digest }) => [`tag ${name}`, digest])),
    ...Object.fromEntries(operations.map(({ path, digest }) => [path, digest])),
    ...Object.fromEntries(webhooks.map(({ name, digest }) => [name, digest])),
    ...Object.fromEntries(models.map(({ name, digest }) => [name, digest])),
  };
}
const digestsOf = (source: Json): Record<string, string> => digests(makeOutline(source));

/** What has another digest after a value was set. */
function changedBy(steps: readonly string[], value: string): string[] {
  const changed = base();
  const holder = steps.slice(0, -1).reduce((at, step) => at[step] as Json, changed);
  holder[steps.at(-1) as string] = value;
  const [before, after] = [digestsOf(base()), digestsOf(changed)];
  expect(Object.keys(after)).toEqual(Object.keys(before));
  return Object.keys(before).filter((name) => before[name] !== after[name]);
}

function shuffled(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, random), random()] as const);
  return Object.fromEntries(entries.sort((a, b) => a[2] - b[2]).map(([key, item]) => [key, item]));
}

describe('The digest of an operation, a webhook or a model', () => {
  it.each([
    ['C', ['/a', '/b', '/left', '/right', 'born', 'A', 'B', 'C', 'Left', 'Right']],
    ['B', ['/a', '/b', 'A', 'B']],
    ['A', ['/a', 'A']],
    ['Left', ['/left', '/right', 'Left', 'Right']],
    ['Right', ['/left', '/right', 'Left', 'Right']],
    ['Alone', ['/alone', 'Alone']],
  ])('changes with the schema %s where it leads there, and nowhere else', (name, expected) => {
    const changed = changedBy(['components', 'schemas', name, 'description'], 'Another');
    expect(changed.sort()).toEqual(expected.sort());
  });

  it('changes with its parameters, servers and ways to authenticate, where they are its own or those of all', () => {
    expect(changedBy(['components', 'parameters', 'Id', 'description'], 'x')).toEqual(['/right']);
    const withoutOwn = ['/a', '/b', '/left', '/right', '/alone', 'born'];
    expect(changedBy(['servers', '0', 'url'], 'https://b.example')).toEqual(['info', ...withoutOwn]);
    const keyed = withoutOwn.filter((name) => name !== '/alone');
    expect(changedBy(['components', 'securitySchemes', 'key', 'name'], 'X')).toEqual(['info', ...keyed]);
    expect(changedBy(['components', 'securitySchemes', 'other', 'scheme'], 'bearer')).toEqual(['info', '/own']);
    expect(changedBy(['paths', '/a', 'get', 'summary'], 'x')).toEqual(['/a']);
    expect(changedBy(['paths', '/a', 'summary'], 'x')).toEqual(['/a']);
    expect(changedBy(['info', 'description'], 'x')).toEqual(['info']);
    expect(changedBy(['tags', '0', 'description'], 'x')).toEqual(['tag Pets']);
  });

  it('does not change with the order of keys', () => {
    const before = digestsOf(base());
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (numbers) => {
        const random = (): number => numbers.next().value as number;
        expect(digestsOf(shuffled(base(), random) as Json)).toEqual(before);
      }),
      { numRuns: 10 },
    );
  });

  it('is right wherever a walk of schemas begins that lead to one another as they like', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const graphs = fc.array(fc.subarray(names), { minLength: names.length, maxLength: names.length });
    const source = (graph: string[][], order: readonly string[], changed?: string): Json => {
      const schemas = order.map((name) => {
        const own = schema(...(graph[names.indexOf(name)] ?? []));
        return [name, name === changed ? { ...own, description: 'Another' } : own] as const;
      });
      return specification({ components: { schemas: Object.fromEntries(schemas) } });
    };
    fc.assert(
      fc.property(
        graphs,
        fc.shuffledSubarray(names, { minLength: names.length }),
        fc.constantFrom(...names),
        (graph, order, changed) => {
          const [before, reordered, after] = [
            digestsOf(source(graph, names)),
            digestsOf(source(graph, order)),
            digestsOf(source(graph, names, changed)),
          ];
          expect(reordered).toEqual(before);
          const reaching = names.filter((name) => reach(graph, names, name).has(changed));
          expect(names.filter((name) => before[name] !== after[name])).toEqual(reaching);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('follows a chain of schemas however long it is', () => {
    const count = 20_000;
    const schemas = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`S${index}`, schema(`S${index + 1}`)]),
    );
    const source = (description: string): Json =>
      specification({ components: { schemas: { ...schemas, [`S${count}`]: { description } } } });
    const [a, b] = [digestsOf(source('a')), digestsOf(source('b'))];
    expect(a['S0']).not.toBe(b['S0']);
  });
});

function reach(graph: string[][], names: readonly string[], from: string): Set<string> {
  const seen = new Set([from]);
  for (const name of seen) for (const next of graph[names.indexOf(name)] ?? []) seen.add(next);
  return seen;
}
