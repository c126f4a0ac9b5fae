import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { LOGIN, signed, TestBackend } from './visitor-tokens.js';
import { TestSite } from '../visits/visits.js';

describe('visitors', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const seconds = () => Math.floor(server.clock.now().getTime() / 1000);
  const payloadOf = (token: unknown): Json =>
    JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Json;

  describe('of a site that asks who they are', () => {
    let site: TestSite;
    let backend: TestBackend;
    let root: string;

    beforeAll(async () => {
      site = await TestSite.publish(server, ada, ['Handbook', 'Guide'], { visibility: 'visitor-auth' });
      backend = await TestBackend.of(site);
      root = await site.root();
    });

    it.each([
      ['', '/'],
      ['guide', '/guide'],
      ['guide/first/', '/guide/first'],
      ['a b/c?d=e', '/a b/c'],
    ])('are sent to sign in from /%s', async (path, location) => {
      const { status, body } = await site.resolve(root + path);
      expect([status, Object.keys(body).sort()]).toEqual([200, ['redirect', 'site', 'target']]);
      expect(body).toMatchObject({ target: 'external', site: site.id });
      expect(body['redirect']).toBe(`${LOGIN}?${new URLSearchParams({ location })}`);
    });

    it('come back with a token, and read', async () => {
      const visit = await backend.visit('guide/page', { name: 'Grace' });
      expect(visit.body).toMatchObject({ basePath: `${new URL(root).pathname}guide/`, pathname: 'page' });
      expect((await visit.api.get(`${site.path}/published`)).status).toBe(200);
      expect((await visit.api.get(`/v1/spaces/${visit.body['space']}`)).body.title).toBe('Guide');
    });

    it.each<[string, () => Promise<string>]>([
      ['was signed by somebody else', async () => signed('k'.repeat(43), {}, server.clock.now())],
      ['has ended', async () => backend.sign({ exp: seconds() - 1 })],
      ['has not begun', async () => backend.sign({ nbf: seconds() + 60 })],
      ['never ends', async () => backend.sign({ exp: undefined })],
      ['is for another site', async () => backend.sign({ aud: 'elsewhere' })],
      ['is not signed', async () => new UnsecuredJWT({ exp: seconds() + 60 }).encode()],
      ['is signed in another way', async () => signed(backend.key, {}, server.clock.now(), 'HS512')],
      ['is none', async () => 'token'],
      ['is empty', async () => ''],
    ])('are told apart by what they showed: a token that %s', async (_, token) => {
      const visitor = { jwtToken: await token() };
      const refused = await site.resolve(root, { visitor });
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('token of the visitor')]);
      const sent = await site.resolve(`${root}guide`, { visitor, redirectOnError: true });
      expect([sent.status, sent.body['redirect']]).toEqual([200, `${LOGIN}?location=%2Fguide`]);
    });

    it('hold no longer than their token says', async () => {
      const exp = seconds() + 90;
      const visit = await backend.visit('', { exp });
      expect(payloadOf(visit.body['apiToken']).exp).toBe(exp);
      const long = await backend.visit('', { exp: exp + 7 * 86_400 });
      expect(payloadOf(long.body['apiToken']).exp).toBeLessThan(exp + 2 * 86_400);
    });

    it('are out when their token ends', async () => {
      const short = await backend.visit('', { exp: seconds() + 90 });
      expect((await short.api.get(`${site.path}/published`)).status).toBe(200);
      server.clock.advance(91_000);
      expect((await short.api.get(`${site.path}/published`)).status).toBe(401);
      server.clock.reset();
    });

    it('find nothing where they have nowhere to sign in, as where nothing is', async () => {
      const closed = await TestSite.publish(server, ada, ['Closed'], { visibility: 'visitor-auth' });
      const unknown = await site.resolve('https://nobody.example/');
      for (const body of [{}, { redirectOnError: true }, { redirectOnError: true, visitor: { jwtToken: 'x' } }]) {
        const { status, text } = await closed.resolve(await closed.root(), body);
        expect([status, text]).toEqual([404, unknown.text]);
      }
      expect((await (await TestBackend.of(closed, null)).visit('', {})).status).toBe(200);
    });

    it('are all out at once when the key is another, and come in by the new one alone', async () => {
      const own = await TestSite.publish(server, ada, ['Handbook'], { visibility: 'visitor-auth' });
      const before = await TestBackend.of(own);
      const visits = [await before.visit('', { name: 'Ada' }), await before.visit('', { name: 'Grace' })];
      const statuses = () =>
        Promise.all(visits.map(async ({ api }) => (await api.get(`${own.path}/published`)).status));
      expect(await statuses()).toEqual([200, 200]);
      await ada.api.post(`${own.path}/publishing/auth/regenerate`);
      expect(await statuses()).toEqual([401, 401]);
      expect((await before.visit('', {})).status).toBe(403);
      const after = await TestBackend.of(own);
      const again = await after.visit('', { name: 'Ada' });
      expect((await again.api.get(`${own.path}/published`)).status).toBe(200);
    });

    it('read with whatever their token says of them, however much that is', async () => {
      const own = await TestSite.publish(server, ada, ['Handbook'], { visibility: 'visitor-auth' });
      await own.patch({ adaptiveContent: { enabled: true } });
      const groups = Array.from({ length: 150 }, (_, number) => `a-group-of-people-${number}`);
      const visit = await (await TestBackend.of(own)).visit('', { groups, name: 'Ä'.repeat(500) });
      expect(visit.status).toBe(200);
      expect((await visit.api.get(`${own.path}/published`)).status).toBe(200);
      const unsigned = Object.fromEntries(groups.map((group) => [group, 'x'.repeat(550)]));
      const more = await (await TestBackend.of(own)).visit('', {}, unsigned);
      expect((await more.api.get(`${own.path}/published`)).status).toBe(200);
    });
  });
});
