import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ERROR_TYPES } from '#kernel/domain/errors';
import { SHARED_PARAMETERS } from '#kernel/interface/open-api/vocabulary';
import { operationsOf, readApiDocument, type ApiDocument, type Operation } from '#testing/api-document';
import { OPERATIONS, PUBLIC } from './operations.js';

const CLI = 'dist/run/quire.js';

const document = readApiDocument();
const operations = new Map(
  operationsOf(document).map((described) => [
    `${described.method.toUpperCase()} ${described.path.replace(/^\/v1$/, '/v1/')}`,
    described.operation,
  ]),
);

describe('the committed document', () => {
  it('has no operation beside those of the table', () => {
    const known = OPERATIONS.map(([method, path]) => `${method} ${path}`);
    expect([...operations.keys()].filter((key) => !known.includes(key))).toEqual([]);
  });

  it.each(OPERATIONS)('has %s %s as %s, answering %s', (method, path, operationId, status) => {
    const operation = operations.get(`${method} ${path}`);
    expect(operation?.operationId).toBe(operationId);
    const successes = Object.keys(operation?.responses ?? {}).filter((code) => code.startsWith('2'));
    expect(successes).toEqual([status]);
    const isEmpty = status === '204' || operationId === 'applyTemplateToSpace';
    expect(operation?.responses[status]?.content === undefined).toBe(isEmpty);
  });

  it('lists the shared parameters in the order kept for them, and keeps it for no other', () => {
    const shared = Object.keys(document.components.parameters ?? {}).filter((name) => !name.includes('-'));
    expect(shared).toEqual(SHARED_PARAMETERS);
  });

  it('has operationIds that differ', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('groups every operation under one described tag', () => {
    const tags = new Map(document.tags?.map(({ name, description }) => [name, description]));
    for (const { tags: own = [], operationId } of operations.values()) {
      expect([operationId, own.length, tags.has(own[0] ?? '')]).toEqual([operationId, 1, true]);
    }
    for (const description of tags.values()) expect(description).toMatch(/\.$/);
  });

  it('asks for a bearer token or a session everywhere but at the information on the service', () => {
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: 'quire_session' },
    });
    for (const { operationId, security } of operations.values()) {
      expect([operationId, security]).toEqual([
        operationId,
        PUBLIC.includes(operationId) ? [] : [{ bearer: [] }, { session: [] }],
      ]);
    }
  });

  it('names the refusals an operation can give, and no other, all in the one error form', () => {
    for (const [key, operation] of operations) {
      const { operationId, responses, security, parameters = [], requestBody } = operation;
      const wanted = ['400', '429', '500', '503'];
      if (security?.length !== 0) wanted.push('401', '403');
      // Visitors show in the request itself who they are.
      if (operationId.endsWith('PublishedContentByUrl')) wanted.push('403');
      if (operationId.endsWith('ContentByUrl')) wanted.push('404');
      if (parameters.some((parameter) => parameter.in === 'path')) wanted.push('404', '414');
      // Not every content can be printed.
      if (!key.startsWith('GET') || operationId.endsWith('PDF')) wanted.push('409');
      // A merge is held to rules, a transfer to what the caller may do there.
      const held = operationId === 'mergeChangeRequest' || operationId.startsWith('transfer');
      const conditional = held || parameters.some(({ name }) => name === 'if-match');
      if (conditional) wanted.push('412');
      if (requestBody) wanted.push('408', '413', '415');
      const errors = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
      expect([operationId, errors.map(([status]) => status)]).toEqual([operationId, wanted.sort()]);
      for (const [status, { content, description }] of errors) {
        const { schema, example } = content?.['application/json'] ?? {};
        expect([operationId, status, schema]).toEqual([operationId, status, { $ref: '#/components/schemas/Error' }]);
        const type = ERROR_TYPES[Number(status) as keyof typeof ERROR_TYPES];
        expect(example).toMatchObject({ error: { code: Number(status), message: expect.stringMatching(/\w/), type } });
        expect(description).toMatch(/\.$/);
      }
    }
  });

  it('says of every body how many bytes it may have, in three places', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods)) {
        if (!operation.requestBody || !('application/json' in operation.requestBody.content)) continue;
        const bytes = operation['x-quire-max-body'] ?? 0;
        const told = `${bytes.toLocaleString('en')} bytes`;
        expect([path, bytes]).toEqual([path, expect.any(Number)]);
        expect(bytes).toBeGreaterThan(0);
        expect(operation.requestBody.description).toContain(told);
        expect(operation.responses['413']).toEqual({
          $ref: '#/components/responses/ContentTooLarge',
          description: expect.stringContaining(told),
        });
      }
    }
  });

  it('names the headers of answers that clients rely on', () => {
    for (const [key, { operationId, responses }] of operations) {
      for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
        const versioned = key.startsWith('GET') && !('text/event-stream' in content);
        const wanted = status === '408' ? [] : ['X-Request-Id'];
        if (/^[23]/.test(status) || status === '429') wanted.push('X-RateLimit-Limit', 'X-RateLimit-Remaining');
        if (versioned && /^[23]/.test(status)) wanted.push('ETag');
        if (status === '201') wanted.push('Location');
        if (status === '429') wanted.push('Retry-After');
        expect([operationId, status, Object.keys(headers)]).toEqual([
          operationId,
          status,
          expect.arrayContaining(wanted),
        ]);
      }
    }
    expect(operations.get('PATCH /v1/spaces/{spaceId}')?.responses['200']?.headers).toHaveProperty('ETag');
    expect(document.components.headers.ETag).toMatchObject({ required: true, schema: { type: 'string' } });
  });

  it('says what every part of a path is, with an example', () => {
    for (const { operationId, parameters = [] } of operations.values()) {
      for (const { name, description, example } of parameters.filter((parameter) => parameter.in === 'path')) {
        expect([operationId, name, description, example]).toEqual([
          operationId,
          name,
          expect.stringMatching(/\w/),
          expect.stringMatching(/\w/),
        ]);
      }
    }
  });

  it('says in one plain sentence what every operation does, and what its success means', () => {
    for (const operation of operations.values()) {
      const { operationId, summary, responses } = operation as Operation & { summary?: string };
      expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[^`.]{5,110}\.$/)]);
      for (const { description } of Object.values(responses)) expect(description).toMatch(/\w.*\.$/);
    }
  });

  it('refers to nothing that is not there', () => {
    const components = document.components as unknown as Record<string, Record<string, unknown>>;
    const referred = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
    expect(referred.length).toBeGreaterThan(100);
    expect(referred.filter(([, kind = '', name = '']) => !(name in (components[kind] ?? {})))).toEqual([]);
  });

  it('has no empty object where members are known, and says null in the words of 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });
});

/** More than the document will ever have. */
const MOST_BYTES = 16 * 2 ** 20;

describe('the document of the build', () => {
  let built: ApiDocument;

  beforeAll(() => {
    if (!existsSync(CLI)) throw new Error('There is no build: run `npm run build`, or the tests with `npm test`');
    const written = execFileSync(process.execPath, [CLI, 'openapi'], { encoding: 'utf8', maxBuffer: MOST_BYTES });
    built = JSON.parse(written) as ApiDocument;
  });

  it('is the one that is committed; `npm run openapi` writes it anew', () => {
    expect(Object.keys(built.paths)).toEqual(Object.keys(document.paths));
    expect(built).toEqual(document);
  });
});
