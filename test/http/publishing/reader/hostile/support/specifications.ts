import type { Payload } from './payloads.js';

/** A specification as text, of which each operation has one payload in all places where a text or an address may be. */
export function specificationWith(payloads: readonly Payload[]): string {
  const paths = Object.fromEntries(payloads.map((payload, index) => [pathOf(index), { post: operationWith(payload) }]));
  const { words = '' } = payloads[0] ?? {};
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: words, version: words, description: words },
    tags: [{ name: words, description: words }],
    paths,
    components: { schemas: { [NAMED]: schemaWith(words) }, securitySchemes: schemesWith(payloads) },
  });
}

/** A schema that all specifications have. */
export const NAMED = 'Named';

export const pathOf = (index: number): string => `/things/${index}`;

const said = ({ words, address, formula }: Payload): string => words ?? address ?? formula ?? '';
/** A payload as a description in Markdown, in places that Markdown has for it. */
const described = (payload: Payload): string => {
  const words = said(payload);
  return `${words}\n\n[a](<${words}>) ![a](${words}) <${words}>\n\n\`\`\`${words}\n${words}\n\`\`\`\n\n{% embed url="${words}" %}`;
};

const schemaWith = (words: string): object => ({
  type: 'object',
  title: words,
  description: words,
  properties: {
    [words]: { type: 'string', description: words, format: words, pattern: words, enum: [words], default: words },
    other: { type: 'array', items: { type: 'string', example: words } },
  },
  example: { [words]: words },
});

function schemesWith(payloads: readonly Payload[]): object {
  return Object.fromEntries(
    payloads.map((payload, index) => {
      const words = said(payload);
      const flows = { implicit: { authorizationUrl: words, scopes: { [words]: words } } };
      return [`s${index}`, { type: 'oauth2', description: described(payload), flows }];
    }),
  );
}

function operationWith(payload: Payload): object {
  const words = said(payload);
  const description = described(payload);
  const content = {
    'application/json': { schema: schemaWith(words), examples: { a: { summary: words, description, value: words } } },
  };
  return {
    'x-enable-proxy': true,
    summary: words,
    description,
    tags: [words],
    externalDocs: { url: words, description: words },
    servers: [{ url: words, description: words, variables: { a: { default: words, enum: [words] } } }],
    security: [{ key: [] }],
    parameters: ['query', 'header', 'cookie'].map((place) => ({
      name: words,
      in: place,
      description,
      example: words,
      schema: { type: 'string', enum: [words], default: words },
    })),
    requestBody: { description, content },
    responses: { 200: { description, content, headers: { [words]: { description, schema: { type: 'string' } } } } },
    'x-codeSamples': [{ lang: words, label: words, source: words }],
  };
}
