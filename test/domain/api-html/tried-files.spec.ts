import { describe, expect, it } from '@jest/globals';
import { planRequest, type PlannedRequest, type SentFiles, type TriedFields } from '#api-html';
import { apiContext, codesIn, dangers, draw, samplesOf, specificationOf } from './support/api.js';

type Json = { [key: string]: unknown };

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };
const SERVERS = { servers: [{ url: 'https://api.example.com' }] };
const TRYING = { trying: { action: '/~/try', page: '/pets', spec: 'pets' } };
const FORM = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['photo'],
      properties: { name: { type: 'string' }, photo: BYTES, more: { type: 'array', items: BYTES } },
    },
    encoding: { photo: { contentType: 'image/png, image/jpeg' } },
  },
};

/** Plans a request with a body, by what was entered and the files that were chosen. */
function plan(content: Json, files: SentFiles, fields: TriedFields = {}, isRequired = false): PlannedRequest | string {
  const operation = { 'x-enable-proxy': true, requestBody: { required: isRequired, content } };
  const place = { path: '/pets/{id}', method: 'post' };
  const specification = specificationOf({ ...operation, parameters: [{ name: 'id', in: 'path' }] }, SERVERS);
  const planned = planRequest(specification, place, { 'parameter.0': '7', ...fields }, apiContext(), files);
  if (planned === undefined) throw new Error('It is not tried');
  return 'problem' in planned ? planned.problem : planned;
}

const sent = (planned: PlannedRequest | string): PlannedRequest => {
  if (typeof planned === 'string') throw new Error(`Nothing is sent: ${planned}`);
  return planned;
};

/** Where the bytes of files are in a body, and what is around them. */
const around = ({ body = '' }: PlannedRequest): string =>
  typeof body === 'string'
    ? body
    : body.map((one) => (typeof one === 'string' ? one : `<${one.field} ${one.index}>`)).join('');

const formOf = (content: Json): string =>
  draw({ 'x-enable-proxy': true, requestBody: { required: true, content } }, SERVERS, TRYING);

describe('files of requests that are tried', () => {
  it('are parts of a multipart body, after its fields, under the names that the specification has', () => {
    const files = {
      'file.0.0': [{ name: 'a"\r\nb.png', type: 'image/png' }],
      'file.0.1': [
        { name: 'one', type: 'text/x; evil' },
        { name: 'two', type: '' },
      ],
    };
    const request = sent(plan(FORM, files, { body: '{"name":"Mimi","deep":{"a":1}}' }));
    const [, boundary = ''] = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '') ?? [];
    expect(around(request).split(`--${boundary}`)).toEqual([
      '',
      '\r\ncontent-disposition: form-data; name="name"\r\n\r\nMimi\r\n',
      '\r\ncontent-disposition: form-data; name="deep"\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n',
      '\r\ncontent-disposition: form-data; name="photo"; filename="a%22%0D%0Ab.png"\r\ncontent-type: image/png\r\n\r\n<file.0.0 0>\r\n',
      '\r\ncontent-disposition: form-data; name="more"; filename="one"\r\ncontent-type: application/octet-stream\r\n\r\n<file.0.1 0>\r\n',
      '\r\ncontent-disposition: form-data; name="more"; filename="two"\r\ncontent-type: application/octet-stream\r\n\r\n<file.0.1 1>\r\n',
      '--\r\n',
    ]);
  });

  it('are needed where the specification says so, and no others are sent', () => {
    expect(plan(FORM, {}, { body: '{}' })).toContain('photo');
    expect(plan(FORM, { 'file.0.1': [{ name: 'x', type: '' }] })).toContain('photo');
    expect(plan({ 'image/png': {} }, {}, {}, true)).toContain('body');
    const others = { 'file.0.0': [{ name: 'x', type: '' }], 'file.9.0': [{ name: 'y', type: '' }], __proto__: [] };
    expect(around(sent(plan(FORM, others)))).not.toContain('file.9.0');
  });

  it('are the whole body where that is no text, in the media type of the specification', () => {
    const file = { 'file.0.0': [{ name: 'x.png', type: 'image/png' }] };
    for (const [type, schema] of [
      ['application/octet-stream', {}],
      ['image/png', {}],
      ['application/x-own', BYTES],
    ] as const) {
      const request = sent(plan({ [type]: { schema } }, file));
      expect([request.headers['content-type'], request.body]).toEqual([type, [{ field: 'file.0.0', index: 0 }]]);
    }
    expect(sent(plan({ 'image/*': {} }, file)).headers['content-type']).toBe('image/png');
    expect(plan({ 'video/*': {} }, file)).toContain('image/png');
  });

  it('are not bytes that are written as text', () => {
    const content = {
      'multipart/form-data': {
        schema: { properties: { key: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' } } },
      },
    };
    expect(formOf(content)).not.toContain('type="file"');
  });

  it('are chosen in fields of the form, of the types that may be sent', () => {
    const html = formOf(FORM);
    expect(html).toContain('enctype="multipart/form-data"');
    expect(html).toMatch(/<input type="file" id="[^"]+" name="file.0.0" required accept="image\/png,image\/jpeg"\/>/);
    expect(html).toMatch(/<input type="file" id="[^"]+" name="file.0.1" multiple\/>/);
    expect(html).toMatch(/<textarea[^>]*>\{\n {2}&quot;name&quot;: &quot;text&quot;\n\}<\/textarea>/);
    for (const [, id] of html.matchAll(/ for="([^"]+)"/g)) expect(html).toContain(` id="${id}"`);
    expect(dangers(html)).toEqual([]);
  });

  it('leave no field for a text where there is none, and an ordinary form where there are no files', () => {
    const picture = formOf({ 'image/png': {} });
    expect(picture).toContain('accept="image/png"');
    expect(picture).not.toContain('<textarea');
    expect(formOf({ 'application/json': {} })).not.toContain('enctype');
    const both = formOf({ 'application/json': { schema: { type: 'object' } }, 'application/octet-stream': {} });
    expect(both).toContain('<textarea');
    expect(both).toContain('name="file.1.0"');
    expect(both).not.toMatch(/<(?:input type="file"|textarea)[^>]* required/);
  });
});

describe('relative servers', () => {
  const at = (url: string, source?: string): string => {
    const own = source === undefined ? {} : { source };
    const [curl = ''] = codesIn(samplesOf(draw({}, { servers: [{ url }] }, own)));
    return /https?:[^']*?(?=\/pets\/)/.exec(curl)?.[0] ?? '';
  };

  it.each([
    ['/v1', 'https://example.com/v1'],
    ['/', 'https://example.com:8443/spec/openapi.json', 'https://example.com:8443'],
    ['../v2/', 'https://example.com/v2'],
    ['here', 'https://example.com/spec/here'],
    ['//other.example/v1', 'https://other.example/v1'],
    ['/{tenant}/v1', 'https://example.com/{tenant}/v1'],
    ['https://own.example/v1', 'https://own.example/v1'],
    ['{scheme}://own.example/v1', 'https://api.example.com/{scheme}://own.example/v1'],
  ])('lead where the specification was fetched from: %s', (url, ...expected) => {
    const [source, found] = expected.length === 2 ? expected : ['https://example.com/spec/openapi.json', expected[0]];
    expect(at(url, source)).toBe(found);
  });

  it('lead to a made-up server where it was uploaded, or has no usable address', () => {
    for (const source of [undefined, 'file:///etc/openapi.json', 'none', 'https://user:secret@example.com/x'])
      expect(at('/v1', source)).toBe('https://api.example.com/v1');
  });

  it('can be tried where that is known', () => {
    const operation = { 'x-enable-proxy': true, parameters: [{ name: 'id', in: 'path' }] };
    const specification = specificationOf(operation, { servers: [{ url: '/v1' }] });
    const place = { path: '/pets/{id}', method: 'post' };
    const tried = (source?: string): unknown =>
      planRequest(specification, place, { 'parameter.0': '7' }, apiContext(source === undefined ? {} : { source }));
    expect(tried('https://example.com/spec.json')).toMatchObject({ url: 'https://example.com/v1/pets/7' });
    expect(tried()).toHaveProperty('problem');
  });
});
