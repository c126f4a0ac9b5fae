import { describe, expect, it } from '@jest/globals';
import {
  apiContext,
  codesIn,
  content,
  dangers,
  draw,
  drawOperation,
  drawWebhook,
  factsOf,
  saidBy,
  samplesOf,
  specificationOf,
} from './support/api.js';

describe('an operation', () => {
  it('has its summary, method, path and description', () => {
    const html = draw({ summary: 'Change a pet', description: 'Some *words*.\n\n# A heading' });
    expect(html).toContain('<h2 class="api-title" id="op-title">Change a pet');
    expect(html).toContain('<span class="api-method api-post">POST</span>');
    expect(html).toContain('<code class="api-path">/pets/<i>{id}</i></code>');
    expect(html).toContain('<p>Some <em>words</em>.</p><p><strong>A heading</strong></p>');
    expect(dangers(html)).toEqual([]);
  });

  it('has no title of its own where the page has one', () => {
    const headless = draw({ summary: 'Change a pet', description: 'All of it.' }, {}, { headless: true });
    expect(headless).not.toContain('<h2');
    expect(headless).not.toContain('All of it.');
  });

  it('is not drawn where the specification does not have it, or its author keeps it back', () => {
    const specification = specificationOf({});
    expect(drawOperation(specification, { path: '/pets/{id}', method: 'get' }, apiContext())).toBeUndefined();
    expect(drawOperation(specification, { path: '/__proto__', method: 'post' }, apiContext())).toBeUndefined();
    expect(draw({ 'x-internal': true })).toBe('');
  });

  it.each([
    [{ deprecated: true }, 'Deprecated'],
    [{ deprecated: true, 'x-deprecated-sunset': '2031-01-01' }, 'Deprecated until 2031-01-01'],
    [{ 'x-stability': 'experimental' }, 'Experimental'],
    [{ 'x-stability': 'beta' }, 'beta'],
  ])('is marked by %j', (marks, words) => {
    expect(saidBy(factsOf(draw(marks)))).toContain(words);
  });

  it('shows its parameters by place, those of the operation before those of the path', () => {
    const parameters = [
      {
        name: 'limit',
        in: 'query',
        description: 'How many',
        schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100, default: 20 },
      },
      { name: 'sort', in: 'query', required: true, schema: { type: 'string', enum: ['name', 'age'] } },
      { name: 'X-Trace', in: 'header', schema: { type: 'string', pattern: '^a+$' }, example: 'aaa' },
      { name: 'session', in: 'cookie', deprecated: true, schema: { type: 'string', minLength: 3 } },
    ];
    const specification = specificationOf({ parameters });
    const item = (specification['paths'] as Record<string, object>)['/pets/{id}'] as Record<string, unknown>;
    item['parameters'] = [
      { name: 'id', in: 'path', schema: { type: 'string' } },
      { name: 'limit', in: 'query', description: 'Not this', schema: { type: 'string' } },
    ];
    const html = drawOperation(specification, { path: '/pets/{id}', method: 'post' }, apiContext()) ?? '';
    const said = saidBy(html);
    expect(said).toMatch(/Path parametersid string required.*Query parameters.*Headers.*Cookies/);
    expect(said).toContain('limit integer <int32>How manyDefault 20Range 1 … 100');
    expect(said).toContain('sort string requiredValues name age');
    expect(said).toContain('X-Trace stringPattern ^a+$Example aaa');
    expect(said).toContain('session string DeprecatedLength ≥ 3');
    expect(said).not.toContain('Not this');
  });

  it('shows media types as tabs that need no script, those of one schema together', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const other = { type: 'string', format: 'binary' };
    const media = { 'application/json': { schema }, 'application/yaml': { schema }, 'image/png': { schema: other } };
    const html = factsOf(draw({ requestBody: { required: true, description: 'A pet', content: media } }));
    expect(html).toMatch(/<input type="radio" name="op-media" id="op-media-1" checked[^>]*><label for="op-media-1">/);
    expect(html).toContain('<code>application/json, application/yaml</code>');
    expect(html).toContain('<label for="op-media-2"><code>image/png</code></label>');
    expect(saidBy(html)).toContain('Request bodyrequiredA pet');
  });

  it('shows responses to be opened, the first good one open, with headers and links', () => {
    const responses = {
      400: { description: 'Wrong', ...content({ type: 'object', properties: { message: { type: 'string' } } }) },
      201: {
        description: 'Made',
        headers: { Location: { description: 'Where', required: true, schema: { type: 'string' } } },
        links: { next: { operationId: 'readPet', description: 'Read it' } },
        ...content({ type: 'object', properties: { id: { type: 'string' } } }),
      },
      204: { description: 'Nothing' },
    };
    const html = factsOf(draw({ responses }));
    expect(html).toMatch(/<details class="api-response" open[^>]*><summary><span class="api-status api-2xx">201/);
    expect(html).toMatch(/<details class="api-response"><summary><span class="api-status api-4xx">400/);
    expect(html).toContain('<p class="api-response"><span class="api-status api-2xx">204</span>');
    expect(saidBy(html)).toContain('Headers (1)Location string requiredWhere');
    expect(saidBy(html)).toContain('next → readPetRead it');
  });

  it('shows callbacks with what they send and what they expect', () => {
    const call = {
      requestBody: content({ type: 'object', properties: { event: { type: 'string' } } }),
      responses: { 200: { description: 'Seen' } },
    };
    const html = factsOf(draw({ callbacks: { onChange: { '{$request.body#/url}': { post: call } } } }));
    expect(saidBy(html)).toMatch(
      /CallbacksPOST onChange \{\$request\.body#\/url\}Request body.*event string.*200 Seen/,
    );
  });

  it('has an id of its own for everything, which begins with what the page gives', () => {
    const both = { 'application/json': { schema: {} }, 'text/plain': { schema: { type: 'string' } } };
    const html = draw(
      { summary: 'x', requestBody: { content: both }, responses: { 200: { description: '', content: both } } },
      {},
      { prefix: 'p7' },
    );
    const ids = [...html.matchAll(/ (?:id|name|for)="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.filter((id) => !id?.startsWith('p7'))).toEqual([]);
    expect(dangers(html)).toEqual([]);
  });
});

describe('the servers of an operation', () => {
  const servers = [
    {
      url: 'https://{region}.example.com/v1',
      description: 'Live',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
    },
    { url: 'https://test.example.com', description: 'To try' },
  ];

  it('are chosen by radio buttons, each with its variables', () => {
    const html = draw({}, { servers });
    expect(html).toMatch(/<input type="radio" name="op-server" value="0" id="op-servers-1" checked/);
    expect(saidBy(html)).toContain('Server https://eu.example.com/v1');
    expect(saidBy(html)).toContain('region eu us');
    expect(codesIn(html)[0]).toContain('https://eu.example.com/v1/pets/{id}');
  });

  it('are chosen for the samples by a form', () => {
    const html = draw({}, { servers }, { chooseAt: '/page', server: { index: 0, variables: { region: 'us' } } });
    expect(html).toContain('<form method="get" action="/page">');
    expect(html).toMatch(
      /<select id="[^"]*" name="server.region"><option>eu<\/option><option selected[^>]*>us<\/option>/,
    );
    expect(codesIn(html)[0]).toContain('https://us.example.com/v1/pets/{id}');
    const other = draw({}, { servers }, { server: { index: 1, variables: {} } });
    expect(codesIn(other)[0]).toContain('https://test.example.com/pets/{id}');
  });

  it('take no value that a variable does not have', () => {
    const html = draw({}, { servers }, { server: { index: 0, variables: { region: 'evil' } } });
    expect(html).not.toContain('evil');
  });
});

describe('the authentication of an operation', () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'From the settings' },
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    basic: { type: 'http', scheme: 'basic' },
    oauth: {
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: 'https://example.com/a',
          tokenUrl: 'https://example.com/t',
          scopes: { read: 'May read' },
        },
      },
    },
    open: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com/.well-known' },
  };
  const components = { securitySchemes };

  it('shows each scheme with where it goes', () => {
    const security = [{ key: [] }, { token: [], basic: [] }, { oauth: ['read'] }, { open: [] }, {}];
    const said = saidBy(factsOf(draw({ security }, { components })));
    expect(said).toContain('key API key header X-KeyFrom the settings');
    expect(said).toContain('token HTTP bearer (JWT)');
    expect(said).toContain('basic HTTP basic');
    expect(said).toContain('Scopes read');
    expect(said).toContain(
      'Flow authorizationCodeAuthorization URL https://example.com/aToken URL https://example.com/tread',
    );
    expect(said).toContain('OpenID Connect https://example.com/.well-known');
    expect(said).toContain('or optional');
  });

  it.each([
    ['key', 'X-Key: YOUR_API_KEY'],
    ['token', 'Authorization: Bearer YOUR_TOKEN'],
    ['basic', 'Authorization: Basic YOUR_TOKEN'],
    ['oauth', 'Authorization: Bearer YOUR_TOKEN'],
  ])('is in samples: %s', (name, header) => {
    expect(codesIn(samplesOf(draw({ security: [{ [name]: [] }] }, { components })))[0]).toContain(header);
  });

  it('is that of the specification unless the operation has none', () => {
    const more = { components, security: [{ key: [] }] };
    expect(draw({}, more)).toContain('X-Key');
    expect(draw({ security: [] }, more)).not.toContain('X-Key');
  });
});

describe('a webhook', () => {
  it('shows what it sends, without servers and samples of requests', () => {
    const post = {
      summary: 'A pet came',
      requestBody: content({ type: 'object', properties: { name: { type: 'string', example: 'Rex' } } }),
      responses: { 200: { description: 'Seen' } },
    };
    const specification = {
      openapi: '3.1.0',
      servers: [{ url: 'https://example.com' }],
      webhooks: { newPet: { post } },
    };
    const html = drawWebhook(specification, { name: 'newPet', method: 'post' }, apiContext()) ?? '';
    expect(saidBy(html)).toContain('POST newPet');
    expect(codesIn(html)).toEqual(['{\n  "name": "Rex"\n}']);
    expect(html).not.toContain('https://example.com');
    expect(drawWebhook(specification, { name: 'other', method: 'post' }, apiContext())).toBeUndefined();
  });
});
