import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { GROUP_SCHEMA, ScimClient, USER_SCHEMA, type ScimJson } from './scim-client.js';

describe('the protocol of SCIM', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let scim: ScimClient;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    scim = await ScimClient.of(server, ada);
    for (let at = 1; at <= 7; at++) {
      const name = { givenName: `Given ${at}`, familyName: at % 2 === 0 ? 'Even' : 'Odd' };
      await scim.user(`user-${at}@example.com`, { name, ...(at > 4 && { externalId: `x${10 - at}` }) });
    }
    await scim.group('First', [(await scim.find('/Users', 'userName sw "user-1"'))[0]?.id ?? '']);
    await scim.group('Second');
  });
  afterAll(() => server.stop());

  const list = async (query: Record<string, string | number>, path = '/Users'): Promise<ScimJson> => {
    const { status, body } = await scim.get(path, query);
    expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
    return body;
  };

  describe('what the server says of itself', () => {
    it('is what it does', async () => {
      const { body } = await scim.get('/ServiceProviderConfig');
      expect(body).toMatchObject({
        patch: { supported: true },
        bulk: { supported: false },
        filter: { supported: true, maxResults: 1000 },
        changePassword: { supported: false },
        sort: { supported: true },
        etag: { supported: true },
        authenticationSchemes: [{ type: 'oauthbearertoken' }],
      });
    });

    it('is a list of kinds and schemas, and each of them by its id', async () => {
      for (const [path, ids] of [
        ['/ResourceTypes', ['User', 'Group']],
        ['/Schemas', [USER_SCHEMA, GROUP_SCHEMA]],
      ] as const) {
        const listed = await list({}, path);
        expect(listed.Resources.map(({ id }) => id)).toEqual(ids);
        expect(listed.totalResults).toBe(2);
        for (const resource of listed.Resources) {
          const { body } = await scim.get(`${path}/${resource.id}`);
          expect(body).toEqual(resource);
          expect(resource.meta.location).toBe(`http://quire.test/scim/v2${path}/${resource.id}`);
        }
        expect((await scim.get(`${path}/Nothing`)).status).toBe(404);
        expect((await scim.get(path, { filter: 'id pr' })).status).toBe(403);
      }
    });

    it('names in the schemas all that resources have', async () => {
      const { Resources } = await list({}, '/Schemas');
      for (const [path, schema] of [
        ['/Users', Resources[0]],
        ['/Groups', Resources[1]],
      ] as const) {
        const attributes = schema?.['attributes'] as { name: string; subAttributes?: { name: string }[] }[];
        const common = ['schemas', 'id', 'externalId', 'meta'];
        for (const resource of (await list({}, path)).Resources)
          for (const [name, value] of Object.entries(resource).filter(([one]) => !common.includes(one))) {
            const described = attributes.find((one) => one.name === name);
            expect(described).toBeDefined();
            const parts = [value].flat().flatMap((one) => (typeof one === 'object' ? Object.keys(one as object) : []));
            const names = described?.subAttributes?.map((one) => one.name) ?? [];
            expect(names).toEqual(expect.arrayContaining(parts));
          }
      }
    });
  });

  describe('lists', () => {
    it('come in parts that together are all', async () => {
      const first = await list({ startIndex: 1, count: 3 });
      expect(first).toMatchObject({ totalResults: 8, startIndex: 1, itemsPerPage: 3 });
      const rest = [await list({ startIndex: 4, count: 3 }), await list({ startIndex: 7, count: 3 })];
      const ids = [first, ...rest].flatMap(({ Resources }) => Resources.map(({ id }) => id));
      expect(new Set(ids).size).toBe(8);
      expect(rest.map(({ totalResults }) => totalResults)).toEqual([8, 8]);
    });

    it.each<[Record<string, string | number>, number, number]>([
      [{ count: 0 }, 0, 1],
      [{ count: -5 }, 0, 1],
      [{ startIndex: 0 }, 8, 1],
      [{ startIndex: -3, count: 2 }, 2, 1],
      [{ startIndex: 9 }, 0, 9],
      [{ startIndex: 8 }, 1, 8],
      [{ count: 999_999 }, 8, 1],
      [{ startIndex: 999_999_999_999 }, 0, 2_147_483_647],
    ])('answer %j', async (query, items, startIndex) => {
      const body = await list(query);
      expect(body.Resources).toHaveLength(items);
      expect(body).toMatchObject({ totalResults: 8, itemsPerPage: items, startIndex });
    });

    it('are sorted by an attribute, those without it last', async () => {
      const sorted = async (query: Record<string, string>) =>
        (await list(query)).Resources.map(({ externalId }) => externalId ?? '-').join(' ');
      expect(await sorted({ sortBy: 'externalId' })).toBe('x3 x4 x5 - - - - -');
      expect(await sorted({ sortBy: 'EXTERNALID', sortOrder: 'descending' })).toBe('- - - - - x5 x4 x3');
      const names = (await list({ sortBy: 'name.givenName', filter: 'name pr' })).Resources;
      expect(names.map(({ name }) => name?.['givenName'])).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `Given ${at}`));
      expect((await list({ sortBy: 'emails', count: 1 })).Resources).toHaveLength(1);
    });

    it.each([
      { startIndex: 'x' },
      { count: '1.5' },
      { sortBy: 'groups' },
      { sortBy: 'nothing' },
      { filter: ['a', 'b'] },
    ])('refuse %j', async (query) => {
      expect((await scim.get('/Users', query)).status).toBe(400);
    });

    it('are searched by a body, and both kinds together', async () => {
      const sent = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], count: 2, startIndex: 2 };
      const users = await scim.send('POST', '/Users/.search', {
        ...sent,
        filter: 'name.familyName eq "odd"',
        attributes: ['userName'],
      });
      expect(users).toMatchObject({ status: 200, body: { totalResults: 4, startIndex: 2, itemsPerPage: 2 } });
      expect(Object.keys(users.body.Resources[0] ?? {}).sort()).toEqual(['id', 'schemas', 'userName']);
      const groups = await scim.send('POST', '/Groups/.search', { filter: 'displayName pr' });
      expect(groups.body.totalResults).toBe(2);
      const both = async (body: object) => (await scim.send('POST', '/.search', body)).body;
      expect(await both({ count: 3, startIndex: 7 })).toMatchObject({ totalResults: 10, itemsPerPage: 3 });
      expect((await both({ startIndex: 9 })).Resources.map(({ displayName }) => displayName)).toEqual([
        'First',
        'Second',
      ]);
      expect((await both({ filter: 'displayName eq "first"' })).Resources.map(({ meta }) => meta.resourceType)).toEqual(
        ['Group'],
      );
      expect(await both({ filter: 'userName pr', count: 0 })).toMatchObject({ totalResults: 8, Resources: [] });
      expect((await both({ filter: 'nothing pr' })).scimType).toBe('invalidFilter');
    });
  });

  describe('answers', () => {
    const keys = async (query: Record<string, string>): Promise<string[]> => {
      const { body } = await scim.get('/Users', { filter: 'userName sw "user-1@"', ...query });
      return Object.entries(body.Resources[0] ?? {})
        .flatMap(([name, value]) =>
          name === 'name' || name === 'meta' ? Object.keys(value as object).map((part) => `${name}.${part}`) : [name],
        )
        .sort();
    };

    it('show the attributes that are asked for, and always the id', async () => {
      expect(await keys({ attributes: 'userName' })).toEqual(['id', 'schemas', 'userName']);
      expect(await keys({ attributes: `name.givenName, ${USER_SCHEMA}:ACTIVE,nothing` })).toEqual([
        'active',
        'id',
        'name.givenName',
        'schemas',
      ]);
      expect(await keys({ attributes: 'nothing' })).toEqual(['id', 'schemas']);
      expect(await keys({ attributes: 'emails.value,groups' })).toEqual(['emails', 'groups', 'id', 'schemas']);
    });

    it('leave out the attributes that are not wanted, but never the id', async () => {
      const whole = await keys({});
      expect(await keys({ excludedAttributes: 'id,schemas,name.givenName,emails,groups,meta' })).toEqual(
        whole.filter((key) => !/^(?:name\.givenName|emails|groups|meta)/.test(key)),
      );
    });

    it('have an entity tag, which is the version of the resource', async () => {
      const [user] = (await list({ count: 1 })).Resources;
      const { headers, body } = await scim.get(`/Users/${user?.id}`);
      expect(headers['etag']).toBe(body.meta.version);
      expect((await scim.get(`/Users/${user?.id}`, { attributes: 'userName' })).headers['etag']).toBe(
        body.meta.version,
      );
    });

    it.each<[string, string, number, unknown?]>([
      ['GET', '/Nothing', 404],
      ['GET', '/Users/unknown', 404],
      ['PUT', '/Users/unknown', 404, { schemas: [USER_SCHEMA], userName: 'x@example.com' }],
      ['GET', '/Groups/unknown', 404],
      ['PUT', '/Users', 405, {}],
      ['DELETE', '/Groups', 405],
      ['POST', '/Schemas', 405, {}],
      ['GET', '/Me', 501],
      ['PATCH', '/Me', 501, {}],
      ['POST', '/Bulk', 501, {}],
      ['POST', '/Users', 400, '{"userName": '],
      ['POST', '/Users', 400, '{"__proto__": {"a": 1}}'],
      ['POST', '/Users', 413, ' '.repeat(200_000)],
      ['POST', '/Groups', 413, ' '.repeat(3_000_000)],
    ])('say in the form of SCIM what is wrong with %s %s: %i', async (method, path, status, ...[body]) => {
      const answer = await scim.send(method, path, body);
      expect(answer).toMatchObject({
        status,
        type: 'application/scim+json; charset=utf-8',
        body: { status: String(status) },
      });
      if (status === 405) expect(answer.headers['allow']).toContain('OPTIONS');
    });

    it('are for both types of JSON, and no other', async () => {
      const sent = JSON.stringify({ schemas: [USER_SCHEMA], userName: 'plain@example.com' });
      const as = (type: string) => scim.send('POST', '/Users', sent, { headers: { 'content-type': type } });
      expect((await as('text/xml')).status).toBe(415);
      expect((await as('Application/JSON; charset=utf-8')).status).toBe(201);
      expect((await as('application/scim+json; charset=utf-8')).status).toBe(409);
      const api = { headers: { 'content-type': 'application/scim+json' }, payload: '{"title":"x"}' };
      expect((await ada.api.send('POST', '/v1/orgs', api)).status).toBe(415);
    });
  });

  it('is limited like other requests', async () => {
    const limited = await TestServer.start({ env: { QUIRE_RATE_LIMIT: '5' } });
    try {
      const owner = await limited.administrator();
      const client = await ScimClient.of(limited, owner);
      const answers = [];
      for (let at = 0; at < 7; at++) answers.push(await client.get('/Users'));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
      expect(answers.at(-1)).toMatchObject({ type: 'application/scim+json; charset=utf-8', body: { status: '429' } });
      expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });

  it('shows and changes nothing of other organizations', async () => {
    const bea = await server.administrator();
    const other = await ScimClient.of(server, bea);
    const [user, group] = [
      (await list({ count: 1 })).Resources[0]?.id ?? '',
      (await list({}, '/Groups')).Resources[0]?.id ?? '',
    ];
    const before = [await list({}), await list({}, '/Groups')];
    const patch = { Operations: [{ op: 'replace', path: 'displayName', value: 'Taken' }] };
    for (const path of [`/Users/${user}`, `/Groups/${group}`]) {
      const whole = {
        schemas: [path.startsWith('/U') ? USER_SCHEMA : GROUP_SCHEMA],
        userName: 'x@example.com',
        displayName: 'x',
      };
      const answers = [
        await other.get(path),
        await other.send('PUT', path, whole),
        await other.send('PATCH', path, patch),
        await other.send('DELETE', path),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    const own = await other.group('Own');
    const added = await other.patch(`/Groups/${own}`, { op: 'add', path: 'members', value: [{ value: user }] });
    expect(added).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await other.find('/Users', `id eq "${user}" or groups.value eq "${group}" or userName sw "user-"`)).toEqual(
      [],
    );
    expect(
      await other.find('/Groups', `id eq "${group}" or members.value eq "${user}" or displayName eq "First"`),
    ).toEqual([]);
    expect([await list({}), await list({}, '/Groups')]).toEqual(before);
    // The same person in both: each organization has its own names and groups of them.
    const shared = await other.user('user-1@example.com', { externalId: 'of-other' });
    await other.patch(`/Groups/${own}`, { op: 'add', path: 'members', value: [{ value: shared }] });
    const mine = (await scim.get(`/Users/${shared}`)).body;
    expect(mine.externalId).toBeUndefined();
    expect(mine.groups?.map(({ display }) => display)).toEqual(['First']);
    const found = async (by: ScimClient, filter: string): Promise<string[]> =>
      (await by.find('/Users', filter)).map(({ id }) => id);
    for (const filter of [`groups.value eq "${own}"`, 'groups.display eq "Own"']) {
      expect(await found(scim, filter)).toEqual([]);
      expect(await found(other, filter)).toEqual([shared]);
    }
    expect(await found(other, `groups.value eq "${group}" or groups.display eq "First"`)).toEqual([]);
    expect((await other.send('DELETE', `/Users/${shared}`)).status).toBe(204);
    expect((await scim.get(`/Users/${shared}`)).body.groups).toHaveLength(1);
  });
});
