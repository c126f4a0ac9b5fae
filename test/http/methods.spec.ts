import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { REQUESTS } from './authorization/matrix.js';
import { makeRecords, type Owner } from './authorization/records.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Pages and what else is served beside the API, as the routes say themselves. */
const BESIDE = ['/health/live', '/signin'];

describe('methods', () => {
  const all = operationsOf(readApiDocument());
  const paths = [...new Set(all.map(({ path }) => path))];

  let server: TestServer;
  let owner: Owner;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_CORS_ORIGINS: 'https://app.example.com, http://localhost:8080' } });
    owner = await server.administrator();
    ({ ids } = await makeRecords(server, owner, []));
  }, 60_000);

  afterAll(() => server.stop());

  const send = (method: string, url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: method as 'GET', url, headers });
  const urlOf = (path: string): string => requestFor(path, { operationId: '', responses: {} }, ids).url;
  /** What the document says an address takes; another path may match the same address. */
  const taken = (path: string): string[] => {
    const methods = all.filter((one) => one.path === path).map(({ method }) => method.toUpperCase());
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
  };

  it.each(paths)('%s answers others with 405 and Allow, and OPTIONS with 204', async (path) => {
    const allow = taken(path);
    for (const method of METHODS.filter((one) => one !== 'OPTIONS' && !allow.includes(one))) {
      const { statusCode, headers, body } = await send(method, urlOf(path));
      expect([method, statusCode, headers.allow]).toEqual([method, 405, allow.join(', ')]);
      if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ error: { code: 405, message: /takes/ } });
    }
    const options = await send('OPTIONS', `${urlOf(path)}/?x=1`);
    expect([options.statusCode, options.headers.allow, options.body]).toEqual([204, allow.join(', '), '']);
  });

  it.each(BESIDE)('%s does so as well', async (path) => {
    const refused = await send('DELETE', path);
    expect(refused.statusCode).toBe(405);
    expect(refused.headers.allow).toMatch(/^GET, HEAD, OPTIONS/);
    expect((await send('OPTIONS', path)).statusCode).toBe(204);
  });

  it('is no question where nothing is', async () => {
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect([method, (await send(method, '/v1/nothing/here')).statusCode]).toEqual([method, 404]);
    expect((await send('PROPFIND', '/v1/user')).statusCode).toBe(405);
  });

  it.each(
    all
      .filter(({ method, path }) => method === 'get' && !path.endsWith('/pdf'))
      .map((one) => [one.operation.operationId, one] as const),
  )('%s answers HEAD as GET, without the body', async (_id, { path, operation }) => {
    const { url, request: sample } = requestFor(path, operation, ids);
    const query = { ...sample.query, ...REQUESTS[operation.operationId]?.(ids, { site: '', template: '' }).query };
    const address = `${url}?${new URLSearchParams(query as Record<string, string>)}`;
    const headers = { authorization: `Bearer ${owner.token}` };
    const first = await send('GET', address, headers);
    const got = await send('GET', address, headers);
    const head = await send('HEAD', address, headers);
    // What is printed has another address each time.
    const names = ['content-type', 'cache-control', ...(first.body === got.body ? ['etag'] : [])];
    const kept = ({ headers: all }: typeof got) => names.map((name) => all[name]);
    expect([head.statusCode, kept(head), head.body]).toEqual([got.statusCode, kept(got), '']);
  });

  describe('asked from another origin', () => {
    const origin = 'https://app.example.com';
    const preflight = (from: string, path = '/v1/user') =>
      send('OPTIONS', path, {
        origin: from,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization, if-match',
      });

    it('are sent to allowed origins, with what their pages may read', async () => {
      const { statusCode, headers } = await preflight(origin);
      expect(statusCode).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, if-match',
        'access-control-max-age': '600',
        vary: expect.stringMatching(/Origin/),
      });
      for (const [token, status] of [
        [owner.token, 200],
        ['nobody', 401],
      ] as const) {
        const read = await send('GET', '/v1/user', { origin, authorization: `Bearer ${token}` });
        expect([read.statusCode, read.headers['access-control-allow-origin']]).toEqual([status, origin]);
        const exposed = String(read.headers['access-control-expose-headers']);
        for (const name of [
          'ETag',
          'Location',
          'Retry-After',
          'X-RateLimit-Limit',
          'X-Request-Id',
          'Idempotency-Replayed',
        ])
          expect(exposed.split(', ')).toContain(name);
      }
      const refused = await send('DELETE', '/v1/user', { origin });
      expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([405, origin]);
    });

    it('are not sent to others, and never for pages or with cookies', async () => {
      for (const answer of [
        await preflight('https://evil.example.com'),
        await send('GET', '/v1/user', { origin: 'https://evil.example.com', authorization: `Bearer ${owner.token}` }),
        await send('GET', '/signin', { origin }),
        await send('OPTIONS', '/integrations/unknown', { origin, 'access-control-request-method': 'PUT' }),
      ]) {
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
      for (const answer of [await preflight(origin), await send('GET', '/v1/user', { origin })])
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    });

    it('are sent to all with the setting *, and to none without it', async () => {
      for (const [origins, allowed] of [
        ['*', '*'],
        ['', undefined],
      ] as const) {
        const other = await TestServer.start({ env: { QUIRE_CORS_ORIGINS: origins } });
        try {
          const headers = { origin: 'https://any.example.com', 'access-control-request-method': 'GET' };
          const { statusCode, headers: told } = await other.app.inject({ method: 'OPTIONS', url: '/v1/user', headers });
          expect([statusCode, told.allow, told['access-control-allow-origin']]).toEqual([
            204,
            'GET, HEAD, OPTIONS',
            allowed,
          ]);
          expect(told).not.toHaveProperty('access-control-allow-credentials');
        } finally {
          await other.stop();
        }
      }
    }, 60_000);
  });
});
