import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateOrganization, CreateUser, MakePasswordLink } from '#organization';
import { TestServer } from '#testing/test-server';

describe('trusted proxies', () => {
  const PASSWORD = 'four walnut kettles sing';

  /** More than the attempts to sign in. */
  const LIMIT = 80;

  let behind: TestServer;
  let alone: TestServer;

  beforeAll(async () => {
    const limit = { QUIRE_RATE_LIMIT: String(LIMIT) };
    behind = await TestServer.start({ env: { QUIRE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8', ...limit } });
    alone = await TestServer.start({ databaseUrl: behind.databaseUrl, env: limit });
    // Windows of ten minutes begin together: none ends during a test.
    for (const { clock } of [behind, alone]) clock.advance(600_000 - (clock.now().getTime() % 600_000));
    for (const { app } of [behind, alone]) await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await alone.stop();
    await behind.stop();
  });

  /** A request over a socket from 127.0.0.1, which says for whom it comes. */
  function send(server: TestServer, path: string, forwardedFor: string | undefined, form?: Record<string, string>) {
    const { port } = server.app.getHttpServer().address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
  }

  /** Signs in with a wrong password; answers the address that the audit trail names. */
  async function addressInTrail(server: TestServer, forwardedFor: string | undefined): Promise<string | undefined> {
    const email = `person${Math.random()}@example.com`;
    const id = await server.dispatcher.run(new CreateUser(email, 'Ada Example'));
    await server.dispatcher.run(new CreateOrganization(id, 'Example'));
    const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
    expect((await send(server, `/password/${secret}`, undefined, { password: PASSWORD })).status).toBe(303);
    expect((await send(server, '/signin', forwardedFor, { email, password: 'not it' })).status).toBe(403);
    const [row] = await server.rows<{ address: string }>(
      `select payload->'origin'->>'address' as address from public.event
     where payload->>'action' = 'user.sign-in-failed' and payload->'target'->>'id' = $1`,
      [id],
    );
    return row?.address;
  }

  describe('behind a proxy that is trusted', () => {
    it.each([
      ['the client it names', '203.0.113.7', '203.0.113.7'],
      ['the last it names, whatever the client wrote before', '198.51.100.1, 203.0.113.8', '203.0.113.8'],
      ['the last but for proxies that are trusted themselves', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
      ['a client by IPv6', '2001:db8::7', '2001:db8::7'],
      ['the proxy itself when it names nobody', undefined, '127.0.0.1'],
    ])('a request is from %s', async (_what, forwardedFor, address) => {
      expect(await addressInTrail(behind, forwardedFor)).toBe(address);
    });

    it('each client has its own attempts to sign in', async () => {
      const ask = async (client: string) =>
        (await send(behind, '/password', client, { email: 'nobody@example.com' })).status;
      const statuses = await Promise.all(Array.from({ length: 60 }, () => ask('192.0.2.1')));
      expect(new Set(statuses)).toEqual(new Set([303]));
      expect(await ask('192.0.2.1')).toBe(429);
      expect(await ask('192.0.2.2')).toBe(303);
    });

    it.each([
      ['/v1/', '192.0.2.3', '192.0.2.4'],
      ['/signin/sso', '192.0.2.5', '192.0.2.6'],
    ])('each client has its own requests a minute at %s', async (path, one, another) => {
      const status = async (client: string) => (await send(behind, path, client)).status;
      for (let i = 0; i < LIMIT; i++) expect(await status(one)).toBe(200);
      expect([await status(one), await status(another)]).toEqual([429, 200]);
    });
  });

  describe('where no proxy is trusted', () => {
    it('a request is from the address that sent it, whatever it says', async () => {
      expect(await addressInTrail(alone, '203.0.113.7')).toBe('127.0.0.1');
    });

    it('no client gets more requests by naming others', async () => {
      alone.clock.advance(60_000);
      const statuses = [];
      for (let i = 0; i <= LIMIT; i++) statuses.push((await send(alone, '/v1/', `192.0.2.${i}`)).status);
      expect([statuses.indexOf(429), new Set(statuses.slice(0, LIMIT))]).toEqual([LIMIT, new Set([200])]);
      alone.clock.advance(60_000);
    });

    it('no client gets more attempts to sign in by naming others', async () => {
      const ask = async (client: string) =>
        (await send(alone, '/password', client, { email: 'nobody@example.com' })).status;
      const statuses = await Promise.all(Array.from({ length: 60 }, (_, i) => ask(`192.0.2.${i}`)));
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
      expect(await ask('198.51.100.1')).toBe(429);
    });
  });
});
