import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { publication } from '#testing/test-integration';
import { TestServer } from '#testing/test-server';
import { uploadOf } from '../../../contexts/content/exchange/transfer-fixture.js';
import { makeRecords, type Owner } from '../../authorization/records.js';

type Ids = Readonly<Record<string, string>>;

const all = operationsOf(readApiDocument());
const isTagged = ({ operation: { responses } }: Described): boolean =>
  (responses['200'] ?? responses['201'])?.headers?.['ETag'] !== undefined;
const schemaOf = ({ responses }: Described['operation']): unknown =>
  (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema?.['$ref'];

/** The operations that read a record with an entity tag, by their paths. */
const reads = new Map(
  all
    .filter(({ method, operation }) => method === 'get' && !operation.parameters?.some(({ name }) => name === 'page'))
    .map((one) => [one.path, one] as const),
);
const writes = all.filter(({ method }) => method !== 'get');
const named = (some: readonly Described[]) => some.map((one) => [one.operation.operationId, one] as const);
/** The longest paths first, so that records are changed before they are moved or deleted. */
const tagged = writes
  .filter((one) => isTagged(one) && !one.path.endsWith('/files'))
  .sort((a, b) => b.path.length - a.path.length);
const untagged = writes.filter((one) => !isTagged(one) && schemaOf(one.operation) !== undefined);

describe('the response of a write', () => {
  let server: TestServer;
  let owner: Owner;
  let sets: Ids[];
  let other: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    owner = await server.administrator();
    other = (await owner.api.post('/v1/orgs', { title: 'Other' })).body.id;
    sets = [(await makeRecords(server, owner, [])).ids, (await makeRecords(server, owner, [])).ids];
  }, 60_000);
  afterAll(() => server.stop());

  /** Bodies that differ from the usual sample. */
  const BODIES: Readonly<Record<string, (ids: Ids) => object>> = {
    createChangeRequestForConversationsIssuesCluster: ({ spaceId }) => ({ space: spaceId }),
    transferSpace: () => ({ organization: other }),
    transferCollection: () => ({ organization: other }),
    publishIntegration: ({ organizationId = '' }) => publication(organizationId),
    installIntegration: ({ organizationId }) => ({ organization: organizationId }),
    installIntegrationOnSpace: ({ spaceId }) => ({ space: spaceId }),
    installIntegrationOnSite: ({ siteId }) => ({ siteId }),
    createTranslation: ({ spaceId }) => ({ source: { space: spaceId, language: 'en' }, language: 'fr' }),
    updateCommentInSpace: () => ({ body: { markdown: 'Other' } }),
    updateCommentInChangeRequest: () => ({ body: { markdown: 'Other' } }),
  };

  async function write(described: Described, ids: Ids, headers: Record<string, string> = {}) {
    const { method, path, operation } = described;
    const { url, request } = requestFor(path, operation, ids);
    const body = BODIES[operation.operationId]?.(ids) ?? request.body;
    return { url, answer: await owner.api.send(method.toUpperCase(), url, { ...request, headers, body }) };
  }

  /** The path of the written record: below the list to which it was added, the same path, or one above. */
  function addressOf(path: string, url: string, id: string): string {
    if ([...reads.keys()].some((one) => one.startsWith(`${path}/{`) && !one.includes('}/', path.length)))
      return `${url}/${id}`;
    return reads.has(path) ? url : url.slice(0, url.lastIndexOf('/'));
  }

  it('covers many operations', () => {
    expect(tagged.length).toBeGreaterThan(40);
  });

  it.each(named(tagged))('%s returns the entity tag of the record after the write', async (_id, described) => {
    const { path } = described;
    const [, ids = {}] = sets;
    const own = path.startsWith('/v1/users') ? { ...ids, userId: owner.id } : ids;
    if (path.endsWith('/restore')) expect((await owner.api.delete(`/v1/spaces/${own['spaceId']}`)).status).toBe(204);
    const { url, answer } = await write(described, own);
    expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([answer.status, '']);
    const address = answer.headers.location ?? addressOf(path, url, answer.body.id);
    const read = await owner.api.get(address.replace(/^https?:\/\/[^/]+/, ''));
    expect([read.status, answer.headers.etag]).toEqual([200, read.headers.etag]);
  });

  it('of an upload returns the entity tag of the file', async () => {
    const [ids = {}] = sets;
    const content = `/v1/spaces/${ids['spaceId']}/content/files`;
    const answer = await owner.api.post(content, undefined, uploadOf(Buffer.from('Text'), 'a.txt'));
    const read = await owner.api.get(`${content}/${answer.body.id}`);
    expect([answer.status, answer.headers.etag]).toEqual([201, read.headers.etag]);
  });

  it('allows a chain of conditional changes', async () => {
    const [ids = {}] = sets;
    const site = `/v1/orgs/${owner.organization}/sites/${ids['siteId']}`;
    let tag = (await owner.api.get(site)).headers.etag ?? '';
    for (const title of ['One', 'Two', 'Three']) {
      const answer = await owner.api.patch(site, { title }, { headers: { 'if-match': tag } });
      expect([answer.status, answer.headers.etag === tag]).toEqual([200, false]);
      tag = answer.headers.etag ?? '';
    }
  });

  it.each(named(untagged))(
    '%s returns no entity tag, as its view is not that of a readable record',
    async (_id, described) => {
      const { path, operation } = described;
      for (const place of [path, path.slice(0, path.lastIndexOf('/'))]) {
        const read = reads.get(place);
        if (read) expect(schemaOf(read.operation)).not.toBe(schemaOf(operation));
      }
      const { answer } = await write(described, sets[0] ?? {});
      expect([answer.status < 500, answer.headers.etag]).toEqual([true, undefined]);
    },
  );
});
