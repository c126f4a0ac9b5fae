import { describe, expect, it } from '@jest/globals';
import { API_ENGLISH } from '#api-html';
import { content, dangers, draw, drawAnswer } from './support/api.js';

const MILLION = 1_000_000;
/** Characters of HTML that no operation exceeds. */
const MOST = 1_000_000;

const repeated = (times: number, wrap: (inner: unknown) => unknown): unknown => {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < times; level++) schema = wrap(schema);
  return schema;
};

/** Twenty properties in each, which is more than could ever be drawn. */
const wide = Object.fromEntries(
  Array.from({ length: 9 }, (_, level) => {
    const inner = level === 0 ? { type: 'string' } : { $ref: `#/components/schemas/T${level - 1}` };
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, inner]));
    return [`T${level}`, { type: 'object', properties }];
  }),
);

const many = (one: (index: number) => unknown): unknown[] => Array.from({ length: MILLION }, (_, index) => one(index));

const HOSTILE: readonly (readonly [string, () => string])[] = [
  [
    'objects a million levels deep',
    () => drawAnswer(repeated(MILLION, (a) => ({ type: 'object', properties: { a } }))),
  ],
  ['lists a million levels deep', () => drawAnswer(repeated(MILLION, (items) => ({ type: 'array', items })))],
  ['allOf a million levels deep', () => drawAnswer(repeated(MILLION, (one) => ({ allOf: [one] })))],
  ['alternatives that double at each level', () => drawAnswer(repeated(MILLION, (one) => ({ oneOf: [one, one] })))],
  ['a million alternatives', () => drawAnswer({ oneOf: many(() => ({ type: 'object', properties: { a: {} } })) })],
  ['a million parts', () => drawAnswer({ allOf: many(() => ({ type: 'object' })) })],
  ['a million values', () => drawAnswer({ type: 'string', enum: many(String) })],
  ['a million parameters', () => draw({ parameters: many((index) => ({ name: `n${index}`, in: 'query' })) })],
  ['a million servers', () => draw({}, { servers: many((index) => ({ url: `https://${index}.example.com` })) })],
  ['properties that multiply', () => drawAnswer({ $ref: '#/components/schemas/T8' }, wide)],
  ['an example of a million items', () => draw({ requestBody: content({}, { example: many((id) => ({ id })) }) })],
  ['an example of 20 MB', () => draw({ requestBody: content({}, { example: 'x'.repeat(20 * MILLION) }) })],
  ['a description that nests', () => draw({ description: '> '.repeat(MILLION) })],
  ['samples of a million characters', () => draw({ 'x-codeSamples': [{ lang: 'js', source: '('.repeat(MILLION) }] })],
  ['a path of braces', () => draw({}, { servers: [{ url: '{'.repeat(MILLION) }] })],
];

describe('a hostile specification', () => {
  it.each(HOSTILE)('is drawn within bounds: %s', (_, draw) => {
    const html = draw();
    expect(html.length).toBeGreaterThan(1_000);
    expect(html.length).toBeLessThan(MOST);
    expect(dangers(html)).toEqual([]);
  });

  it('says that not all of it is shown', () => {
    expect(drawAnswer({ $ref: '#/components/schemas/T8' }, wide)).toContain(API_ENGLISH.more);
    const parameters = Array.from({ length: 200 }, (_, index) => ({ name: `n${index}`, in: 'query' }));
    expect(draw({ parameters })).toContain(API_ENGLISH.cut);
    expect(draw({ parameters: parameters.slice(0, 50) })).not.toContain(API_ENGLISH.cut);
  });

  it('has what is at the top before what is deep', () => {
    const html = drawAnswer({ $ref: '#/components/schemas/T8' }, wide);
    for (let index = 0; index < 20; index++) expect(html).toContain(`<code class="api-name">p${index}</code>`);
    expect(html.match(/<details class="api-response"/g)).toHaveLength(1);
  });
});
