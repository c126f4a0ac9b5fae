import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateToken } from '#organization';
import { TestServer } from '#testing/test-server';

describe('rate limit', () => {
  const LIMIT = 5;

  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_RATE_LIMIT: String(LIMIT) } });
  });

  afterAll(() => server.stop());

  describe('the limit on requests', () => {
    it('counts down for each token, then refuses with 429, and leaves other tokens alone', async () => {
      const [ada, eve] = [await server.user(), await server.user()];
      for (let left = LIMIT - 1; left >= 0; left--) {
        const { status, headers } = await ada.api.get('/v1/user');
        expect(status).toBe(200);
        expect(headers['x-ratelimit-limit']).toBe(String(LIMIT));
        expect(headers['x-ratelimit-remaining']).toBe(String(left));
        const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
        expect(reset).toBeGreaterThan(0);
        expect(reset).toBeLessThanOrEqual(61);
      }
      const refused = await ada.api.get('/v1/user');
      expect(refused.status).toBe(429);
      expect(refused.body.error.message).toMatch(/More than 5 requests in a minute/);
      expect(refused.headers['x-ratelimit-remaining']).toBe('0');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
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

    it('is not evaded by credentials that nobody has, nor by other ways to write an address', async () => {
      const from = (address: string) => ({ remoteAddress: address });
      const ways: [string, (i: number) => { url: string; headers?: Record<string, string> }][] = [
        ['a random bearer', (i) => ({ url: '/v1/user', headers: { authorization: `Bearer random-${i}` } })],
        ['a random cookie', (i) => ({ url: '/v1/user', headers: { cookie: `quire_session=random${i}` } })],
        ['an encoded path', () => ({ url: '/%761/user' })],
        ['a path that leads nowhere', (i) => ({ url: `/v1/nothing/${i}` })],
      ];
      for (const [at, [way, request]] of ways.entries()) {
        const answers: number[] = [];
        for (let i = 0; i <= LIMIT; i++) {
          const sent = { method: 'GET' as const, ...request(i), ...from(`203.0.113.${at}`) };
          answers.push((await server.app.inject(sent)).statusCode);
        }
        expect([way, answers.slice(0, LIMIT).includes(429), answers[LIMIT]]).toEqual([way, false, 429]);
      }
    });

    it('is one for all tokens of a user, and for all addresses of one IPv6 network', async () => {
      const { id, token } = await server.user();
      const { secret } = await server.dispatcher.run(new CreateToken(id, 'Second'));
      const by = async (bearer: string) => {
        const headers = { authorization: `Bearer ${bearer}` };
        const sent = { method: 'GET' as const, url: '/v1/user', headers, remoteAddress: '203.0.113.99' };
        return (await server.app.inject(sent)).statusCode;
      };
      for (let i = 0; i < LIMIT; i++) expect(await by(i % 2 === 0 ? token : secret)).toBe(200);
      expect([await by(token), await by(secret)]).toEqual([429, 429]);
      const ask = (address: string) => server.app.inject({ method: 'GET', url: '/v1/', remoteAddress: address });
      for (let i = 0; i < LIMIT; i++) expect((await ask(`2001:db8:1:2::${i + 1}`)).statusCode).toBe(200);
      expect((await ask('2001:db8:1:2:ffff::9')).statusCode).toBe(429);
      expect((await ask('2001:db8:1:3::1')).statusCode).toBe(200);
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
