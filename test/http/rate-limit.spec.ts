import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';

describe('rate limit', () => {
  const LIMIT = 5;

  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_RATE_LIMIT: String(LIMIT) } });
  });

  afterAll(() => server.stop());

  /** A new window, which does not end during the test. */
  beforeEach(() => server.clock.advance(60_000 - (server.clock.now().getTime() % 60_000)));

  describe('the limit on requests', () => {
    it('counts down for each user, then refuses with 429, and leaves other users alone', async () => {
      const [ada, eve] = [await server.user(), await server.user()];
      for (let left = LIMIT - 1; left >= 0; left--) {
        const { status, headers } = await ada.api.get('/v1/user');
        expect(status).toBe(200);
        expect(headers['x-ratelimit-limit']).toBe(String(LIMIT));
        expect(headers['x-ratelimit-remaining']).toBe(String(left));
        const reset = Number(headers['x-ratelimit-reset']) - server.clock.now().getTime() / 1000;
        expect(reset).toBeGreaterThan(0);
        expect(reset).toBeLessThanOrEqual(61);
      }
      const refused = await ada.api.get('/v1/user');
      expect(refused.status).toBe(429);
      expect(refused.body.error.message).toMatch(/More than 5 requests in a minute/);
      expect(refused.headers['x-ratelimit-remaining']).toBe('0');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect((await eve.api.get('/v1/user')).status).toBe(200);
    });

    it('counts callers without a token by their address, and never the health checks', async () => {
      for (let i = 0; i < LIMIT; i++) expect((await server.anonymous.get('/v1/')).status).toBe(200);
      expect((await server.anonymous.get('/v1/')).status).toBe(429);
      expect((await server.anonymous.get('/health/live')).status).toBe(200);
    });

    it('lets through 20 times as much of what renderers send for all visitors at once', async () => {
      const told = await server.anonymous.post('/v1/orgs/none/sites/none/insights/events', { events: [] });
      expect([told.status, told.headers['x-ratelimit-limit']]).toEqual([404, String(LIMIT * 20)]);
      const { headers } = await server.anonymous.get('/v1/urls/published', { query: { url: 'https://docs.example/' } });
      expect(headers['x-ratelimit-limit']).toBe(String(LIMIT * 20));
      const nobody = server.as('nobody');
      const counted = await nobody.post('/v1/orgs/none/sites/none/insights/events/aggregate', { range: 'lastYear' });
      expect(counted.headers['x-ratelimit-limit']).toBe(String(LIMIT));
    });

    it('lets a refused request have no effect', async () => {
      const ada = await server.administrator();
      for (let i = 0; i < LIMIT; i++) await ada.api.get('/v1/user');
      expect((await ada.api.post('/v1/orgs', { title: 'Too much' })).status).toBe(429);
      const rows = await server.rows(`select 1 from organization.organization where title = 'Too much'`);
      expect(rows).toEqual([]);
    });
  });
});
