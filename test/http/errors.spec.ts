import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onOneServer } from '#testing/one-server';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';

describe('errors', () => {
  const MAX_BODY = 20_000;

  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_MAX_BODY_BYTES: String(MAX_BODY) } });
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    ada.api.send('POST', '/v1/orgs', { payload, headers });

  onOneServer(describe, 'triggers of the test on tables whose rows are on nodes')('a full disk', () => {
    it('of the database is answered with 503, and what was sent is stored once there is space', async () => {
      await server.rows(`create function public.full_disk() returns trigger language plpgsql as
        $body$ begin raise exception 'No space left on device' using errcode = '53100'; end $body$`);
      await server.rows(`create trigger full_disk before insert on organization.organization
        for each row execute function public.full_disk()`);
      const send = () =>
        server.app.inject({
          method: 'POST',
          url: '/v1/orgs',
          headers: { authorization: `Bearer ${ada.token}` },
          payload: { title: 'Full' },
        });
      const refused = await send();
      await server.rows('drop trigger full_disk on organization.organization; drop function public.full_disk');
      expect([refused.statusCode, refused.json()]).toEqual([
        503,
        { error: { code: 503, message: expect.stringContaining('no space left'), type: 'unavailable' } },
      ]);
      expect((await send()).statusCode).toBe(201);
    });
  });

  describe('an address that is not served', () => {
    it.each([
      ['GET', '/v1/nothing'],
      ['GET', '/nothing'],
      ['GET', '/v1/orgs/a/b/c/d'],
      ['GET', '/v1x'],
    ])('%s %s is answered with 404 in the error form', async (method, path) => {
      for (const api of [ada.api, server.anonymous]) {
        const { status, body, headers } = await api.send(method, path);
        expect(status).toBe(404);
        expect(body).toEqual({ error: { code: 404, message: expect.any(String), type: 'not-found' } });
        expect(headers['content-type']).toMatch(/^application\/json/);
      }
    });

    it.each([
      ['PUT', '/v1/orgs', 'GET, HEAD, OPTIONS, POST'],
      ['DELETE', '/v1/', 'GET, HEAD, OPTIONS'],
      ['POST', '/v1/user', 'GET, HEAD, OPTIONS'],
    ])('but by other methods than %s names these: %s', async (method, path, allowed) => {
      const { status, headers } = await ada.api.send(method, path);
      expect(status).toBe(405);
      expect(String(headers['allow']).split(', ').sort().join(', ')).toBe(allowed);
    });

    it('with broken escapes, or too long a segment, is refused in the error form', async () => {
      for (const path of ['/v1/orgs/%', '/v1/orgs/%zz', '/v1/orgs/%c3%28', `/v1/orgs/${'x'.repeat(5000)}`]) {
        const { status, body } = await ada.api.send('GET', path);
        expect([path.slice(0, 20), [400, 414].includes(status)]).toEqual([path.slice(0, 20), true]);
        expect(body.error.message.length).toBeLessThan(100);
      }
    });

    it('with the NUL character is refused', async () => {
      for (const path of ['/v1/orgs/a%00b', '/v1/orgs?page=%00']) {
        const { status, body } = await ada.api.send('GET', path);
        expect(status).toBe(400);
        expect(body.error.message).toMatch(/NUL/);
      }
    });
  });

  describe('a body', () => {
    it.each([
      ['that is cut off', '{"title": "Docs"', /not valid JSON/],
      ['that is no JSON', 'title=Docs', /not valid JSON/],
      ['that is empty', '', /title/],
      ['that is a number', '5', /./],
      ['that is null', 'null', /./],
      ['that is a list', '[{"title": "Docs"}]', /./],
      ['with the NUL character', '{"title": "Do\\u0000cs"}', /NUL/],
      ['with NUL in the name of a member', '{"title": "Docs", "a\\u0000": 1}', /NUL/],
      ['nested too deep', `{"title": ${'['.repeat(201)}${']'.repeat(201)}}`, /200 levels deep/],
      ['that reaches for the prototype', '{"title": "Docs", "__proto__": {"admin": true}}', /not valid JSON/],
    ])('%s is refused with 400', async (_what, payload, message) => {
      const { status, body } = await post(payload);
      expect(status).toBe(400);
      expect(body.error.message).toMatch(message);
    });

    it('of broken UTF-8 is refused with 400', async () => {
      const { status, body } = await post(
        Buffer.concat([Buffer.from('{"title": "'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      );
      expect(status).toBe(400);
      expect(body.error.message).toMatch(/UTF-8/);
    });

    it('larger than the limit is refused with 413', async () => {
      const { status, body } = await post(JSON.stringify({ title: 'x'.repeat(MAX_BODY) }));
      expect(status).toBe(413);
      expect(body.error.code).toBe(413);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
      'of the kind %s is refused with 415',
      async (type) => {
        const { status, body } = await post('title=Docs', { 'content-type': type });
        expect(status).toBe(415);
        expect(body.error.code).toBe(415);
      },
    );

    it('with unknown members is accepted, and they are dropped', async () => {
      const { status, text } = await post('{"title": "Docs", "plan": "pro", "id": "mine"}');
      expect(status).toBe(201);
      expect(text).not.toContain('"mine"');
    });

    it('may come with a charset', async () => {
      expect((await post('{"title": "Döcs"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
    });
  });

  describe('a caller', () => {
    it.each([
      ['no scheme', 'quire_abc'],
      ['another scheme', 'Basic dXNlcjpwYXNz'],
      ['an unknown token', 'Bearer quire_unknown'],
      ['an empty token', 'Bearer '],
      ['a token with a space', 'Bearer a b'],
      ['a token of 5,000 characters', `Bearer ${'x'.repeat(5000)}`],
    ])('with %s is not let in', async (_what, authorization) => {
      const { status, headers } = await server.anonymous.get('/v1/user', { headers: { authorization } });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
    });

    it('may write the scheme in any case', async () => {
      const headers = { authorization: `bearer ${ada.token}` };
      expect((await server.anonymous.get('/v1/user', { headers })).status).toBe(200);
    });
  });

  describe('every answer', () => {
    it('carries the id of its request: the one sent, when it is fit, else a new one', async () => {
      const given = await ada.api.get('/v1/user', { headers: { 'x-request-id': 'trace-1.a:b' } });
      expect(given.headers['x-request-id']).toBe('trace-1.a:b');
      const made = [
        await ada.api.get('/v1/user', { headers: { 'x-request-id': 'not fit {}' } }),
        await server.anonymous.get('/v1/user'),
        await ada.api.send('GET', '/v1/nothing'),
      ].map(({ headers }) => headers['x-request-id']);
      expect(new Set(made).size).toBe(3);
      for (const id of made) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('forbids guessing its type', async () => {
      expect((await ada.api.get('/v1/user')).headers['x-content-type-options']).toBe('nosniff');
    });
  });

  describe('the health checks', () => {
    it('tell that the process lives and can answer, without a token', async () => {
      expect((await server.anonymous.get('/health/live')).body).toEqual({ status: 'ok' });
      expect((await server.anonymous.get('/health/ready')).body).toEqual({ status: 'ok' });
    });

    it('tell how many jobs are parked, and that the process can answer all the same', async () => {
      await server.rows(
        `with added as (select (graphile_worker.add_job('test.parked')).id)
         select graphile_worker.permanently_fail_jobs(array[id]) from added`,
      );
      let ready = await server.anonymous.get('/health/ready');
      await until(async () => {
        ready = await server.anonymous.get('/health/ready');
        return ready.body.parkedJobs !== undefined;
      }, 'the jobs to be counted again');
      expect([ready.status, ready.body]).toEqual([200, { status: 'ok', parkedJobs: 1 }]);
    });
  });
});
