import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExchangeCode } from '../../../../src/organization/single-sign-on/application/oidc/oidc.queries.js';
import { FinishOidcSignIn } from '../../../../src/organization/single-sign-on/application/oidc/finish-oidc-sign-in.js';
import { TestOidcSignIn } from '#testing/test-oidc-sign-in';
import { TestOpenIdProvider, type Stated } from '#testing/test-openid-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf, reasonOf, type Seen } from '#testing/test-sign-in';

const VICTIM = 'victim@example.com';
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const payloadOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('forged and replayed answers of OpenID Connect', () => {
  let provider: TestOpenIdProvider;
  let attacker: TestOpenIdProvider;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let signIn: TestOidcSignIn;

  beforeAll(async () => {
    provider = await TestOpenIdProvider.start();
    attacker = await TestOpenIdProvider.start();
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: '127.0.0.1' } });
    ada = await server.administrator();
    signIn = await TestOidcSignIn.by(server, ada, provider);
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
    await attacker.stop();
  });

  const outcome = (seen: Seen) => [seen.status, reasonOf(seen), cookieOf(seen.headers)];
  /** What the browser sees: an answer in another form than accepted is a bad request. */
  const refused = (reason: string) => [reason === 'form' ? 400 : 403, reason, ''];
  const victims = () => server.rows('select id from organization."user" where email = $1', [VICTIM]);

  /** An unsigned or self-signed token with the claims of the valid one, and the victim's address. */
  const unsigned = (header: object) => (token: string) =>
    `${encode(header)}.${encode({ ...payloadOf(token), email: VICTIM })}.`;
  const hmac = (secret: string) => (token: string) => {
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...payloadOf(token), email: VICTIM })}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const changed = (token: string) => {
    const [header, , signature] = token.split('.');
    return `${header}.${encode({ ...payloadOf(token), email: VICTIM })}.${signature}`;
  };

  const FORGED: [string, () => Stated | Promise<Stated>, string][] = [
    ['no signature, by its own word', () => ({ forge: unsigned({ alg: 'none' }) }), 'signature'],
    ['no signature, in capitals', () => ({ forge: unsigned({ alg: 'NONE' }) }), 'signature'],
    ['an empty signature', () => ({ forge: unsigned({ alg: 'RS256', kid: provider.key.kid }) }), 'signature'],
    ['a signature with the client’s secret', () => ({ forge: hmac(provider.details.clientSecret) }), 'signature'],
    [
      'a signature with the public key as a secret',
      () => ({ forge: hmac(JSON.stringify(provider.key.public)) }),
      'signature',
    ],
    ['another content under the signature', () => ({ forge: changed }), 'signature'],
    ['the key of another provider', () => ({ claims: { email: VICTIM }, key: attacker.key }), 'signature'],
    [
      'another key with the id of the provider’s',
      async () => ({
        claims: { email: VICTIM },
        key: await TestOpenIdProvider.newKey('RS256', provider.key.kid),
      }),
      'signature',
    ],
    [
      'a key in its own header',
      () => ({
        forge: (token) => {
          const header = { alg: 'RS256', jwk: attacker.key.public };
          return `${encode(header)}.${encode({ ...payloadOf(token), email: VICTIM })}.${'A'.repeat(342)}`;
        },
      }),
      'signature',
    ],
    ['another issuer', () => ({ claims: { email: VICTIM, iss: attacker.issuer } }), 'issuer'],
    ['an issuer with a slash more', () => ({ claims: { email: VICTIM, iss: `${provider.issuer}/` } }), 'issuer'],
    ['another audience', () => ({ claims: { email: VICTIM, aud: 'another' } }), 'audience'],
    ['no audience', () => ({ claims: { email: VICTIM, aud: null } }), 'form'],
    [
      'more audiences and another authorized party',
      () => ({ claims: { email: VICTIM, aud: ['quire', 'x'], azp: 'x' } }),
      'audience',
    ],
    ['no nonce', () => ({ claims: { email: VICTIM, nonce: null } }), 'form'],
    ['another nonce', () => ({ claims: { email: VICTIM, nonce: 'a'.repeat(64) } }), 'request'],
    ['the end of its time', () => ({ claims: { email: VICTIM }, expires: -61 }), 'time'],
    ['no end of its time', () => ({ claims: { email: VICTIM, exp: null } }), 'form'],
    ['a time to come', () => ({ claims: { email: VICTIM, nbf: Math.floor(Date.now() / 1000) + 120 } }), 'time'],
    ['no subject', () => ({ claims: { email: VICTIM, sub: null } }), 'form'],
    ['no token at all', () => ({ token: { status: 200, body: { access_token: 'a', token_type: 'Bearer' } } }), 'form'],
    ['what is no token', () => ({ forge: () => 'a.b.c' }), 'form'],
    ['a refusal', () => ({ token: { status: 400, body: { error: 'invalid_grant' } } }), 'status'],
    ['what is no JSON', () => ({ token: { status: 200, body: 'x' } }), 'form'],
  ];

  it.each(FORGED)('refuses a token with %s', async (_what, stated, reason) => {
    expect(outcome(await signIn.through(await stated()))).toEqual(refused(reason));
    expect(await victims()).toEqual([]);
  });

  it('takes a token that ended within the minute that clocks may differ', async () => {
    expect((await signIn.through({ claims: { email: 'slow@example.com' }, expires: -50 })).status).toBe(303);
  });

  it('refuses an answer that is brought twice, one after the other or at once', async () => {
    const begun = await signIn.begin();
    const back = provider.grant(begun.address, { claims: { email: 'twice@example.com' } });
    expect((await signIn.comeBack(back, begun.cookie)).status).toBe(303);
    expect(outcome(await signIn.comeBack(back, begun.cookie))).toEqual(refused('browser'));
    const again = await signIn.begin();
    const once = provider.grant(again.address, { claims: { email: 'twice@example.com' } });
    const both = await Promise.all([1, 2].map(() => signIn.comeBack(once, again.cookie)));
    expect(both.map(({ status }) => status).sort()).toEqual([303, 403]);
  });

  it('refuses the code of another sign-in: an attacker’s own, put into the victim’s browser', async () => {
    const theirs = await signIn.begin();
    const mine = await signIn.begin();
    const stolen = provider.grant(theirs.address, { claims: { email: 'attacker@example.com' } });
    expect(outcome(await signIn.comeBack(stolen, mine.cookie))).toEqual(refused('browser'));
    const mixed = new URLSearchParams(stolen);
    mixed.set('state', mine.address.searchParams.get('state') ?? '');
    expect(outcome(await signIn.comeBack(mixed, mine.cookie))).toEqual(refused('status'));
  });

  it('refuses to finish in another browser, which does not use the sign-in up', async () => {
    const begun = await signIn.begin();
    const back = provider.grant(begun.address, { claims: { email: 'mine@example.com' } });
    expect(outcome(await signIn.comeBack(back, ''))).toEqual(refused('browser'));
    expect((await signIn.comeBack(back, begun.cookie)).status).toBe(303);
    const other = await signIn.begin();
    const [name] = other.cookie.split('=');
    const seen = await signIn.comeBack(provider.grant(other.address), `${name}=${'x'.repeat(43)}`);
    expect(outcome(seen)).toEqual(refused('browser'));
  });

  it('refuses an answer ten minutes after the beginning', async () => {
    const begun = await signIn.begin();
    await server.pool.query(`update organization.oidc_sign_in set expires_at = now() - interval '1 second'`);
    expect(outcome(await signIn.comeBack(provider.grant(begun.address), begun.cookie))).toEqual(refused('browser'));
  });

  it('refuses the answer of one provider at the address of another', async () => {
    const eve = await server.administrator();
    const theirs = await TestOidcSignIn.by(server, eve, attacker);
    const begun = await signIn.begin();
    const back = provider.grant(begun.address);
    const seen = await theirs.browse('GET', `/oidc/${theirs.id}/callback?${back}`, { cookie: begun.cookie });
    expect(outcome(seen)).toEqual(refused('browser'));
  });

  it('refuses an answer that names another issuer (mix-up)', async () => {
    const begun = await signIn.begin();
    const back = provider.grant(begun.address);
    back.set('iss', attacker.issuer);
    expect(outcome(await signIn.comeBack(back, begun.cookie))).toEqual(refused('form'));
    const without = await signIn.begin();
    const silent = provider.grant(without.address);
    silent.delete('iss');
    expect(outcome(await signIn.comeBack(silent, without.cookie))).toEqual(refused('form'));
  });

  it.each([
    ['an error', 'error=access_denied&error_description=No', 'status'],
    ['an error beside a code', 'error=access_denied&code=x', 'status'],
    ['two codes', 'code=x&code=y', 'form'],
    ['no code', '', 'form'],
  ])('shows why the provider did not sign in: %s', async (_what, query, reason) => {
    const { address, cookie } = await signIn.begin();
    const parameters = new URLSearchParams(query);
    parameters.set('state', address.searchParams.get('state') ?? '');
    parameters.set('iss', provider.issuer);
    expect(outcome(await signIn.comeBack(parameters, cookie))).toEqual(refused(reason));
  });

  it('refuses a configuration that names another issuer', async () => {
    const eve = await server.administrator();
    const lying = await TestOpenIdProvider.start();
    try {
      lying.configuration = { issuer: provider.issuer };
      const theirs = await TestOidcSignIn.by(server, eve, lying);
      const seen = await theirs.browse('GET', `/oidc/${theirs.id}/start`);
      expect(seen.status).toBeGreaterThanOrEqual(400);
      expect(seen.status).not.toBe(500);
      expect(reasonOf(seen)).toBe('form');
    } finally {
      await lying.stop();
    }
  });

  it('refuses an answer when the provider was changed while it was checked', async () => {
    const grace = await server.administrator();
    const own = await TestOidcSignIn.by(server, grace, provider);
    const { address, cookie } = await own.begin();
    const request = { state: address.searchParams.get('state') ?? '', secret: cookie.split('=')[1] ?? '' };
    const checked = await server.dispatcher.ask(new ExchangeCode(own.id, request, provider.grant(address)));
    await grace.api.patch(`/v1/orgs/${grace.organization}/oidc/${own.id}`, { clientID: 'another' });
    const finished = server.dispatcher.run(new FinishOidcSignIn(own.id, checked));
    await expect(finished).rejects.toMatchObject({ reason: 'signature' });
  });

  it('records every refusal in the audit trail of the organization', async () => {
    await server.drain();
    const { items } = (await ada.api.get(`/v1/orgs/${ada.organization}/audit-events?limit=1000`)).body;
    const failed = items.filter(({ action }) => action === 'user.sign-in-failed');
    expect(failed.length).toBeGreaterThan(FORGED.length);
    expect(JSON.stringify(failed)).not.toContain(provider.details.clientSecret);
  });
});
