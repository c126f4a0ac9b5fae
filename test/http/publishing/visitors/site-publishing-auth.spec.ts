import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSite } from '../visits/visits.js';
import { VisitorKeys } from '../../../../src/publishing/visitors/domain/authentication/visitor-auths.js';

describe('visitor authentication of sites', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let siteId: string;
  let path: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    siteId = (await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Handbook' })).body.id;
    path = `/v1/orgs/${ada.organization}/sites/${siteId}/publishing/auth`;
  });

  const read = async (): Promise<Json> => (await ada.api.get(path)).body;
  const change = (body: object): Promise<Answer> => ada.api.patch(path, body);
  const keys = (): Promise<readonly string[]> =>
    server.app.get<VisitorKeys>(VisitorKeys as never, { strict: false }).of(ada.organization, siteId);
  const access = async (): Promise<number | undefined> =>
    (await server.rows<{ access: number }>('select access from publishing.site where id = $1', [siteId]))[0]?.access;

  it('has a key from when it is first asked for', async () => {
    expect(await keys()).toEqual([]);
    const auth = await read();
    expect(auth).toEqual({
      object: 'publishing-auth',
      backend: 'custom',
      privateKey: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
    });
    expect(await read()).toEqual(auth);
    expect(await keys()).toEqual([auth['privateKey']]);
  });

  it('makes one key where many ask at once', async () => {
    const seen = await Promise.all(Array.from({ length: 5 }, read));
    expect(new Set(seen.map((auth) => auth['privateKey'])).size).toBe(1);
  });

  it('keeps the key sealed', async () => {
    const { privateKey } = await read();
    const rows = await server.rows('select * from publishing.visitor_auth where site_id = $1', [siteId]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(privateKey);
  });

  it('changes what is sent, leaves the rest and clears what is null', async () => {
    const [fallbackURL, logoutURL] = ['https://app.example.com/login?a=b', 'http://localhost:3000/out'];
    const first = await change({ fallbackURL, logoutURL });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ ...(await read()), backend: 'custom', fallbackURL, logoutURL });
    expect((await change({ backend: 'integration', integration: 'va-okta' })).body).toEqual({
      ...first.body,
      backend: 'integration',
      integration: 'va-okta',
    });
    expect((await change({ fallbackURL: null, integration: null, backend: 'custom' })).body).toEqual({
      object: 'publishing-auth',
      backend: 'custom',
      privateKey: first.body['privateKey'],
      logoutURL,
    });
    expect((await change({ privateKey: 'mine', unknown: true })).body).toMatchObject({
      privateKey: first.body['privateKey'],
    });
  });

  it('admits no visitor by an integration with an unknown key', async () => {
    await change({ backend: 'integration', integration: 'va-okta' });
    expect(await keys()).toEqual([]);
  });

  it('makes another key at once, and the one before opens nothing', async () => {
    const before = await read();
    const { status, body } = await ada.api.post(`${path}/regenerate`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, privateKey: expect.not.stringMatching(before['privateKey'] as string) });
    expect(await keys()).toEqual([body['privateKey']]);
    expect(await read()).toEqual(body);
  });

  it('can make another key where none was asked for before', async () => {
    expect((await ada.api.post(`${path}/regenerate`)).body).toEqual(await read());
  });

  it("ends visitors' tokens when the signer or the key changes, and only then", async () => {
    await read();
    const begun = (await access()) ?? 0;
    await change({ fallbackURL: 'https://app.example.com/' });
    expect(await access()).toBe(begun);
    await change({ backend: 'integration' });
    expect(await access()).toBe(begun + 1);
    await ada.api.post(`${path}/regenerate`);
    expect(await access()).toBe(begun + 2);
  });

  it.each([
    ['another backend', { backend: 'none' }],
    ['no backend', { backend: null }],
    ['a name with a blank', { integration: 'a b' }],
    ['an empty name', { integration: '' }],
    ['a script', { fallbackURL: 'javascript:alert(1)' }],
    ['a path', { fallbackURL: '/login' }],
    ['an empty address', { fallbackURL: '' }],
    ['credentials', { fallbackURL: 'https://ada:secret@example.com/' }],
    ['an address that is too long', { fallbackURL: `https://example.com/${'x'.repeat(2048)}` }],
    ['another scheme', { logoutURL: 'ftp://example.com/' }],
    ['a number', { logoutURL: 5 }],
  ])('refuses %s', async (_, body) => {
    const { status, body: refusal } = await change(body);
    expect([status, refusal.error.message]).toEqual([400, expect.stringContaining(Object.keys(body)[0] ?? '')]);
  });

  it('lets visitors in by tokens of the key, until it is another', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook'], { visibility: 'visitor-auth' });
    const auth = `${site.path}/publishing/auth`;
    await ada.api.patch(auth, { fallbackURL: 'https://app.example.com/login' });
    const token = async (claims: object = {}): Promise<string> => {
      const key = (await ada.api.get(auth)).body['privateKey'] as string;
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).setIssuedAt().sign(Buffer.from(key));
    };
    const jwtToken = await token();
    const visit = await site.visit('', { visitor: { jwtToken } });
    expect(visit.status).toBe(200);
    expect((await visit.api.get(`${site.path}/published`)).status).toBe(200);
    for (const shown of [{}, { jwtToken: await token({ aud: 'elsewhere' }) }, { jwtToken: `${jwtToken}x` }]) {
      const { body } = await site.resolve(await site.root(), { visitor: shown, redirectOnError: true });
      expect(body).toMatchObject({
        target: 'external',
        redirect: expect.stringContaining('https://app.example.com/login'),
      });
    }
    await ada.api.post(`${auth}/regenerate`);
    expect((await visit.api.get(`${site.path}/published`)).status).toBe(401);
    expect((await site.resolve(await site.root(), { visitor: { jwtToken } })).status).toBe(403);
    expect((await site.visit('', { visitor: { jwtToken: await token() } })).status).toBe(200);
  });

  it('is for administrators', async () => {
    const creator = await server.member(ada.organization, 'create');
    const stranger = await server.administrator();
    for (const [{ api }, status] of [
      [creator, 403],
      [stranger, 404],
    ] as const) {
      expect((await api.get(path)).status).toBe(status);
      expect((await api.patch(path, {})).status).toBe(status);
      expect((await api.post(`${path}/regenerate`)).status).toBe(status);
    }
    const nowhere = `/v1/orgs/${ada.organization}/sites/nobody/publishing/auth`;
    expect((await ada.api.get(nowhere)).status).toBe(404);
    expect((await ada.api.patch(nowhere, {})).status).toBe(404);
    expect((await ada.api.post(`${nowhere}/regenerate`)).status).toBe(404);
  });

  it('is in the audit trail without keys', async () => {
    const { body } = await change({ backend: 'custom' });
    const { body: after } = await ada.api.post(`${path}/regenerate`);
    await server.drain();
    const { items } = (await ada.api.get(`/v1/orgs/${ada.organization}/audit-events`, { query: { target: siteId } }))
      .body;
    const actions = items.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['site.visitor-auth-updated', 'site.visitor-key-regenerated']));
    const rows = JSON.stringify(await server.rows('select * from organization.audit_event'));
    for (const { privateKey } of [body, after]) expect(rows).not.toContain(privateKey);
  });
});
