import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { makeRecords, type Owner } from '../../authorization/records.js';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema; $ref?: string };

const document = readApiDocument();

/** Hosts, ports and characters that one reader of URLs takes and another does not. */
const ODD = [
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]:80/',
  'http://[1:2:3:4:5:6:7:8:9]/',
  'http://[::1/',
  'http://[v1.x]/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://256.256.256.256/',
  'http://1.2.3/',
  'http://example.invalid:0/',
  'http://example.invalid:65536/',
  'http://example.invalid:-1/',
  'http://example.invalid:port/',
  'http://user:pass@example.invalid/',
  'http://user%zz:%@example.invalid/',
  'http://@example.invalid/',
  'http://bücher.invalid/',
  'http://xn--a.invalid/',
  'http://xn--/',
  'http://exa mple.invalid/',
  'http://%31%32%37.0.0.1/',
  'http://%00.invalid/',
  'http://a%2fb.invalid/',
  'http://.invalid/',
  'http://invalid../',
  `http://${'a'.repeat(64)}.invalid/`,
  `http://${'a.'.repeat(150)}invalid/`,
  'http://example.invalid/%zz/%',
  'http://example.invalid\\@example.org/',
  'http:///example.invalid',
  'http:example.invalid',
  'https://',
  '//example.invalid/',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ssh://git@[fe80::1%25eth0]/x.git',
  'git@[fe80::1%25eth0]:x.git',
  'ssh://%zz@example.invalid/x',
  'http://\u202eexample.invalid/',
  'http://example.invalid/\u0001',
  ' http://example.invalid/ ',
  'http://a_b.invalid/',
  '',
];

const ADDRESS = /(?:url|uri|href|logo|icon|image|host(?:name)?|proxy|domains?|origin|address|dark|light)$/i;

function resolved(schema: Schema): Schema {
  const { $ref } = schema;
  return $ref === undefined ? schema : ((document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) as Schema);
}

/** The places of a URL in a body: bodies with it and all required members. */
function* addresses(given: Schema, name: string, depth = 0): Generator<(value: string) => unknown> {
  const schema = resolved(given);
  if (depth > 6) return;
  for (const kind of ['oneOf', 'anyOf', 'allOf'])
    for (const form of (schema[kind] as Schema[] | undefined) ?? []) yield* addresses(form, name, depth + 1);
  if (schema.items) for (const make of addresses(schema.items, name, depth + 1)) yield (value) => [make(value)];
  for (const [member, inner] of Object.entries(schema.properties ?? {}))
    for (const make of addresses(inner, member, depth + 1))
      yield (value) => ({ ...(sample(schema, depth) as object), [member]: make(value) });
  const isText = schema['type'] === 'string' || (Array.isArray(schema['type']) && schema['type'].includes('string'));
  if (isText && schema['enum'] === undefined && (ADDRESS.test(name) || schema['format'] === 'uri'))
    yield (value) => value;
}

/** The smallest value of a schema. */
function sample(given: Schema, depth = 0): unknown {
  const schema = resolved(given);
  const { example, enum: words, type, oneOf, required = [] } = schema as Schema & { required?: string[] };
  if (example !== undefined) return example;
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(oneOf) && depth < 6) return sample(oneOf[0] as Schema, depth + 1);
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return 1;
  if (type !== 'object' && !schema.properties) return 'sample';
  const named = required.filter((member) => schema.properties?.[member] && depth < 6);
  return Object.fromEntries(named.map((member) => [member, sample(schema.properties?.[member] as Schema, depth + 1)]));
}

describe('an odd address', () => {
  let server: TestServer;
  let ada: Owner;
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    ({ ids } = await makeRecords(server, ada, []));
  }, 120_000);

  afterAll(() => server.stop());

  const taking = operationsOf(document).flatMap((described) => {
    const { operation } = described;
    const schema = operation.requestBody?.content['application/json']?.schema as Schema | undefined;
    const bodies = schema ? [...addresses(schema, '')] : [];
    const queries = (operation.parameters ?? []).filter((each) => each.in === 'query' && ADDRESS.test(each.name));
    return bodies.length + queries.length === 0
      ? []
      : [[operation.operationId, described, bodies, queries.map(({ name }) => name)] as const];
  });

  it('may be in many requests', () => {
    expect(taking.length).toBeGreaterThan(20);
  });

  /** Refused or taken, but never the server's own failing: the client throws at that. */
  async function send(api: ApiClient, { method, path, operation }: Described, more: object): Promise<number> {
    const { url, request } = requestFor(path, operation, ids);
    return (await api.send(method.toUpperCase(), url, { ...request, ...more })).status;
  }

  it.each(taking)(
    'is taken or refused by %s',
    async (_, described, bodies, queries) => {
      const base = requestFor(described.path, described.operation, ids).request;
      for (const value of ODD) {
        for (const make of bodies.slice(0, 12)) {
          const body = { ...(base.body as object), ...(make(value) as object) };
          expect(await send(ada.api, described, { body })).toBeLessThan(500);
        }
        for (const name of queries)
          expect(await send(ada.api, described, { query: { ...base.query, [name]: value } })).toBeLessThan(500);
      }
    },
    120_000,
  );

  it('in a page is read in every form, and its links are reported', async () => {
    const space = await TestSpace.create(ada);
    const ref = (url: string) => ({ kind: 'url', url });
    for (const url of ODD) {
      const markdown = `[a](<${url}>) ![b](<${url}>)\n\n{% embed url="${url}" %}\n`;
      const made = await space.send([{ operation: 'insert_page', title: 'Odd', document: { markdown } }]);
      expect(made.status).toBeLessThan(500);
      const link = await space.send([{ operation: 'insert_page', title: 'Link', type: 'link', target: ref(url) }]);
      expect(link.status).toBeLessThan(500);
    }
    for (const page of await space.pages())
      for (const format of ['document', 'markdown'])
        expect((await ada.api.get(`${space.path}/content/page/${page.id}`, { query: { format } })).status).toBe(200);
    expect((await ada.api.get(`${space.path}/links`)).status).toBeLessThan(500);
  });

  it.each(ODD)('%j that a site is asked for at, or a visitor for an embed, is answered', async (url) => {
    const { status } = await server.anonymous.post('/v1/urls/published', { url });
    expect([400, 404]).toContain(status);
    const resolved = await server.anonymous.post('/v1/urls/published', { url: ids['publishedUrl'] });
    const visitor = server.as(String(resolved.body['apiToken']));
    const embed = await visitor.get(`/v1/spaces/${ids['spaceId']}/embed`, { query: { url } });
    expect(embed.status).toBeLessThan(500);
  });
});
