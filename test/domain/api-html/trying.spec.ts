import { describe, expect, it } from '@jest/globals';
import { planRequest, type PlannedRequest, type TriedFields } from '#api-html';
import { apiContext, dangers, draw, saidBy, specificationOf } from './support/api.js';

type Json = { [key: string]: unknown };

const ON = { 'x-enable-proxy': true };
const SERVERS = { servers: [{ url: 'https://api.example.com/v1' }] };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const TRYING = { trying: { action: '/~/try', page: '/pets', spec: 'pets' } };

type Planned = PlannedRequest | { problem: string } | undefined;

/** Plans `POST /pets/{id}`; the first field is its id. */
function plan(operation: Json, fields: TriedFields = {}, more: Json = SERVERS): Planned {
  const specification = specificationOf({ ...ON, parameters: [ID], ...operation }, more);
  const entered = { 'parameter.0': '7', ...fields };
  return planRequest(specification, { path: '/pets/{id}', method: 'post' }, entered, apiContext());
}

const urlOf = (planned: Planned): string | undefined => (planned && 'url' in planned ? planned.url : undefined);
const problemIn = (planned: Planned): string | undefined =>
  planned && 'problem' in planned ? planned.problem : undefined;
const sent = (planned: Planned): PlannedRequest => {
  if (planned === undefined || 'problem' in planned) throw new Error(`Nothing is sent: ${problemIn(planned)}`);
  return planned;
};

describe('requests that are tried', () => {
  it('are those of operations whose specification says so, the nearest first', () => {
    expect(urlOf(plan({}))).toBe('https://api.example.com/v1/pets/7');
    expect(plan({ 'x-enable-proxy': false })).toBeUndefined();
    expect(plan({ 'x-enable-proxy': undefined })).toBeUndefined();
    expect(urlOf(plan({ 'x-enable-proxy': undefined }, {}, { ...SERVERS, ...ON }))).toBe(
      'https://api.example.com/v1/pets/7',
    );
    expect(plan({ 'x-enable-proxy': false }, {}, { ...SERVERS, ...ON })).toBeUndefined();
    expect(plan({ 'x-hideTryItPanel': true })).toBeUndefined();
    expect(plan({}, {}, { ...SERVERS, 'x-hideTryItPanel': true })).toBeUndefined();
    expect(plan({ 'x-internal': true })).toBeUndefined();
    const other = { path: '/pets/{id}', method: 'get' };
    expect(planRequest(specificationOf(ON, SERVERS), other, {}, apiContext())).toBeUndefined();
  });

  it('have the parameters of the operation where they belong', () => {
    const parameters = [
      ID,
      { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      { name: 'flavor', in: 'cookie', schema: { type: 'string' } },
    ];
    const fields = { 'parameter.0': 'a/b c', 'parameter.1': 'x, y&z', 'parameter.2': 'on', 'parameter.3': 'oat' };
    const { method, url, headers } = sent(plan({ parameters }, fields));
    expect([method, url]).toEqual(['POST', 'https://api.example.com/v1/pets/a%2Fb%20c?tags=x&tags=y%26z']);
    expect(headers).toEqual({ 'x-trace': 'on', cookie: 'flavor=oat', accept: '*/*;q=0.1' });
    expect(problemIn(plan({}, { 'parameter.0': '' }))).toContain('id');
  });

  it.each(['..', '.', '%2e%2e', '..\\..', '../../admin', '//evil.example', '7?x=1#y', '@evil.example'])(
    'stay below the path of the server: %s',
    (value) => {
      const planned = plan({}, { 'parameter.0': value });
      const url = urlOf(planned);
      if (url === undefined) return expect(problemIn(planned)).toContain('elsewhere');
      const { origin, pathname, search, hash } = new URL(url);
      expect([origin, search, hash]).toEqual(['https://api.example.com', '', '']);
      expect(pathname.split('/').slice(0, 3)).toEqual(['', 'v1', 'pets']);
      expect(pathname.split('/')).toHaveLength(4);
    },
  );

  it('go to a server of the operation, and to no other', () => {
    const servers = [{ url: 'https://a.example.com' }, { url: 'http://b.example.com:8080/x/' }];
    expect(urlOf(plan({}, { server: '1' }, { servers }))).toBe('http://b.example.com:8080/x/pets/7');
    for (const server of ['2', '-1', '0.5', 'https://evil.example', '__proto__', 'length'])
      expect(problemIn(plan({}, { server }, { servers }))).toContain('server');
    expect(urlOf(plan({ servers: [{ url: 'https://own.example.com' }] }, {}, { servers }))).toBe(
      'https://own.example.com/pets/7',
    );
  });

  it.each([
    '/v1',
    '',
    'ftp://a.example.com',
    'javascript:alert(1)',
    'https://user:key@a.example.com',
    '//a.example.com',
    'https://a.example.com/?x=',
    'https://a.example.com/..',
    'https://{host}',
  ])('go to no server whose address is not a plain one: %s', (url) => {
    expect(problemIn(plan({}, {}, { servers: [{ url }] }))).toContain('server');
  });

  it('take variables of a server only from its lists, and others only in the path', () => {
    const url = 'https://{region}.example.com:{port}/{tenant}/v1';
    const region = { default: 'eu', enum: ['eu', 'us'] };
    const servers = [{ url, variables: { region, port: { default: '443' }, tenant: { default: 'demo' } } }];
    const at = (fields: TriedFields): Planned => plan({}, fields, { servers });
    expect(urlOf(at({}))).toBe('https://eu.example.com/demo/v1/pets/7');
    expect(urlOf(at({ 'variable.0.region': 'us', 'variable.0.tenant': 'acme' }))).toBe(
      'https://us.example.com/acme/v1/pets/7',
    );
    // No list of values: the port is always that of the specification.
    expect(urlOf(at({ 'variable.0.port': '22' }))).toBe('https://eu.example.com/demo/v1/pets/7');
    for (const tenant of ['..', '.', 'a/b', '@evil.example', 'a?b', '%2e%2e'])
      expect(problemIn(at({ 'variable.0.tenant': tenant }))).toContain('server');
    for (const evil of ['evil.example/', 'eu@evil.example', 'EU'])
      expect(problemIn(at({ 'variable.0.region': evil }))).toContain('server');
    const same = [{ url: 'https://{a}.example.com/{a}', variables: { a: { default: 'x' } } }];
    expect(urlOf(plan({}, { 'variable.0.a': 'evil' }, { servers: same }))).toBe('https://x.example.com/x/pets/7');
  });

  it('have no headers of the connection, and none that a value adds', () => {
    const names = [
      'Host',
      'Cookie',
      'Content-Length',
      'Transfer-Encoding',
      'X-Forwarded-For',
      'Proxy-Authorization',
      'Sec-Fetch-Site',
      'Origin',
      'Authorization',
      'Connection',
    ];
    const parameters = [ID, ...names.map((name) => ({ name, in: 'header', schema: { type: 'string' } }))];
    const fields = Object.fromEntries(names.map((_, index) => [`parameter.${index + 1}`, 'evil']));
    expect(sent(plan({ parameters }, fields)).headers).toEqual({ accept: '*/*;q=0.1' });
    const own = { parameters: [ID, { name: 'X-Own', in: 'header', schema: { type: 'string' } }] };
    expect(problemIn(plan(own, { 'parameter.1': 'a\r\nHost: evil' }))).toContain('X-Own');
    expect(problemIn(plan(own, { 'parameter.1': 'a\u{1f600}' }))).toContain('X-Own');
    const named = { parameters: [ID, { name: 'X: y\r\nHost', in: 'header', schema: { type: 'string' } }] };
    expect(problemIn(plan(named, { 'parameter.1': 'evil' }))).toMatch(/header|Host/i);
    const cookie = { parameters: [ID, { name: 'a', in: 'cookie', schema: { type: 'string' } }] };
    expect(problemIn(plan(cookie, { 'parameter.1': 'x; session=1' }))).toContain('cookie');
  });

  it('are authenticated by what was entered', () => {
    const securitySchemes = {
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      host: { type: 'apiKey', in: 'header', name: 'Host' },
    };
    const by = (scheme: string, fields: TriedFields): PlannedRequest =>
      sent(plan({ security: [{ [scheme]: [] }] }, fields, { ...SERVERS, components: { securitySchemes } }));
    const basic = by('basic', { 'auth.0.user': 'ada', 'auth.0.password': 'pä' });
    expect(basic.headers['authorization']).toBe(`Basic ${Buffer.from('ada:pä').toString('base64')}`);
    expect(by('bearer', { 'auth.0': 'abc' }).headers['authorization']).toBe('Bearer abc');
    expect(by('key', { 'auth.0': 'abc' }).headers['x-key']).toBe('abc');
    expect(by('query', { 'auth.0': 'a&b' }).url).toContain('?key=a%26b');
    expect(by('host', { 'auth.0': 'evil' }).headers).toEqual({ accept: '*/*;q=0.1' });
    expect(by('bearer', {}).headers).toEqual({ accept: '*/*;q=0.1' });
  });

  it('have a body in a media type of the operation', () => {
    const content = {
      'application/json': { schema: { type: 'object' } },
      'application/x-www-form-urlencoded': { schema: { type: 'object' } },
      'multipart/form-data': { schema: { type: 'object' } },
      'text/plain': {},
    };
    const body = (type: number, text: string): Planned =>
      plan({ requestBody: { required: true, content } }, { type: String(type), body: text });
    expect(sent(body(0, '{"a":1}'))).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(sent(body(1, '{"a":"x y","b":[1,2]}')).body).toBe('a=x+y&b=1&b=2');
    const multipart = sent(body(2, '{"a\\"\\r\\nb":"1"}'));
    expect(multipart.headers['content-type']).toMatch(/^multipart\/form-data; boundary=----field-[\da-f-]+$/);
    expect(multipart.body).toContain('name="a%22%0D%0Ab"\r\n\r\n1\r\n');
    expect(sent(body(3, 'hello')).body).toBe('hello');
    expect(problemIn(body(0, '{'))).toContain('JSON');
    expect(problemIn(body(0, ''))).toContain('body');
    expect(problemIn(plan({ requestBody: { content: { 'a/b\r\nx: y': {} } } }, { body: 'x' }))).toContain('type');
  });
});

describe('the form that tries requests', () => {
  const tried = { ...ON, parameters: [ID, { name: 'kind', in: 'query', schema: { enum: ['cat', 'dog'] } }] };

  it('is there only where the page says where it leads, and the specification allows it', () => {
    expect(draw(tried, SERVERS)).not.toContain('<form');
    expect(draw({ parameters: [ID] }, SERVERS, TRYING)).not.toContain('<form');
    expect(draw(tried, { servers: [{ url: '/v1' }] }, TRYING)).not.toContain('<form');
    expect(draw(tried, SERVERS, TRYING)).toContain('<form class="api-form" method="post" action="/~/try"');
  });

  it('has a labelled field for each of what a request is made of', () => {
    const security = {
      security: [{ b: [] }],
      components: { securitySchemes: { b: { type: 'http', scheme: 'basic' } } },
    };
    const requestBody = { content: { 'application/json': { example: { name: '</textarea><script>' } } } };
    const html = draw({ ...tried, requestBody }, { ...SERVERS, ...security }, TRYING);
    const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
    const names = [...form.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'page',
      'spec',
      'path',
      'method',
      'server',
      'auth.0.user',
      'auth.0.password',
      'parameter.0',
      'parameter.1',
      'body',
    ]);
    for (const [, id] of form.matchAll(/ for="([^"]+)"/g)) expect(form).toContain(` id="${id}"`);
    expect(saidBy(form)).toContain('stored');
    expect(form).toMatch(/<input(?=[^>]*type="password")(?=[^>]*name="auth.0.password")/);
    expect(form).toContain('&lt;/textarea>&lt;script>');
    expect(dangers(html)).toEqual([]);
  });
});
