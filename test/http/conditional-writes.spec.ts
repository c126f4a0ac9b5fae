import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { publication } from '#testing/test-integration';
import { TestServer } from '#testing/test-server';
import { makeRecords, type Owner } from './authorization/records.js';

type Ids = Readonly<Record<string, string>>;
type Body = (n: number, ids: Ids, record: Json) => object | undefined;

const title: Body = (n) => ({ title: `Title ${n}` });
const nothing: Body = () => undefined;
const text = (n: number) => ({ object: 'document', nodes: [{ object: 'block', type: 'paragraph', nodes: [leaf(n)] }] });
const leaf = (n: number) => ({ object: 'text', leaves: [{ object: 'leaf', text: `Text ${n}`, marks: [] }] });
const says: Body = (n) => ({ body: { markdown: `Text ${n}` } });
const insertsPage: Body = (n) => ({ changes: [{ operation: 'insert_page', title: `Page ${n}` }] });
const otherThan = <T>(value: unknown, one: T, other: T): T => (value === one ? other : one);
const schema = (n: number) => ({ type: 'object', properties: { [`p${n}`]: { type: 'string', description: 'P' } } });

/** A body for each operation that changes the record it acts on, which differs with every number. */
const CHANGES: Readonly<Record<string, Body>> = {
  updateCollectionById: title,
  updateOrganizationById: title,
  updateOrganizationAgentInstructions: (n) => ({ instructions: text(n) }),
  updateOrganizationAuthentication: (_n, _ids, { secondFactor }) => ({
    secondFactor: otherThan(secondFactor, 'optional', 'required'),
  }),
  updateOrganizationInviteById: (_n, _ids, { role }) => ({ role: otherThan(role, 'read', 'edit') }),
  updateMemberInOrganizationById: (_n, _ids, { role }) => ({ role: otherThan(role, 'read', 'edit') }),
  createOrUpdateOpenAPISpecBySlug: (n) => ({ source: { text: `openapi: 3.1.0 # ${n}` } }),
  updateOpenAPISpecBySlug: (_n, _ids, { visibility }) => ({ visibility: otherThan(visibility, 'public', 'private') }),
  updateOrganizationOIDCProvider: (n) => ({ label: `Label ${n}` }),
  updateOrganizationSAMLProvider: (n) => ({ label: `Label ${n}` }),
  updateSiteById: title,
  updateSiteAdaptiveSchema: (n) => ({ jsonSchema: { ...schema(n), additionalProperties: false } }),
  updateSiteCustomizationById: (n, _ids, record) => ({ ...(record as object), title: `Title ${n}` }),
  updateSitePublishingAuthById: (n) => ({ backend: 'custom', fallbackURL: `https://example.com/${n}` }),
  overrideSiteSpaceCustomizationById: title,
  sortSiteStructure: (_n, { siteSectionId, secondSectionId }, { structure }) => {
    const isFirst = (structure as Json[])[0]?.id === siteSectionId;
    const beside = { type: 'site-section', id: secondSectionId };
    return { item: { type: 'site-section', id: siteSectionId }, position: { [isFirst ? 'after' : 'before']: beside } };
  },
  updateTeamInOrganizationById: title,
  updateTranslation: (n) => ({ instructions: text(n) }),
  updateSpaceById: title,
  updateChangeRequestById: (n) => ({ subject: `Subject ${n}` }),
  updateCommentInSpace: says,
  updateCommentReplyInSpace: says,
  updateCommentInChangeRequest: says,
  updateCommentReplyInChangeRequest: says,
  updateSpaceContent: insertsPage,
  updateChangeRequestContent: insertsPage,
  setSiteGitSync: (n) => ({ url: 'https://example.invalid/docs.git', ref: `branch-${n}`, direction: 'export' }),
  setSpaceGitSync: (n) => ({ url: 'https://example.invalid/docs.git', ref: `branch-${n}`, direction: 'export' }),
  updateUserById: (n) => ({ displayName: `Name ${n}` }),
};

/** What else takes a condition, with what to send. */
const ACTS: Readonly<Record<string, Body>> = {
  moveCollection: () => ({ parent: null }),
  transferCollection: (_n, { otherOrganization }) => ({ organization: otherOrganization }),
  setUserAsSSOMemberForOrganization: nothing,
  publishIntegration: (n, { organizationId = '' }) => publication(organizationId, { title: `Title ${n}` }),
  publishSite: nothing,
  unpublishSite: nothing,
  regenerateSitePublishingAuthById: nothing,
  proveOrganizationDomain: nothing,
  runTranslation: nothing,
  resolveChangeRequestConflict: () => ({ take: 'main' }),
  mergeChangeRequest: nothing,
  updateChangeRequest: nothing,
  runSiteGitSync: nothing,
  runSpaceGitSync: nothing,
  moveSpace: () => ({ parent: null }),
  restoreSpace: nothing,
  transferSpace: (_n, { otherOrganization }) => ({ organization: otherOrganization }),
};

/** Which say themselves that they act on the record above them. */
const above = (path: string): string => path.slice(0, path.lastIndexOf('/'));

describe('conditional writes', () => {
  const all = operationsOf(readApiDocument());
  const writes = all.filter(({ method }) => method !== 'get');
  const named = (names: readonly Described[]) => names.map((one) => [one.operation.operationId, one] as const);
  const takes = ({ operation }: Described, name: string) =>
    operation.parameters?.some((one) => one.in === 'header' && one.name === name) === true;
  const conditional = writes.filter((one) => takes(one, 'if-match'));
  const reads = new Map(
    all
      .filter(({ method, operation }) => {
        const isList = operation.parameters?.some(({ name }) => name === 'page') === true;
        return method === 'get' && operation.responses['200']?.headers?.['ETag'] !== undefined && !isList;
      })
      .map((one) => [one.path, one] as const),
  );
  const recordOf = ({ path }: Described): string => (reads.has(path) ? path : above(path));

  let server: TestServer;
  let owner: Owner;
  let otherOrganization: string;
  let count = 0;

  beforeAll(async () => {
    server = await TestServer.shared();
    owner = await server.administrator();
    // Who demands a second factor without having one must be the administrator of the server.
    await server.rows('update organization."user" set administrator = true where id = $1', [owner.id]);
    otherOrganization = (await owner.api.post('/v1/orgs', { title: 'Other' })).body.id;
  });

  afterAll(() => server.stop());

  const makeIds = async (): Promise<Ids> => {
    const { ids } = await makeRecords(server, owner, []);
    const sections = await owner.api.get(`/v1/orgs/${ids['organizationId']}/sites/${ids['siteId']}/sections`);
    const secondSectionId = sections.body.items.find(({ id }) => id !== ids['siteSectionId'])?.id ?? '';
    return { ...ids, secondSectionId, otherOrganization };
  };

  const urlOf = (path: string, ids: Ids): string => requestFor(path, { operationId: '', responses: {} }, ids).url;
  const read = (described: Described, ids: Ids): Promise<Answer> => owner.api.get(urlOf(recordOf(described), ids));
  /** Users change themselves alone. */
  const idsFor = (described: Described, ids: Ids): Ids =>
    described.path.startsWith('/v1/users') ? { ...ids, userId: owner.id } : ids;

  const write = async (described: Described, ids: Ids, headers: Record<string, string> = {}): Promise<Answer> => {
    const { method, path, operation } = described;
    const make = CHANGES[operation.operationId] ?? ACTS[operation.operationId] ?? nothing;
    const body = make(++count, ids, CHANGES[operation.operationId] ? (await read(described, ids)).body : ({} as Json));
    return owner.api.send(method.toUpperCase(), urlOf(path, ids), { headers, ...(body ? { body } : {}) });
  };
  const ifMatch = (tag: string | undefined) => ({ 'if-match': tag ?? '' });
  const tagOf = async (described: Described, ids: Ids): Promise<string> => {
    const { status, headers } = await read(described, ids);
    expect(status).toBe(200);
    return headers.etag ?? '';
  };

  it('are all that change, replace or delete what is read at their address with an ETag, and those that say so', () => {
    const changing = writes.filter(({ method, path }) => method !== 'post' && reads.has(path));
    const expected = [...named(changing).map(([id]) => id), ...Object.keys(ACTS), 'updateSpaceContent'];
    expected.push('updateChangeRequestContent', 'sortSiteStructure');
    expect(
      named(conditional)
        .map(([id]) => id)
        .sort(),
    ).toEqual(expected.sort());
    for (const one of conditional) expect(reads.has(recordOf(one))).toBe(true);
  });

  describe('of one record', () => {
    let ids: Ids;

    beforeAll(async () => {
      ids = await makeIds();
    });

    it.each(named(conditional.filter(({ operation }) => operation.operationId in CHANGES)))(
      '%s: refused with a tag from before another change, taken with a fresh one; of two at once one is',
      async (_id, described) => {
        const own = idsFor(described, ids);
        const old = await tagOf(described, own);
        expect((await write(described, own)).status).toBeLessThan(300);
        const before = await read(described, own);
        expect(before.headers.etag).not.toBe(old);
        for (const stale of [old, `"other", ${old}`, '"other.x"', `W/${before.headers.etag}`]) {
          const refused = await write(described, own, ifMatch(stale));
          expect([stale, refused.status]).toEqual([stale, 412]);
          expect(refused.body.error.message).toMatch(/If-Match/);
        }
        expect((await write(described, own, ifMatch('garbage'))).status).toBe(400);
        const after = await read(described, own);
        expect([after.headers.etag, after.body]).toEqual([before.headers.etag, before.body]);
        for (const fresh of [after.headers.etag, undefined, undefined]) {
          const tag = fresh ?? (await tagOf(described, own));
          const taken = await write(described, own, ifMatch(`"other" , ${tag}`));
          expect([taken.status, taken.status < 300 ? '' : taken.text]).toEqual([taken.status, '']);
        }
        expect((await write(described, own, ifMatch('*'))).status).toBeLessThan(300);
        const tag = await tagOf(described, own);
        const both = await Promise.all([1, 2].map(() => write(described, own, ifMatch(tag))));
        expect(both.map(({ status }) => (status < 300 ? 'taken' : status)).sort()).toEqual([412, 'taken']);
      },
      30_000,
    );
  });

  describe('that end or move one', () => {
    /** The longest first: what is deleted below a record is deleted before it. */
    const ending = conditional
      .filter(({ operation }) => !(operation.operationId in CHANGES))
      .sort((a, b) => b.path.length - a.path.length || (a.method === 'delete' ? 1 : -1));
    const sets: Ids[] = [];

    beforeAll(async () => {
      for (let set = 0; set < 2; set++) sets.push(await makeIds());
    }, 60_000);

    /** Another change of the record, by what changes it at its own address. */
    const touch = async (described: Described, ids: Ids): Promise<void> => {
      const path = recordOf(described);
      const toucher = conditional.find((one) => one.path === path && one.operation.operationId in CHANGES);
      if (toucher) expect((await write(toucher, ids)).status).toBeLessThan(300);
    };
    const deletedFirst = async ({ operation }: Described, ids: Ids): Promise<void> => {
      if (operation.operationId === 'restoreSpace')
        await server.rows('update content.space set deleted_at = now(), version = version + 1 where id = $1', [
          ids['spaceId'],
        ]);
    };

    it.each(named(ending))(
      '%s: refused with another tag, taken with a fresh one; of two at once one is',
      async (_id, described) => {
        const [first = {}, second = {}] = sets;
        const old = await tagOf(described, first);
        await touch(described, first);
        await deletedFirst(described, first);
        const before = await read(described, first);
        const stale = before.headers.etag === old ? '"other.x"' : old;
        expect((await write(described, first, ifMatch(stale))).status).toBe(412);
        const after = await read(described, first);
        expect([after.headers.etag, after.body]).toEqual([before.headers.etag, before.body]);
        const taken = await write(described, first, ifMatch(before.headers.etag));
        expect([taken.status, taken.text]).toEqual([expect.any(Number), taken.status < 300 ? taken.text : '']);
        await deletedFirst(described, second);
        const tag = await tagOf(described, second);
        const both = await Promise.all([1, 2].map(() => write(described, second, ifMatch(tag))));
        const statuses = both.map(({ status }) => (status < 300 ? 'taken' : status));
        // Who comes second finds nothing more to delete, or a record that is the same as before.
        const isSame = (await read(described, second)).headers.etag === tag;
        // Who comes second finds a record gone, or where it was to go.
        const there = described.path.endsWith('/transfer') ? [409] : [];
        const others = described.method === 'delete' ? [404, 412] : [isSame ? 'taken' : 412, ...there];
        expect(statuses).toContain('taken');
        expect(others).toContain(statuses[statuses[0] === 'taken' ? 1 : 0]);
      },
      30_000,
    );
  });

  describe('anywhere else', () => {
    let ids: Ids;

    beforeAll(async () => {
      ids = await makeIds();
    });

    it.each(named(writes.filter((one) => !conditional.includes(one))))(
      '%s refuses If-Match, and does nothing',
      async (_id, { method, path, operation }) => {
        const { url, request } = requestFor(path, operation, ids);
        for (const header of ['if-match', 'if-none-match']) {
          const headers = { ...request.headers, [header]: '*' };
          const answer = await owner.api.send(method.toUpperCase(), url, { ...request, headers });
          expect([header, answer.status]).toEqual([header, 400]);
          expect(answer.body.error.message).toMatch(/If-(None-)?Match/);
        }
      },
    );
  });

  it('that create only where there is none say so with If-None-Match: *', async () => {
    const put = (slug: string) =>
      owner.api.put(
        `/v1/orgs/${owner.organization}/openapi/${slug}`,
        { source: { text: 'openapi: 3.1.0' } },
        { headers: { 'if-none-match': '*' } },
      );
    expect((await put('only-once')).status).toBe(200);
    const again = await put('only-once');
    expect([again.status, again.body.error.message]).toEqual([412, expect.stringMatching(/If-None-Match/)]);
    const both = await Promise.all([put('both'), put('both')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const { ids } = await makeRecords(server, owner, []);
    const sync = { url: 'https://example.invalid/docs.git', ref: 'main', direction: 'export' };
    const sent = await owner.api.put(`/v1/spaces/${ids['spaceId']}/git/sync`, sync, {
      headers: { 'if-none-match': '*' },
    });
    expect(sent.status).toBe(412);
  });

  it('are refused by what the operation refuses anyway first: a right, a record, a body', async () => {
    const stranger = await server.administrator();
    const reader = await server.member(owner.organization, 'read');
    const path = `/v1/orgs/${owner.organization}`;
    const headers = { 'if-match': '"other.x"' };
    expect((await stranger.api.patch(path, { title: 'Other title' }, { headers })).status).toBe(404);
    expect((await reader.api.patch(path, { title: 'Other title' }, { headers })).status).toBe(403);
    expect((await owner.api.patch(path, { title: 7 }, { headers })).status).toBe(400);
    expect((await owner.api.patch(path, { title: 'Other title' }, { headers })).status).toBe(412);
  });

  it('do not wait for connections that others hold, however many come at once', async () => {
    const site = (await owner.api.post(`/v1/orgs/${owner.organization}/sites`, { title: 'Site' })).body;
    const path = `/v1/orgs/${owner.organization}/sites/${site.id}`;
    const headers = { 'if-match': (await owner.api.get(path)).headers.etag ?? '' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => owner.api.patch(path, { title: `Title ${n}` }, { headers })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 412]));
  }, 30_000);
});
