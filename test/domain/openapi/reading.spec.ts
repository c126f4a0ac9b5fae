import { describe, expect, it } from '@jest/globals';
import { made, operation, refusal, specification, stored } from './specifications.js';

const faults = async (source: unknown): Promise<string[]> => (await made(source)).faults.map(({ message }) => message);

describe('Reading a specification', () => {
  it.each([
    ['JSON', '{"openapi": "3.1.0",\n "a": tru }', 'The JSON can’t be read at line 2, column'],
    ['JSON with a comma too many', '{"openapi": "3.1.0",\n "a": 1,}', 'The JSON can’t be read at line 2, column 9'],
    ['JSON without an end', '{"openapi": "3.1.0"', 'The JSON can’t be read at line 1, column 19'],
    ['YAML', 'openapi: 3.1.0\n  a: b', 'The YAML can’t be read at line 2, column 4'],
    [
      'YAML with a key twice',
      'openapi: 3.1.0\na: 1\na: 2',
      'The YAML can’t be read at line 3, column 1: duplicated mapping key',
    ],
  ])('tells the line and column of malformed %s', async (_, text, message) => {
    expect(await refusal(made(text))).toContain(`PARSE_ERROR: ${message}`);
  });

  it.each([
    ['an HTML page', '\n<!DOCTYPE html>\n<html><body>Sign in</body></html>', 'HTML page'],
    ['an HTML page after a comment', '<!-- x --><html lang="en">', 'HTML page'],
    ['XML', '<?xml version="1.0"?><a/>', 'XML'],
    ['nothing', ' \n', 'empty'],
    ['text', 'hello', 'a plain text or value'],
    ['a list', '[1]', 'a list'],
    [
      'JSON that is something else',
      '{"name": "x", "version": "1"}',
      'no `openapi` or `swagger` field; it has name, version',
    ],
    ['AsyncAPI', 'asyncapi: 3.0.0', 'it is an AsyncAPI document'],
    ['a collection of Postman', '{"info": {"_postman_id": "1"}}', 'Postman'],
    ['another version', '{"openapi": "4.0.0"}', '`openapi: 4.0.0` is not supported'],
    ['Swagger 1.2', '{"swagger": "1.2"}', '`swagger: 1.2` is not supported'],
    ['a version that is no text', '{"openapi": {}}', '`openapi` must be a version'],
    ['UTF-16 read as UTF-8', [...'{"openapi": "3.1.0"}'].join('\0'), 'UTF-16'],
  ])('tells %s from an OpenAPI document', async (_, text, message) => {
    const said = await refusal(made(text));
    expect(said).toMatch(/^PARSE_ERROR: /);
    expect(said).toContain(message);
  });

  it('knows JSON from YAML, with a byte order mark as well', async () => {
    expect((await made(specification())).format).toBe('json');
    expect((await made(`\uFEFF${JSON.stringify(specification())}`)).format).toBe('json');
    expect((await made('openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}')).format).toBe('yaml');
    expect((await made('{openapi: 3.1.0, info: {title: A, version: "1"}, paths: {}}')).format).toBe('yaml');
  });

  it('reads YAML as JSON would have it: numbers as keys are texts, dates stay texts, what is merged is there', async () => {
    const text = `
openapi: 3.1.0
info: {title: A, version: 2024-01-02}
x-common: &common {summary: Common}
paths:
  /a:
    get: {<<: *common, responses: {200: {description: Done}, 404: {description: .nan}}}
`;
    const read = await stored(text);
    expect(read).toMatchObject({
      info: { version: '2024-01-02' },
      paths: { '/a': { get: { summary: 'Common', responses: { 200: {}, 404: { description: null } } } } },
    });
  });

  it('turns Swagger 2.0 and OpenAPI 3.0 into 3.1, and keeps 3.1 and 3.2', async () => {
    const pet = { type: 'string', nullable: true };
    const old = {
      swagger: '2.0',
      info: { title: 'A', version: '1' },
      host: 'a.example',
      paths: {},
      definitions: { Pet: pet },
    };
    expect(await stored(old)).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'http://a.example' }],
      components: { schemas: { Pet: { type: ['string', 'null'] } } },
    });
    expect(await stored({ ...specification(), openapi: '3.0.3' })).toMatchObject({ openapi: '3.1.1' });
    expect(await stored(specification())).toMatchObject({ openapi: '3.1.0' });
    expect(await stored({ ...specification(), openapi: '3.2.0' })).toMatchObject({ openapi: '3.2.0' });
  });

  it('takes a version that YAML reads as a number, and says so', async () => {
    expect(await faults('swagger: 2.0\ninfo: {title: A, version: "1"}\npaths: {}')).toEqual([
      '`swagger` must be a text: put "2.0" in quotes',
    ]);
    expect(await stored('openapi: 3.0\ninfo: {title: A, version: "1"}\npaths: {}')).toMatchObject({ openapi: '3.1.1' });
  });

  it('takes a document that does not validate, and tells where', async () => {
    const result = await made(specification({ info: { title: 'A' }, paths: { '/a': { get: { tags: 'x' } } } }));
    expect(result.faults).toContainEqual({ message: 'At #/info: `version` is missing', code: 'VALIDATION_ERROR' });
    expect(result.faults.map(({ message }) => message).join()).toContain('#/paths/~1a/get');
    expect(result.outline.operations).toMatchObject([{ path: '/a', method: 'get', tags: [] }]);
  });

  it('tells the first 50 of many faults, and how many there are', async () => {
    const paths = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`/${index}`, { get: { tags: 1 } }]));
    const result = await made(specification({ paths }));
    expect(result.faults).toHaveLength(50);
    expect(result.faultCount).toBeGreaterThanOrEqual(80);
  });

  it.each([
    ['2.0', 'paths', null],
    ['3.0.0', 'paths', []],
    ['2.0', 'paths', { '/a': null, '/b': 'x', '/c': { get: null, post: 'x', put: { parameters: 'x', responses: 5 } } }],
    ['3.1.0', 'paths', { '/a': null, '/b': 'x', '/c': { get: null, post: 'x', put: { parameters: 'x' } } }],
    ['2.0', 'paths', { '/a': { get: { responses: { 200: { schema: 5 } }, parameters: [null, 1] } } }],
    ['2.0', 'definitions', { A: null }],
    ['3.1.0', 'components', { schemas: { A: null, B: 5 }, securitySchemes: [null] }],
    ['3.1.0', 'tags', [null, 1, 'x', { name: 5 }]],
    ['2.0', 'info', 'x'],
    ['2.0', 'parameters', { a: null }],
    ['2.0', 'responses', { a: null }],
    ['2.0', 'securityDefinitions', { a: null, b: { type: 'basic' } }],
  ])('survives, in version %s, %s of %j', async (version, member, value) => {
    const field = version === '2.0' ? 'swagger' : 'openapi';
    const source = { [field]: version, info: { title: 'A', version: '1' }, paths: {}, [member]: value };
    const said = await made(source).then(
      ({ faultCount }) => faultCount,
      (error: Error) => error.message,
    );
    expect(typeof said === 'number' || said.startsWith('The document can’t be read as OpenAPI')).toBe(true);
  });

  it('puts something else in the place of what a database refuses', async () => {
    const result = await made(specification({ info: { title: 'a\0b\ud800', version: '1', 'x\0': 1 } }));
    expect(JSON.parse(result.specification)).toMatchObject({ info: { title: 'a\uFFFDb\uFFFD', 'x\uFFFD': 1 } });
    expect(result.outline.info.title).toBe('a\uFFFDb\uFFFD');
  });

  it('drops keys that could change what objects are', async () => {
    const text = `{"openapi": "3.1.0", "info": {"title": "A", "version": "1"},
      "paths": {"/a": {"__proto__": {"get": {"responses": {}}}}},
      "x-a": {"__proto__": {"a": 1}, "constructor": {"prototype": {"c": 1}}}}`;
    const { specification, outline } = await made(text);
    expect(specification).not.toContain('__proto__');
    expect(outline.operations).toEqual([]);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
    expect(({} as Record<string, unknown>)['c']).toBeUndefined();
  });

  it('hashes what is said, not how: neither the order of keys nor JSON or YAML count', async () => {
    const [a, b, c, d] = await Promise.all([
      made('{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {}}'),
      made('{"paths": {}, "info": {"version": "1",   "title": "A"}, "openapi": "3.1.0"}'),
      made('openapi: 3.1.0\ninfo:\n  title: A\n  version: "1"\npaths: {}'),
      made('{"openapi": "3.1.0", "info": {"title": "B", "version": "1"}, "paths": {}}'),
    ]);
    expect(b.contentHash).toBe(a.contentHash);
    expect(c.contentHash).toBe(a.contentHash);
    expect(d.contentHash).not.toBe(a.contentHash);
    expect(a.contentHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('lists operations in the order of the document', async () => {
    const paths = { '/b': { post: operation(), get: operation() }, '/a': { get: operation({ deprecated: true }) } };
    const { outline } = await made(specification({ paths }));
    expect(outline.operations.map(({ path, method, deprecated }) => [path, method, deprecated])).toEqual([
      ['/b', 'get', undefined],
      ['/b', 'post', undefined],
      ['/a', 'get', true],
    ]);
  });
});
