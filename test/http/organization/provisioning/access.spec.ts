import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import { CreateToken } from '#organization';
import { TestIdentityProvider } from '#testing/test-identity-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf, reasonOf, TestSignIn } from '#testing/test-sign-in';
import { ScimClient } from './scim-client.js';

const WITHIN_MS = 1_000;

describe('who is provisioned', () => {
  let one: TestServer;
  let two: TestServer;
  let ada: TestUser & { organization: string };
  let scim: ScimClient;
  let provider: TestIdentityProvider;
  let signIn: TestSignIn;

  beforeAll(async () => {
    one = await TestServer.start();
    two = await TestServer.start({ databaseUrl: one.databaseUrl });
    for (const { app } of [one, two]) await app.get(Notifications).open();
    ada = await one.administrator();
    scim = await ScimClient.of(one, ada);
    provider = new TestIdentityProvider();
    signIn = await TestSignIn.by(one, ada, provider);
  });

  afterAll(async () => {
    await two.stop();
    await one.stop();
  });

  const enter = (email: string) => signIn.through((asked) => provider.respond(asked, { email }));
  const active = (id: string, value: boolean) => scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value });

  /** Statuses of the organization with each credential, in each process. */
  const statuses = async (token: string, cookie: string): Promise<number[]> => {
    const path = `/v1/orgs/${ada.organization}`;
    const answers = [one, two].flatMap((server) => [
      server.as(token).get(path),
      server.anonymous.get(path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
    ]);
    return (await Promise.all(answers)).map(({ status }) => status);
  };

  /** Milliseconds until every credential has this status everywhere. */
  const time = async (token: string, cookie: string, status: number): Promise<number> => {
    const begun = performance.now();
    while (!(await statuses(token, cookie)).every((seen) => seen === status))
      if (performance.now() - begun > 10 * WITHIN_MS) return Infinity;
    return performance.now() - begun;
  };

  it('signs in by the provider of the organization as the same user, unless suspended', async () => {
    const id = await scim.user('signing@example.com', { displayName: 'Signing' });
    const cookie = cookieOf((await enter('SIGNING@example.com')).headers);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await one.anonymous.get('/v1/user', { headers })).body).toMatchObject({ id, displayName: 'Signing' });
    await active(id, false);
    expect(reasonOf(await enter('signing@example.com'))).toBe('disabled');
    await active(id, true);
    expect((await enter('signing@example.com')).status).toBe(303);
    const joined = cookieOf((await enter('by-saml@example.com')).headers);
    expect(joined).not.toBe('');
    expect(await scim.send('POST', '/Users', { userName: 'by-saml@example.com' })).toMatchObject({ status: 409 });
    expect(await scim.find('/Users', 'userName eq "by-saml@example.com"')).toHaveLength(1);
  });

  it('loses access within a second when suspended or removed, with tokens and sessions, in every process', async () => {
    const id = await scim.user('leaving@example.com');
    const { secret } = await one.dispatcher.run(new CreateToken(id, 'Test'));
    const cookie = cookieOf((await enter('leaving@example.com')).headers);
    for (const leave of [() => active(id, false), () => scim.send('DELETE', `/Users/${id}`)]) {
      expect(await statuses(secret, cookie)).toEqual([200, 200, 200, 200]);
      expect((await leave()).status).toBeLessThan(300);
      expect(await time(secret, cookie, 404)).toBeLessThan(WITHIN_MS);
      if ((await active(id, true)).status === 200) expect(await time(secret, cookie, 200)).toBeLessThan(WITHIN_MS);
    }
  });

  it('loses within a second what a group gave, in every process', async () => {
    const id = await scim.user('grouped@example.com');
    const group = await scim.group('Grouped', [id]);
    const { secret } = await one.dispatcher.run(new CreateToken(id, 'Test'));
    const teams = async () => {
      const path = `/v1/orgs/${ada.organization}/members/${id}/teams`;
      return (await two.as(secret).get(path)).body.count;
    };
    expect(await teams()).toBe(1);
    await scim.patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${id}"]` });
    expect(await teams()).toBe(0);
  });

  it('is no longer provisioned with a token that was deleted, in any process', async () => {
    const here = await ScimClient.of(one, ada);
    const elsewhere = new ScimClient(two, ada.organization, here.token);
    expect([(await here.get('/Users')).status, (await elsewhere.get('/Users')).status]).toEqual([200, 200]);
    await ada.api.delete(`/v1/orgs/${ada.organization}/scim-tokens/${here.tokenId}`);
    const begun = performance.now();
    while ((await elsewhere.get('/Users')).status !== 401 && performance.now() - begun < 10 * WITHIN_MS);
    expect(performance.now() - begun).toBeLessThan(WITHIN_MS);
    expect((await here.get('/Users')).status).toBe(401);
  });
});
