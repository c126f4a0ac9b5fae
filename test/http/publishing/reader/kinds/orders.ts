/** A specification with operations, schemas, a webhook, ways to authenticate, and a request that may be tried. */
export const ORDERS = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '2.0', description: 'Everything about **orders**.' },
  servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } }],
  tags: [{ name: 'orders', description: 'What was bought.' }],
  security: [{ token: [] }],
  paths: {
    '/orders/{id}': {
      get: {
        'x-enable-proxy': true,
        operationId: 'getOrder',
        tags: ['orders'],
        summary: 'Read an order',
        description: 'An order with what was bought.\n\n* As it is now\n* With its customer',
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'Of the order', schema: { type: 'string' } },
          { name: 'fields', in: 'query', schema: { type: 'array', items: { enum: ['items', 'customer'] } } },
        ],
        responses: {
          200: { description: 'The order', content: { 'application/json': { schema: ref('Order') } } },
          404: { description: 'There is none', content: { 'application/json': { schema: ref('Problem') } } },
        },
      },
    },
    '/orders': {
      post: {
        operationId: 'createOrder',
        tags: ['orders'],
        summary: 'Order something',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: ref('Order'), examples: { small: { value: { id: 'o1', items: [] } } } },
            'application/x-www-form-urlencoded': { schema: ref('Problem') },
          },
        },
        responses: {
          201: { description: 'It was ordered', content: { 'application/json': { schema: ref('Order') } } },
        },
      },
    },
  },
  webhooks: {
    shipped: {
      post: {
        summary: 'An order was shipped',
        requestBody: { content: { 'application/json': { schema: ref('Order') } } },
        responses: { 204: { description: 'It was heard' } },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Order: {
        type: 'object',
        description: 'Something that was bought.',
        required: ['id', 'items'],
        properties: {
          id: { type: 'string', example: 'o1' },
          state: { enum: ['new', 'paid', 'shipped'], default: 'new' },
          items: { type: 'array', items: ref('Item'), maxItems: 100 },
          customer: { oneOf: [ref('Person'), ref('Company')] },
          parent: ref('Order'),
        },
      },
      Item: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number', minimum: 0 } } },
      Person: { type: 'object', properties: { name: { type: 'string' }, email: { type: 'string', format: 'email' } } },
      Company: { type: 'object', properties: { name: { type: 'string' }, number: { type: 'integer' } } },
      Problem: { type: 'object', properties: { message: { type: 'string' } } },
    },
  },
};

function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

const block = (name: string, attributes: string): string =>
  `{% ${name} spec="orders" ${attributes} %}\n[Orders](https://example.com)\n{% end${name} %}\n`;

/** The files of a repository whose pages show it. */
export const REFERENCE: Record<string, string> = {
  'SUMMARY.md': '# Table of contents\n\n* [Orders](README.md)\n* [Schemas](schemas.md)\n',
  'README.md': `# Orders\n\nHow to order.\n\n${block('openapi-operation', 'path="/orders/{id}" method="get"')}\n${block(
    'openapi-operation',
    'path="/orders" method="post"',
  )}`,
  'schemas.md': `# Schemas\n\n${block('openapi-schemas', 'schemas="Order,Problem" grouped="true"')}\n${block(
    'openapi-webhook',
    'name="shipped" method="post"',
  )}`,
};
