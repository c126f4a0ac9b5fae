import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import { CreateToken } from '#organization';
import { TestServer } from '#testing/test-server';
import { OpenSession } from '../../src/organization/sign-in/application/session/open-session.js';
import { TestSite } from './publishing/visits/visits.js';

interface Sent {
  method?: string;
  url?: string;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

const random = (): string => randomBytes(32).toString('base64url');
const randomJwt = (): string => [random(), random(), random()].join('.');
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const cookie = (secret: string) => ({ cookie: `quire_session=${secret}` });

/** How a client without any rights may try to look like others each time. */
const STRANGERS: Record<string, () => Sent> = {
  'no credential': () => ({}),
  'a random bearer': () => ({ headers: bearer(random()) }),
  'a random bearer like a content token': () => ({ headers: bearer(randomJwt()) }),
  'a bearer like a personal token': () => ({ headers: bearer(`quire_${random()}`) }),
  'a random cookie': () => ({ headers: cookie(random()) }),
  'a random cookie of https': () => ({ headers: { cookie: `__Host-quire_session=${random()}` } }),
  both: () => ({ headers: { ...bearer(random()), ...cookie(random()) } }),
  'another scheme': () => ({ headers: { authorization: `Basic ${random()}` } }),
  'an encoded letter': () => ({ url: '/%761/user', headers: bearer(random()) }),
  'an encoded address': () => ({ url: '/%76%31/%75ser', headers: cookie(random()) }),
  'an encoded slash': () => ({ url: '/v1%2Fuser' }),
  'two slashes': () => ({ url: '//v1/user', headers: bearer(random()) }),
  'two slashes inside': () => ({ url: '/v1//user' }),
  capitals: () => ({ url: '/V1/user', headers: bearer(random()) }),
  'a slash at the end': () => ({ url: '/v1/user/', headers: bearer(random()) }),
  dots: () => ({ url: '/health/../v1/user' }),
  'encoded dots': () => ({ url: '/docs/%2e%2e/v1/user/%2e' }),
  'a query': () => ({ url: `/v1/user?x=${random()}` }),
  'a semicolon': () => ({ url: `/v1/user;x=${random()}` }),
  'a fragment': () => ({ url: '/v1/user#/health/live' }),
  'a query that names a free route': () => ({ url: '/v1/user?/health/live' }),
  HEAD: () => ({ method: 'HEAD', headers: bearer(random()) }),
  OPTIONS: () => ({ method: 'OPTIONS' }),
  'another method': () => ({ method: 'PATCH', url: '/v1/user' }),
  'a route that is not there': () => ({ url: `/v1/${random()}`, headers: bearer(random()) }),
  'a route outside of the API': () => ({ url: `/${random()}` }),
  'a page with a random cookie': () => ({ url: '/signin', headers: cookie(random()) }),
  'a page of a link': () => ({ url: `/password/${random()}` }),
  'a file of a specification': () => ({ url: `/openapi/${random()}/x` }),
  'a public address of an integration': () => ({
    method: 'POST',
    url: `/integrations/${random()}/x`,
    headers: bearer(random()),
  }),
  'a preflight for such an address': () => ({ method: 'OPTIONS', url: `/integrations/${random()}/x` }),
  'X-Forwarded-For': () => ({ headers: { 'x-forwarded-for': `192.0.2.${Math.floor(Math.random() * 250)}` } }),
  Forwarded: () => ({ headers: { forwarded: `for=192.0.2.${Math.floor(Math.random() * 250)}` } }),
};

describe('evading the rate limit', () => {
  const LIMIT = 6;

  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_RATE_LIMIT: String(LIMIT) } });
  });
  afterAll(() => server.stop());

  /** A new window, which does not end during the test. */
  beforeEach(() => server.clock.advance(60_000 - (server.clock.now().getTime() % 60_000)));

  async function send({ method = 'GET', url = '/v1/user', headers, remoteAddress }: Sent): Promise<number> {
    const request = {
      method: method as 'GET',
      url,
      ...(headers && { headers }),
      ...(remoteAddress && { remoteAddress }),
    };
    return (await server.app.inject(request)).statusCode;
  }

  async function sendAll(count: number, sent: () => Sent): Promise<number[]> {
    const statuses = [];
    for (let i = 0; i < count; i++) statuses.push(await send(sent()));
    return statuses;
  }

  describe('by a stranger', () => {
    it.each(Object.entries(STRANGERS))('does not go by %s: each is counted by the address', async (_, stranger) => {
      expect(await sendAll(LIMIT, stranger)).not.toContain(429);
      expect(await sendAll(3, stranger)).toEqual([429, 429, 429]);
      expect(await send({ headers: bearer(random()) })).toBe(429);
    });

    it.each(Object.entries(STRANGERS))('does not go by %s once the address has none left', async (_, stranger) => {
      await sendAll(LIMIT, () => ({}));
      expect(await send(stranger())).toBe(429);
    });

    it('goes by no operation of the API, but for those that renderers ask for all visitors', async () => {
      const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
        paths: Record<string, Record<string, { operationId: string }>>;
      };
      await sendAll(LIMIT, () => ({}));
      const open: string[] = [];
      for (const [path, methods] of Object.entries(paths))
        for (const [method, { operationId }] of Object.entries(methods)) {
          const status = await send({ method: method.toUpperCase(), url: path.replace(/\{\w+\}/g, 'x') });
          if (status !== 429) open.push(operationId);
        }
      expect(open.sort()).toEqual([
        'getPublishedContentByUrl',
        'resolvePublishedContentByUrl',
        'trackEventsInSiteById',
      ]);
    });

    it.each([
      ['renderers ask', '/v1/urls/published?url=https%3A%2F%2Fdocs.example%2F'],
      ['visitors read', '/s/unknown/'],
    ])('goes no further than 20 times as much where %s', async (_, url) => {
      expect(await sendAll(LIMIT * 20, () => ({ url, headers: bearer(randomJwt()) }))).not.toContain(429);
      expect(await sendAll(2, () => ({ url, headers: bearer(randomJwt()) }))).toEqual([429, 429]);
    });

    it('does not go by the many addresses of one IPv6 network', async () => {
      let host = 0;
      const stranger = () => ({ remoteAddress: `2001:db8:1:2::${(++host).toString(16)}` });
      expect(await sendAll(LIMIT, stranger)).not.toContain(429);
      expect(await send(stranger())).toBe(429);
      expect(await send({ remoteAddress: '2001:db8:1:3::1' })).not.toBe(429);
    });

    it('asks the database no more often than the limit lets through', async () => {
      let asked = 0;
      const { pool } = server.app.get(SqlQuery);
      const count = (): void => void asked++;
      pool.on('acquire', count);
      await sendAll(LIMIT * 20, () => ({ headers: bearer(random()) }));
      await sendAll(LIMIT * 20, () => ({ headers: cookie(random()) }));
      pool.off('acquire', count);
      expect(asked).toBeGreaterThan(0);
      expect(asked).toBeLessThanOrEqual(LIMIT + 2);
    });

    it('leaves health checks alone', async () => {
      await sendAll(LIMIT + 1, () => ({}));
      expect(await send({ url: '/health/live' })).toBe(200);
    });
  });

  describe('by a user', () => {
    async function credentials(): Promise<Record<string, string>[]> {
      const ada = await server.user();
      const another = await server.dispatcher.run(new CreateToken(ada.id, 'Another'));
      const sessions = [1, 2].map(() => server.dispatcher.run(new OpenSession(ada.id, { kind: 'password' })));
      return [
        bearer(ada.token),
        bearer(another.secret),
        ...(await Promise.all(sessions)).map(({ secret }) => cookie(secret)),
      ];
    }

    it('does not go by another token or session of theirs', async () => {
      const own = await credentials();
      let at = 0;
      const next = () => ({ headers: own[at++ % own.length] ?? {} });
      expect(await sendAll(LIMIT, next)).toEqual(Array.from({ length: LIMIT }, () => 200));
      for (const headers of own) expect(await send({ headers })).toBe(429);
      const [token = {}, , session = {}] = own;
      for (const url of ['/%761/user', '/v1/user/', '/v1/user?x'])
        expect([await send({ url, headers: token }), await send({ url, headers: session })]).toEqual([429, 429]);
    });

    it('leaves others at the same address alone', async () => {
      const [one = {}] = await credentials();
      const [other = {}] = await credentials();
      expect(await sendAll(LIMIT + 1, () => ({ headers: one }))).toContain(429);
      expect(await send({ headers: other })).toBe(200);
    });

    it('is not kept from what is theirs by strangers at their address, once they are known', async () => {
      const [own = {}] = await credentials();
      // Callers are remembered where changes of their rights are heard.
      await server.app.get(Notifications).open();
      expect(await send({ headers: own })).toBe(200);
      await sendAll(LIMIT + 1, () => ({ headers: bearer(random()) }));
      expect(await send({ headers: own })).toBe(200);
    });

    it('costs the address nothing: only what is not verified counts there', async () => {
      for (let i = 0; i < LIMIT * 2; i++) {
        const [own = {}] = await credentials();
        expect(await send({ headers: own })).toBe(200);
      }
      expect(await send({})).toBe(401);
    });
  });

  describe('by a visitor', () => {
    it('does not go by another content token of the site', async () => {
      const site = await TestSite.publish(server, await server.administrator(), ['Handbook'], { visibility: 'public' });
      const root = await site.root();
      server.clock.advance(60_000);
      const visitors = await Promise.all([1, 2].map((n) => site.visit('', { visitor: { unsignedClaims: { n } } })));
      expect(root).toContain('http');
      const headers = visitors.map(({ body }) => bearer(String(body['apiToken'])));
      const url = `${site.path}/published`;
      let at = 0;
      const next = () => ({ url, headers: headers[at++ % 2] ?? {} });
      expect(await sendAll(LIMIT * 20, next)).toEqual(Array.from({ length: LIMIT * 20 }, () => 200));
      for (const one of headers) expect(await send({ url, headers: one })).toBe(429);
      expect(await send({ url, headers: headers[0] ?? {}, remoteAddress: '192.0.2.9' })).toBe(200);
    });
  });
});
