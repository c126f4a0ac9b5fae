import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordTokenUse } from '#kernel/application/caller';
import { TestServer, type TestUser } from '#testing/test-server';

describe('user', () => {
  const HOUR_MS = 3_600_000;

  let server: TestServer;
  let ada: TestUser;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.user('Ada Example');
  });

  afterAll(() => server.stop());

  describe('GET /v1/', () => {
    it('shows version and build, without a token and with any', async () => {
      for (const api of [server.anonymous, ada.api, server.as('unknown')]) {
        const { status, body } = await api.get('/v1/');
        expect(status).toBe(200);
        expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
        expect(Date.parse(body.build)).not.toBeNaN();
      }
    });
  });

  describe('GET /v1/user', () => {
    it('answers who is calling', async () => {
      const { status, body } = await ada.api.get('/v1/user');
      expect(status).toBe(200);
      expect(body).toMatchObject({ object: 'user', id: ada.id, displayName: 'Ada Example' });
      expect(body.urls.location).toBe(`http://quire.test/v1/users/${ada.id}`);
    });
  });

  describe('personal tokens', () => {
    it('are created with their secret, which works and is shown this once', async () => {
      const created = await ada.api.post('/v1/user/tokens', { label: 'Laptop' });
      expect(created.status).toBe(201);
      expect(created.headers.location).toBe(created.body.urls.location);
      expect(created.body).toMatchObject({ object: 'user-api-token', label: 'Laptop' });
      expect(created.body.token).toMatch(/^quire_[0-9A-Za-z]{43}$/);
      expect(created.body.token.startsWith(created.body.hint)).toBe(true);
      expect((await server.as(created.body.token).get('/v1/user')).body.id).toBe(ada.id);

      const { text } = await ada.api.get('/v1/user/tokens');
      expect(text).toContain('Laptop');
      expect(text).not.toContain(created.body.token);
    });

    it('are stored as hashes only', async () => {
      const { body } = await ada.api.post('/v1/user/tokens', { label: 'Hashed' });
      const [row] = await server.rows<{ row: string }>(
        `select t::text as row from organization.token t where id = $1`,
        [body.id],
      );
      expect(row?.row).toContain('Hashed');
      expect(row?.row).not.toContain(body.token.slice(body.hint.length + 2));
    });

    it('are listed newest first, page by page', async () => {
      const user = await server.user();
      for (const label of ['one', 'two', 'three']) await user.api.post('/v1/user/tokens', { label });
      const first = await user.api.get('/v1/user/tokens', { query: { limit: 2 } });
      expect(first.body.items.map(({ label }) => label)).toEqual(['three', 'two']);
      const rest = await user.api.get('/v1/user/tokens', { query: { limit: 2, page: first.body.next.page } });
      expect(rest.body.items.map(({ label }) => label)).toEqual(['one', 'Test']);
      expect(rest.body).not.toHaveProperty('next');
    });

    it('are refused from the moment they are revoked, and revoking again changes nothing', async () => {
      const { body } = await ada.api.post('/v1/user/tokens', { label: 'Lost' });
      const thief = server.as(body.token);
      expect((await thief.get('/v1/user')).status).toBe(200);
      expect((await ada.api.delete(`/v1/user/tokens/${body.id}`)).status).toBe(204);
      expect((await thief.get('/v1/user')).status).toBe(401);
      expect((await ada.api.delete(`/v1/user/tokens/${body.id}`)).status).toBe(204);
    });

    it('of another user can not be revoked', async () => {
      const other = await server.user();
      const { body } = await other.api.post('/v1/user/tokens', { label: 'Mine' });
      expect((await ada.api.delete(`/v1/user/tokens/${body.id}`)).status).toBe(204);
      expect((await server.as(body.token).get('/v1/user')).status).toBe(200);
    });

    it('expire at the given time', async () => {
      const expiresAt = new Date(server.clock.now().getTime() + HOUR_MS).toISOString();
      const { body } = await ada.api.post('/v1/user/tokens', { label: 'Brief', expiresAt });
      expect(body.expiresAt).toBe(expiresAt);
      const brief = server.as(body.token);
      expect((await brief.get('/v1/user')).status).toBe(200);
      server.clock.advance(HOUR_MS + 1000);
      expect((await brief.get('/v1/user')).status).toBe(401);
      expect((await ada.api.get('/v1/user')).status).toBe(200);
    });

    it('show when they were last used', async () => {
      const user = await server.user();
      const [before] = (await user.api.get('/v1/user/tokens')).body.items;
      expect(before).not.toHaveProperty('lastUsedAt');
      const at = new Date('2031-02-03T04:05:06.000Z');
      await server.dispatcher.run(new RecordTokenUse(new Map([[before?.id ?? '', at]])));
      const [after] = (await user.api.get('/v1/user/tokens')).body.items;
      expect(after?.lastUsedAt).toBe(at.toISOString());
    });

    it.each([
      ['no label', {}, /label/],
      ['an empty label', { label: '' }, /label/],
      ['a blank label', { label: '   ' }, /label takes 1 to 50 characters/],
      ['a label of 51 characters', { label: 'x'.repeat(51) }, /label/],
      ['a label that is no text', { label: 5 }, /label must be a string/],
      ['an end in the past', { label: 'x', expiresAt: '2001-01-01T00:00:00Z' }, /expiresAt must lie in the future/],
      ['an end that is no time', { label: 'x', expiresAt: 'tomorrow' }, /expiresAt/],
      ['an end that is null', { label: 'x', expiresAt: null }, /expiresAt/],
    ])('are refused with %s', async (_what, body, message) => {
      const answer = await ada.api.post('/v1/user/tokens', body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(message);
    });
  });
});
