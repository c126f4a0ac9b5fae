import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { operationsOf, readApiDocument, type Described, type Parameter } from '#testing/api-document';
import { HOSTILE_TEXTS, near, parameterText } from '#testing/hostile-values';
import { idOf } from '#testing/sample-request';
import { postComments, TestChangeRequest } from '#testing/test-change-request';
import { makeSite } from './authorization/records.js';
import { printing } from './content/printing/printing.js';
import { AcceptDomain } from '#organization';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('fuzz', () => {
  const SEED = 20_260_101;
  /** Requests that read are cheap; those that write are worth more. As many on every machine, however slow it is. */
  const RUNS = { get: 8, write: 24 };
  /** A comment and a reply in each of the two places. */
  const COMMENTS = 4;

  const document = readApiDocument();
  const operations = operationsOf(document).map((described) => [described.operation.operationId, described] as const);

  let server: TestServer;
  let endPrinting: () => Promise<void>;
  let ada: TestUser & { organization: string };
  let ids: Record<string, string>;
  let changeRequest: TestChangeRequest;
  let requests = 0;
  let startedAt = 0;
  const statuses = new Map<number, number>();

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_MAX_BODY_BYTES: '200000' } });
    endPrinting = printing(server);
    ada = await server.administrator();
    const space = await TestSpace.create(ada);
    const pageId = await space.insert('Page', 'Some *text*.\n\n* a\n* b');
    const provider = await ada.api.post(`/v1/orgs/${ada.organization}/saml`, { label: 'Sample' });
    const openIdProvider = await ada.api.post(`/v1/orgs/${ada.organization}/oidc`, { label: 'Sample' });
    await server.dispatcher.run(new AcceptDomain(ada.organization, 'sample.example'));
    changeRequest = await TestChangeRequest.create(space);
    const reviewer = await server.member(ada.organization, 'review');
    const review = await reviewer.api.post(`${changeRequest.path}/reviews`, { status: 'approved' });
    const site = await makeSite(ada, 'Fuzzed', space.id);
    await server.rows('create table public.fuzzed_site as select * from publishing.site');
    ids = {
      ...site,
      organizationId: ada.organization,
      samlProviderId: provider.body.id,
      oidcProviderId: openIdProvider.body.id,
      domain: 'sample.example',
      scimTokenId: (await ada.api.post(`/v1/orgs/${ada.organization}/scim-tokens`, { label: 'Sample' })).body.id,
      collectionId: (await ada.api.post(`/v1/orgs/${ada.organization}/collections`, { title: 'Collection' })).body.id,
      spaceId: space.id,
      ...(await space.translate(ada.organization)),
      pageId,
      fileId: (await space.file('a.txt', 'a')).id,
      documentId: (await space.page(pageId)).documentId,
      revisionId: await space.revision(),
      pagePath: 'page',
      changeRequestId: (await ada.api.post(`${space.path}/change-requests`, { subject: 'Sample' })).body.id,
      reviewId: review.body.id,
      userId: (await server.member(ada.organization, 'read')).id,
      teamId: (await ada.api.put(`/v1/orgs/${ada.organization}/teams`, { title: 'Team' })).body.id,
      emailDomain: 'example.com',
      subdomain: 'fuzzed',
      inviteId: (await ada.api.post(`/v1/orgs/${ada.organization}/link-invites`, { role: 'read' })).body.id,
    };
    startedAt = performance.now();
  });

  // What one operation did to the space must not shield the next from it.
  beforeEach(async () => {
    await server.rows(
      `insert into content.collection (organization_id, id, version, title, default_level, created_by, created_at, updated_at)
     values ($1, $2, 1, 'Collection', 'inherit', $3, now(), now()) on conflict do nothing`,
      [ids.organizationId, ids.collectionId, ada.id],
    );
    await server.rows('update organization.organization set invite_links = true');
    await server.rows(
      `insert into publishing.site select * from public.fuzzed_site
       on conflict (organization_id, id) do update set structure = excluded.structure, published = true`,
    );
    await server.rows(`update content.space set deleted_at = null, edit_mode = 'live', default_level = 'inherit'`);
    await server.rows(
      `update content.change_request set status = 'draft', revision_merged = null, merge_outcome = null`,
    );
    await server.rows(
      `insert into organization.member (organization_id, id, user_id, version, joined_at) values ($1, $2, $2, 1, now())
     on conflict do nothing`,
      [ids.organizationId, ids.userId],
    );
    await server.rows(
      `insert into organization.team (organization_id, id, version, title, created_at) values ($1, $2, 1, 'Team', now())
     on conflict do nothing`,
      [ids.organizationId, ids.teamId],
    );
    const left = await server.rows('select 1 from content.comment where id = any($1)', [Object.values(ids)]);
    if (left.length < COMMENTS) Object.assign(ids, await postComments(ada.api, changeRequest));
  });

  afterAll(async () => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    process.stderr.write(`fuzz: ${requests} requests in ${seconds} s, answered ${counts.join(', ')}\n`);
    await endPrinting();
    await server.stop();
  });

  interface Attempt {
    path: Record<string, string>;
    query: Record<string, string | string[] | undefined>;
    headers: Record<string, string | undefined>;
    payload: string | Buffer | undefined;
  }

  /** A header can't carry everything; what it can't carry never gets to a server. */
  const fitHeader = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').trim();

  /** Text in a URL; one with unpaired surrogates, which have no escape, becomes a broken escape. */
  const escaped = (text: string): string => {
    try {
      return encodeURIComponent(text);
    } catch {
      return '%ed%a0%80';
    }
  };

  function attempts({ path: template, operation }: Described): fc.Arbitrary<Attempt> {
    const of = (place: Parameter['in']) => (operation.parameters ?? []).filter((parameter) => parameter.in === place);
    const path = fc.record(
      Object.fromEntries(
        of('path').map((parameter) => [
          parameter.name,
          fc.oneof(
            { weight: 5, arbitrary: fc.constant(idOf(parameter.name, template, ids) ?? 'none') },
            { weight: 1, arbitrary: parameterText(parameter) },
          ),
        ]),
      ),
    );
    const texts = (parameter: Parameter) =>
      fc.oneof(
        { weight: 5, arbitrary: parameterText(parameter) },
        { weight: 1, arbitrary: fc.array(parameterText(parameter), { minLength: 2, maxLength: 3 }) },
      );
    const query = fc.record(
      Object.fromEntries(
        [
          ...of('query'),
          { name: 'format.markdown.refs', in: 'query' as const },
          { name: 'a[b]', in: 'query' as const },
        ].map((parameter) => [parameter.name, texts(parameter)]),
      ),
      { requiredKeys: [] },
    );
    const any = fc.record(
      Object.fromEntries(of('header').map((parameter) => [parameter.name, parameterText(parameter).map(fitHeader)])),
      { requiredKeys: [] },
    );
    // Most requests carry none: a stale If-Match or a used key ends them before anything else is looked at.
    const headers = fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: any });
    return fc.record({ path, query, headers, payload: payloads(operation) });
  }

  function payloads(operation: Described['operation']): fc.Arbitrary<string | Buffer | undefined> {
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (!schema) return fc.constant(undefined);
    const json = near(document, schema, ['Title', 'main', 'docs.zip', ids.pageId ?? '', ids.revisionId ?? '']).map(
      (value) => JSON.stringify(value) ?? '',
    );
    return fc.oneof(
      { weight: 12, arbitrary: json },
      { weight: 1, arbitrary: json.map((text) => text.slice(0, -1)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          undefined,
          '',
          '[]',
          'null',
          '"text"',
          '['.repeat(5000),
          `{"a":"${'x'.repeat(210_000)}"}`,
        ),
      },
    );
  }

  async function tryOut({ method, path }: Described, attempt: Attempt): Promise<void> {
    const query = Object.entries(attempt.query).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => `${encodeURIComponent(name)}=${escaped(one)}`),
    );
    const url = `${path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(attempt.path[name] ?? '') || '%20')}?${query.join('&')}`;
    const { payload } = attempt;
    const headers = Object.fromEntries(
      Object.entries(attempt.headers).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
    );
    // The client fails on every status and body that the document does not describe, and it describes no 500.
    const { status, text } = await ada.api.send(method.toUpperCase(), url, {
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    requests++;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) throw new Error(`${method} ${url} answered ${status}: ${text}`);
  }

  describe('whatever is sent', () => {
    it.each(operations)('%s answers as it is described, and never with a fault of its own', async (_id, described) => {
      const sent = requests;
      const numRuns = described.method === 'get' ? RUNS.get : RUNS.write;
      await fc.assert(
        fc.asyncProperty(attempts(described), (attempt) => tryOut(described, attempt)),
        { seed: SEED, numRuns },
      );
      expect(requests - sent).toBe(numRuns);
    });

    it('no token lets anybody in who has none', async () => {
      for (const token of [
        ...HOSTILE_TEXTS.map(fitHeader),
        `${ada.token}x`,
        ada.token.slice(0, -1),
        ada.token.toUpperCase(),
      ]) {
        const { status } = await server.anonymous.get('/v1/user', { headers: { authorization: `Bearer ${token}` } });
        requests++;
        expect([token.slice(0, 40), status]).toEqual([token.slice(0, 40), 401]);
      }
    });

    it('the server still answers as before', async () => {
      expect((await ada.api.get('/v1/user')).status).toBe(200);
      expect((await server.anonymous.get('/health/ready')).status).toBe(200);
    });
  });
});
