import { describe, expect, it } from '@jest/globals';
import { ADDRESSES, TEXTS } from '../page-html/support/hostile.js';
import { apiContext, content, dangers, drawOperation, drawSchemas } from './support/api.js';

/** A specification that has the words in every place where a text may be. */
function everywhere(words: string): { [key: string]: unknown } {
  const schema = {
    type: 'object',
    ...{ title: words, description: words, required: [words], 'x-stability': words, 'x-deprecated-sunset': words },
    properties: {
      [words]: {
        type: 'string',
        format: words,
        description: words,
        default: words,
        example: words,
        enum: [words],
        pattern: words,
      },
      typed: { type: words },
      both: { oneOf: [{ type: 'object', title: words, properties: { [words]: {} } }, { $ref: words }] },
      choice: {
        oneOf: [{ $ref: '#/components/schemas/A' }],
        discriminator: { propertyName: words, mapping: { [words]: 'A' } },
      },
    },
    patternProperties: { [words]: { const: words } },
    additionalProperties: { type: 'string', title: words },
  };
  const body = {
    ...{ description: words, required: true },
    content: {
      [words]: { schema, examples: { [words]: { summary: words, description: words, value: words } } },
      'application/json': { schema, example: { [words]: words } },
      'multipart/form-data': { schema },
    },
  };
  const response = {
    ...body,
    headers: { [words]: { description: words, schema } },
    links: { [words]: { operationId: words, description: words } },
  };
  const operation = {
    ...{ summary: words, description: words, operationId: words, tags: [words], 'x-stability': words },
    externalDocs: { url: words, description: words },
    servers: [
      { url: words, description: words, variables: { [words]: { default: words, enum: [words], description: words } } },
      { url: `https://example.com/${words}` },
    ],
    security: [{ key: [words], open: [], http: [], oauth: [words], [words]: [words] }],
    parameters: ['path', 'query', 'header', 'cookie'].map((place) => ({
      name: words,
      in: place,
      description: words,
      example: words,
      schema,
    })),
    requestBody: body,
    responses: { [words]: response, 200: response },
    callbacks: {
      [words]: { [words]: { post: { description: words, requestBody: body, responses: { 200: response } } } },
    },
    'x-codeSamples': [{ lang: words, label: words, source: words }],
  };
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: words, description: words },
    open: { type: 'openIdConnect', openIdConnectUrl: words },
    http: { type: 'http', scheme: words, bearerFormat: words },
    oauth: {
      type: 'oauth2',
      flows: { [words]: { authorizationUrl: words, tokenUrl: words, refreshUrl: words, scopes: { [words]: words } } },
    },
    [words]: { type: words },
  };
  return {
    paths: { '/x': { [words]: operation, post: operation } },
    components: { schemas: { A: schema, [words]: schema }, securitySchemes },
  };
}

describe.each([
  ['a text', TEXTS],
  ['an address', ADDRESSES],
])('%s that would run something', (_, all) => {
  it.each([...all])('has no effect anywhere in a specification: %j', (words) => {
    const specification = everywhere(words);
    const html = drawOperation(specification, { path: '/x', method: 'post' }, apiContext({ chooseAt: '/here' })) ?? '';
    expect(html.length).toBeGreaterThan(1_000);
    expect(dangers(html)).toEqual([]);
    const schemas = drawSchemas(specification, { schemas: ['A', words], grouped: true }, apiContext());
    expect(dangers(schemas ?? '')).toEqual([]);
  });

  it.each([...all])('has no effect as Markdown of a description: %j', (words) => {
    const descriptions = [
      `[a](${words})`,
      `![a](${words})`,
      `<${words}>`,
      `\`${words}\``,
      `| a |\n|---|\n| ${words} |`,
      `{% embed url="${words}" %}`,
    ];
    for (const description of descriptions) {
      const specification = {
        paths: { '/x': { get: { description, responses: { 200: { description, ...content({ description }) } } } } },
      };
      expect(dangers(drawOperation(specification, { path: '/x', method: 'get' }, apiContext()) ?? '')).toEqual([]);
    }
  });
});

describe('the Markdown of a description', () => {
  const draw = (description: string): string =>
    drawOperation({ paths: { '/x': { get: { description } } } }, { path: '/x', method: 'get' }, apiContext()) ?? '';

  it('brings no content from elsewhere, and no ids', () => {
    const html = draw(
      '# One\n\n{% content-ref url="/spaces/a" %}x{% endcontent-ref %}\n\n{% tabs %}{% tab title="T" %}In a tab{% endtab %}{% endtabs %}',
    );
    expect(html).toContain('In a tab');
    const some = draw('Before\n\n{% if visitor.claims.admin %}\nSecret\n{% endif %}');
    expect(some).toContain('Before');
    expect(some).not.toContain('Secret');
    expect(html).not.toMatch(/ id="(?!op["-])/);
  });

  it('shows no picture from another host', () => {
    expect(draw('![A cat](https://example.com/cat.png)')).not.toContain('<img');
  });
});
