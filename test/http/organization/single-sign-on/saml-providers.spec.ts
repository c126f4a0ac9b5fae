import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel/domain/id';
import type { Json } from '#testing/api-client';
import { selfSigned } from '#testing/self-signed';
import { TestIdentityProvider } from '#testing/test-identity-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf, reasonOf, TestSignIn } from '#testing/test-sign-in';

describe('saml providers', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;
  const provider = new TestIdentityProvider();

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
    path = `/v1/orgs/${ada.organization}/saml`;
  });
  afterAll(() => server.stop());

  const team = async (organization = ada.organization): Promise<string> => {
    const id = newId();
    await server.pool.query(
      `insert into organization.team (organization_id, id, version, title, created_at) values ($1, $2, 1, 'Team', now())`,
      [organization, id],
    );
    return id;
  };
  const audited = async (action: string) =>
    (
      await server.rows<{ payload: { target: Json; payload: Json; organization: string } }>(
        `select payload from public.event where name = 'kernel.audited' and payload ->> 'action' = $1`,
        [action],
      )
    ).map(({ payload }) => payload);

  describe('a SAML provider', () => {
    it('begins with a label, and shows what the provider must know of this server', async () => {
      const { status, body, headers } = await ada.api.post(path, { label: ' Company ' });
      expect(status).toBe(201);
      expect(headers.location).toBe(`http://quire.test${path}/${body.id}`);
      expect(body).toEqual({
        object: 'saml-provider',
        id: body.id,
        label: 'Company',
        ssoURL: '',
        entityID: '',
        certificate: '',
        defaultRole: 'read',
        createdAt: expect.any(String),
        status: 'pending',
        service: {
          acsURL: `http://quire.test/saml/${body.id}/acs`,
          startURL: `http://quire.test/saml/${body.id}/start`,
          entityID: `http://quire.test/saml/${body.id}/metadata`,
        },
        urls: { location: headers.location },
      });
      expect((await ada.api.get(`${path}/${body.id}`)).body).toEqual(body);
    });

    it('is active once its entity id, address and certificate are known, and pending again without one', async () => {
      const { id } = (await ada.api.post(path, { label: 'Active' })).body;
      const status = async (change: object) => (await ada.api.patch(`${path}/${id}`, change)).body['status'];
      expect(await status({ entityID: provider.entityId })).toBe('pending');
      expect(await status({ ssoURL: provider.details.ssoURL })).toBe('pending');
      expect(await status({ certificate: provider.certificate })).toBe('active');
      expect(await status({ label: 'Renamed' })).toBe('active');
      expect(await status({ ssoURL: '' })).toBe('pending');
    });

    it('takes a certificate in base64, as metadata has it', async () => {
      const bare = provider.certificate.replace(/-----[^-]*-----/g, '');
      const { body } = await ada.api.post(path, { label: 'Bare', ...provider.details, certificate: bare });
      expect(body['status']).toBe('active');
    });

    const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
    it.each<[string, object, RegExp]>([
      ['no label', {}, /label/],
      ['an empty label', { label: ' ' }, /label/],
      ['a label of 31 characters', { label: 'x'.repeat(31) }, /label/],
      ['an entity id that is too long', { label: 'x', entityID: 'x'.repeat(1025) }, /entityID/],
      ['an entity id with a space', { label: 'x', entityID: 'a b' }, /entityID/],
      ['an address of another kind', { label: 'x', ssoURL: 'javascript:alert(1)' }, /ssoURL/],
      ['an address that is too long', { label: 'x', ssoURL: `https://a.example.com/${'x'.repeat(2048)}` }, /ssoURL/],
      ['an address that is none', { label: 'x', ssoURL: 'login' }, /ssoURL/],
      ['an address with a password', { label: 'x', ssoURL: 'https://a:b@login.example.com/' }, /ssoURL/],
      ['a certificate that is none', { label: 'x', certificate: 'nonsense' }, /certificate/],
      ['a certificate with more around it', { label: 'x', certificate: `${provider.certificate}more` }, /certificate/],
      [
        'a private key',
        { label: 'x', certificate: provider.key.export({ type: 'pkcs8', format: 'pem' }) },
        /private key/,
      ],
      ['a certificate of a small key', { label: 'x', certificate: selfSigned('small', small) }, /2048/],
      ['a role nobody knows', { label: 'x', defaultRole: 'owner' }, /defaultRole/],
      ['a team that is not there', { label: 'x', defaultTeam: 'nothing' }, /defaultTeam/],
    ])('is refused with %s', async (_what, body, message) => {
      const answer = await ada.api.post(path, body);
      expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(message)]);
      expect(answer.text).not.toContain('BEGIN');
    });

    it('takes a team of the organization, and none of another', async () => {
      const eve = await server.administrator();
      expect((await ada.api.post(path, { label: 'x', defaultTeam: await team(eve.organization) })).status).toBe(400);
      expect((await ada.api.post(path, { label: 'x', defaultTeam: await team(), defaultRole: null })).status).toBe(201);
    });

    it('shows the team that newcomers enter, as the team shows itself, until it is gone or taken away', async () => {
      const [id, other] = [await team(), await team()];
      const shown = (await ada.api.get(`/v1/orgs/${ada.organization}/teams/${id}`)).body;
      const { body } = await ada.api.post(path, { label: 'Teams', defaultTeam: id });
      expect([shown.title, body.defaultTeam]).toEqual(['Team', shown]);
      const one = `${path}/${body.id}`;
      expect((await ada.api.patch(one, { defaultTeam: other })).body['defaultTeam']).toMatchObject({ id: other });
      const listed = (await ada.api.get(path)).body.items.find((item) => item.id === body.id);
      expect(listed?.['defaultTeam']).toMatchObject({ object: 'team', id: other });
      expect((await ada.api.patch(one, { defaultTeam: null })).body).not.toHaveProperty('defaultTeam');
      await ada.api.patch(one, { defaultTeam: id });
      await ada.api.delete(`/v1/orgs/${ada.organization}/teams/${id}`);
      expect((await ada.api.get(one)).body).not.toHaveProperty('defaultTeam');
    });

    it('is for administrators only: members get 403, strangers 404 without an effect', async () => {
      const { id } = (await ada.api.post(path, { label: 'Mine' })).body;
      const member = await server.member(ada.organization, 'create');
      const stranger = await server.administrator();
      const all = async ({ api }: TestUser) => [
        (await api.get(path)).status,
        (await api.post(path, { label: 'x' })).status,
        (await api.get(`${path}/${id}`)).status,
        (await api.patch(`${path}/${id}`, { label: 'x' })).status,
        (await api.delete(`${path}/${id}`)).status,
      ];
      expect(await all(member)).toEqual([403, 403, 403, 403, 403]);
      expect(await all(stranger)).toEqual([404, 404, 404, 404, 204]);
      // Nor through an organization of their own.
      const own = `/v1/orgs/${stranger.organization}/saml/${id}`;
      expect((await stranger.api.get(own)).status).toBe(404);
      expect((await stranger.api.patch(own, { label: 'Taken' })).status).toBe(404);
      expect((await stranger.api.delete(own)).status).toBe(204);
      expect((await ada.api.get(`${path}/${id}`)).body.label).toBe('Mine');
    });

    it('is listed page by page, the oldest first, and gone when it was deleted', async () => {
      const grace = await server.administrator();
      const list = `/v1/orgs/${grace.organization}/saml`;
      for (const label of ['One', 'Two', 'Three']) await grace.api.post(list, { label });
      const first = (await grace.api.get(list, { query: { limit: 2 } })).body;
      expect(first.items.map(({ label }) => label)).toEqual(['One', 'Two']);
      const second = (await grace.api.get(list, { query: { limit: 2, page: first.next.page } })).body;
      expect(second.items.map(({ label }) => label)).toEqual(['Three']);
      for (const _ of [1, 2]) expect((await grace.api.delete(`${list}/${second.items[0]?.id}`)).status).toBe(204);
      expect((await grace.api.get(list)).body.count).toBe(2);
      expect((await grace.api.get(`${list}/${second.items[0]?.id}`)).status).toBe(404);
    });

    it('is recorded in the audit trail with every change, without its certificate', async () => {
      const { id } = (await ada.api.post(path, { label: 'Audited', ...provider.details })).body;
      await ada.api.patch(`${path}/${id}`, { certificate: '' });
      await ada.api.delete(`${path}/${id}`);
      for (const action of ['saml-provider.created', 'saml-provider.updated', 'saml-provider.deleted']) {
        const entries = (await audited(action)).filter(({ target }) => target.id === id);
        expect(entries).toHaveLength(1);
        expect(JSON.stringify(entries)).not.toContain('BEGIN');
      }
    });

    it('is refused when two administrators change it at the same moment', async () => {
      const { id } = (await ada.api.post(path, { label: 'Raced' })).body;
      const labels = ['a', 'b', 'c', 'd'];
      const answers = await Promise.all(labels.map((label) => ada.api.patch(`${path}/${id}`, { label })));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      expect(statuses).toContain(200);
    });
  });

  describe('the ways to sign in', () => {
    it('are shown to every member, and are the active providers', async () => {
      const grace = await server.administrator();
      const list = `/v1/orgs/${grace.organization}/saml`;
      const { id } = (await grace.api.post(list, { label: 'Active', ...provider.details })).body;
      await grace.api.post(list, { label: 'Pending' });
      const guest = await server.member(grace.organization, null);
      for (const { api } of [grace, guest]) {
        const { status, body } = await api.get(`/v1/orgs/${grace.organization}/sso`);
        expect(status).toBe(200);
        expect(body).toEqual({ items: [{ id, label: 'Active', startURL: `http://quire.test/saml/${id}/start` }] });
      }
      expect((await ada.api.get(`/v1/orgs/${grace.organization}/sso`)).status).toBe(404);
    });
  });

  describe('the sessions of a provider', () => {
    const enter = async (signIn: TestSignIn, idp = provider) => {
      const seen = await signIn.through((asked) => idp.respond(asked, { email: `${newId()}@example.com` }));
      const headers = { cookie: cookieOf(seen.headers) };
      return async () => (await server.anonymous.get('/v1/user', { headers })).status;
    };

    it('end with it, and those of another provider stay', async () => {
      const one = await TestSignIn.by(server, ada, provider);
      const two = await TestSignIn.by(server, ada, provider);
      const [mine, other] = [await enter(one), await enter(two)];
      expect([await mine(), await other()]).toEqual([200, 200]);
      await ada.api.delete(`${path}/${one.id}`);
      expect([await mine(), await other()]).toEqual([401, 200]);
    });

    it.each<[string, object]>([
      ['another entity id', { entityID: 'https://new.example.com' }],
      ['another certificate', { certificate: new TestIdentityProvider().certificate }],
      ['no certificate', { certificate: '' }],
      ['no address', { ssoURL: '' }],
    ])('end when it gets %s', async (_what, change) => {
      const signIn = await TestSignIn.by(server, ada, provider);
      const status = await enter(signIn);
      expect(await status()).toBe(200);
      await ada.api.patch(`${path}/${signIn.id}`, change);
      expect(await status()).toBe(401);
    });

    it.each<[string, object]>([
      ['another label', { label: 'New' }],
      ['another address', { ssoURL: 'https://new.example.com' }],
      ['a certificate more', { certificate: provider.certificate + new TestIdentityProvider().certificate }],
    ])('stay when it gets %s', async (_what, change) => {
      const signIn = await TestSignIn.by(server, ada, provider);
      const status = await enter(signIn);
      await ada.api.patch(`${path}/${signIn.id}`, change);
      expect(await status()).toBe(200);
    });

    it('can not be fetched any more with a response that came before it went', async () => {
      const signIn = await TestSignIn.by(server, ada, provider);
      const begun = await signIn.begin();
      const answer = await signIn.post(provider.respond(begun));
      await ada.api.patch(`${path}/${signIn.id}`, { certificate: '' });
      expect(reasonOf(await signIn.follow(answer, begun.cookie))).toBe('pending');
      await ada.api.delete(`${path}/${signIn.id}`);
      expect((await signIn.follow(answer, begun.cookie)).status).toBe(404);
    });
  });

  describe('the last active provider of an organization that requires single sign-on', () => {
    it('can be neither deleted nor deactivated; with a second one it can', async () => {
      const grace = await server.administrator();
      const list = `/v1/orgs/${grace.organization}/saml`;
      const signIn = await TestSignIn.by(server, grace, provider);
      await server.pool.query('update organization.organization set sso = true where id = $1', [grace.organization]);
      await server.pool.query('update organization.member set sso = true where organization_id = $1', [
        grace.organization,
      ]);
      const { api } = grace;
      expect((await api.delete(`${list}/${signIn.id}`)).status).toBe(409);
      expect((await api.patch(`${list}/${signIn.id}`, { certificate: '' })).status).toBe(409);
      expect((await api.patch(`${list}/${signIn.id}`, { label: 'Fine' })).status).toBe(200);
      const second = await TestSignIn.by(server, grace, provider);
      // Of two concurrent deletions one fails.
      const answers = await Promise.all([signIn, second].map(({ id }) => api.delete(`${list}/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    });
  });
});
