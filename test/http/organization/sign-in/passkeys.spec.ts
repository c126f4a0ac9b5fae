import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MakePasswordLink } from '#organization';
import type { Browser } from '#testing/browser';
import { passkeyOptionsOf, recoveryCodesOf, TestAuthenticator, type Forged } from '#testing/test-authenticator';
import {
  addPasskey,
  browserAt,
  enter,
  PASSWORD,
  personWithPasskey,
  personWithPassword,
  secondStep,
  useCode,
  usePasskey,
} from '#testing/test-passkeys';
import { TestServer } from '#testing/test-server';
import { OpenSession } from '../../../../src/organization/sign-in/application/session/open-session.js';

describe('passkeys', () => {
  const HOUR = 3_600_000;
  const MINUTE = 60_000;

  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  afterAll(() => server.stop());

  const audited = async (userId: string) =>
    (
      await server.rows<{ action: string }>(
        `select payload->>'action' as action from public.event
         where name = 'kernel.audited' and payload->>'actorId' = $1 order by id`,
        [userId],
      )
    ).map(({ action }) => action);
  const passkeysOf = (userId: string) =>
    server.rows<{ id: string; label: string }>(
      'select id, label from organization.passkey where user_id = $1 order by id',
      [userId],
    );
  const remove = (own: Browser, id: string, current = '') =>
    own.submit(`/account/passkeys/${id}/remove`, `/account/passkeys/${id}/remove`, { current });
  const remake = (own: Browser, current = '') =>
    own.submit('/account/recovery-codes', '/account/recovery-codes', { current });

  describe('adding one', () => {
    it('shows ten recovery codes once, lists it, and is audited', async () => {
      const { own, id } = await personWithPassword(server);
      const answer = await addPasskey(own, undefined, { label: ' Blue key ' });
      expect([answer.status, answer.codes.length]).toEqual([200, 10]);
      const { text } = await own.get('/account');
      expect(text).toContain('<strong>Blue key</strong>');
      expect(text).toContain('never used to sign in');
      expect(text).toContain('10 recovery codes are left');
      expect(recoveryCodesOf(text)).toEqual([]);
      expect((await passkeysOf(id)).map(({ label }) => label)).toEqual(['Blue key']);
      expect((await audited(id)).slice(-2)).toEqual(['passkey.added', 'recovery-codes.created']);
    });

    it('stores neither the codes nor a secret of the passkey', async () => {
      const { own, id } = await personWithPassword(server);
      const { codes } = await addPasskey(own);
      const stored = JSON.stringify([
        await server.rows('select * from organization.recovery_codes where user_id = $1', [id]),
        await server.rows(`select payload from public.event where payload->'target'->>'id' = $1`, [id]),
      ]);
      for (const code of codes) {
        expect(stored).not.toContain(code);
        expect(stored).not.toContain(code.replaceAll('-', ''));
      }
    });

    it('asks for no attestation, a resident key where there can be one, and none that is there already', async () => {
      const { own, id, authenticator, email } = await personWithPasskey(server);
      const { text, headers } = await own.submit('/account/passkeys/new', '/account/passkeys/new', { label: 'Second' });
      expect(passkeyOptionsOf(text)).toMatchObject({
        rp: { id: 'quire.test' },
        user: { id: Buffer.from(id).toString('base64url'), name: email },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        excludeCredentials: [{ type: 'public-key', id: authenticator.id }],
      });
      expect(headers['content-security-policy']).toContain("; script-src 'self'; ");
      expect(headers['content-security-policy']).not.toContain('unsafe');
    });

    it('gives the session a second factor, and ends the other sessions with the first passkey', async () => {
      const { own, id } = await personWithPassword(server);
      const elsewhere = await enter(server, id);
      await addPasskey(own);
      expect((await own.get('/account')).text).toContain('with a second factor');
      expect((await elsewhere.get('/account')).status).toBe(303);
    });

    it('with the second makes no codes anew', async () => {
      const { own } = await personWithPasskey(server);
      const answer = await addPasskey(own);
      expect([answer.status, answer.headers.location, answer.codes]).toEqual([303, '/account?done=passkey', []]);
      expect((await own.get('/account?done=passkey')).text).toContain('10 recovery codes are left');
    });

    it('takes the current password where the session is older than an hour', async () => {
      const { own, id } = await personWithPassword(server);
      server.clock.advance(HOUR + MINUTE);
      expect((await own.get('/account/passkeys/new')).text).toContain('id="current"');
      const refused = await addPasskey(own, undefined, { current: 'not the password' });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('id="current-error"')]);
      expect(await passkeysOf(id)).toEqual([]);
      expect((await addPasskey(own, undefined, { current: PASSWORD })).codes).toHaveLength(10);
      const [row] = await server.rows('select failures from organization.password where user_id = $1', [id]);
      expect(row).toEqual({ failures: 0 });
    });

    it('does not let the current password be guessed', async () => {
      const { own } = await personWithPassword(server);
      server.clock.advance(HOUR + MINUTE);
      for (let i = 0; i < 5; i++)
        expect((await addPasskey(own, undefined, { current: 'not the password' })).status).toBe(400);
      expect((await addPasskey(own, undefined, { current: PASSWORD })).status).toBe(400);
    });

    it('is not for a session without a second factor of a user who has one', async () => {
      const { id } = await personWithPasskey(server);
      const stolen = await enter(server, id);
      const answer = await addPasskey(stolen);
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('sign in again with it first')]);
      const [passkey] = await passkeysOf(id);
      expect((await remove(stolen, passkey?.id ?? '')).status).toBe(403);
      expect((await remake(stolen)).status).toBe(403);
      expect(await passkeysOf(id)).toHaveLength(1);
    });

    it('is not for sessions of single sign-on', async () => {
      const { id, organization } = await personWithPassword(server);
      const own = browserAt(server);
      const method = { kind: 'saml', organizationId: organization, providerId: 'provider' } as const;
      own.cookies.set('quire_session', (await server.dispatcher.run(new OpenSession(id, method))).secret);
      expect((await own.get('/account/passkeys/new')).status).toBe(403);
      const { text } = await own.get('/account');
      expect(text).not.toContain('Add a passkey');
      const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
      for (const path of ['passkeys/new', 'passkeys', 'passkeys/x/remove', 'recovery-codes'])
        expect([path, (await own.post(`/account/${path}`, { token, label: 'Key' })).status]).toEqual([path, 403]);
    });

    it('refuses a name that is too long, and escapes one that is hostile', async () => {
      const { own } = await personWithPassword(server);
      for (const label of ['', ' ', 'x'.repeat(51)]) {
        const answer = await addPasskey(own, undefined, { label });
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('It takes 1 to 50 characters.')]);
      }
      await addPasskey(own, undefined, { label: '"><script>alert(1)</script>' });
      const { text } = await own.get('/account');
      expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script');
    });

    it('stops at twenty, also when several come at once', async () => {
      const { own, id } = await personWithPasskey(server);
      for (let i = 0; i < 18; i++) expect((await addPasskey(own)).status).toBe(303);
      const others = await Promise.all(
        [1, 2].map(async () => {
          const other = await enter(server, id);
          await server.pool.query('update organization.session set second_factor = true where user_id = $1', [id]);
          const begun = await other.submit('/account/passkeys/new', '/account/passkeys/new', { label: 'Late' });
          const credential = new TestAuthenticator().create(passkeyOptionsOf(begun.text));
          return { other, credential };
        }),
      );
      const statuses = await Promise.all(
        others.map(({ other, credential }) =>
          other.submit('/account/passkeys/new', '/account/passkeys', { credential }).then(({ status }) => status),
        ),
      );
      expect(statuses.sort()).toEqual([303, 409]);
      const more = await addPasskey(own);
      expect([more.status, more.text]).toEqual([409, expect.stringContaining('You have 20 passkeys')]);
      expect(await passkeysOf(id)).toHaveLength(20);
    });
  });

  describe('an answer', () => {
    const x5c = new Map([['x5c', [Buffer.from('certificate')]]]);
    const forgeries: [string, Forged][] = [
      ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
      ['of another origin', { origin: 'http://evil.test' }],
      ['for another host', { host: 'evil.test' }],
      ['to another question', { type: 'webauthn.get' }],
      ['without its user', { present: false }],
      ['with certificates, which would be asked for in the network', { attestation: { fmt: 'packed', attStmt: x5c } }],
      [
        'with an attestation that was not asked for',
        { attestation: { fmt: 'android-safetynet', attStmt: new Map([['ver', '1']]) } },
      ],
    ];

    it.each(forgeries)('%s adds nothing', async (_, forged) => {
      const { own, id } = await personWithPassword(server);
      const answer = await addPasskey(own, undefined, { forged });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('not created as it was asked for')]);
      expect(await passkeysOf(id)).toEqual([]);
      expect((await own.get('/account')).text).not.toContain('with a second factor');
    });

    it('adds nothing a second time, in another session, or after five minutes', async () => {
      const { own, id } = await personWithPassword(server);
      const other = await personWithPassword(server);
      const begin = (browser: Browser) =>
        browser.submit('/account/passkeys/new', '/account/passkeys/new', { label: 'Key' });
      const credential = new TestAuthenticator().create(passkeyOptionsOf((await begin(own)).text));
      await begin(other.own);
      const add = (browser: Browser, answer: string) =>
        browser.submit('/account/passkeys/new', '/account/passkeys', { credential: answer });
      expect((await add(other.own, credential)).status).toBe(400);
      expect((await add(own, credential)).status).toBe(200);
      expect((await add(own, credential)).status).toBe(400);
      const late = new TestAuthenticator().create(passkeyOptionsOf((await begin(own)).text));
      server.clock.advance(5 * MINUTE + 1000);
      expect((await add(own, late)).status).toBe(400);
      expect(await passkeysOf(id)).toHaveLength(1);
      await server.runJob('organization.purge-sessions');
      expect(await server.rows('select from organization.passkey_registration')).toEqual([]);
    });

    it('with a passkey that is known is refused, also of another user', async () => {
      const { own, authenticator } = await personWithPasskey(server);
      const again = await addPasskey(own, authenticator);
      expect([again.status, again.text]).toEqual([409, expect.stringContaining('was added before')]);
      const other = await personWithPassword(server);
      expect((await addPasskey(other.own, authenticator)).status).toBe(409);
    });

    it.each([
      ['nothing', ''],
      ['no JSON', '{'],
      ['an answer without anything', '{"id":"abc"}'],
      [
        'parts of other kinds',
        '{"id":"abc","rawId":"abc","type":"public-key","response":{"clientDataJSON":7,"attestationObject":[]}}',
      ],
      [
        'broken CBOR',
        '{"id":"abc","rawId":"abc","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"v____w"}}',
      ],
      [
        'deep CBOR',
        JSON.stringify({
          id: 'abc',
          response: { attestationObject: Buffer.alloc(12_000, 0x81).toString('base64url') },
        }),
      ],
    ])('that is %s is refused', async (_, credential) => {
      const { own } = await personWithPassword(server);
      await own.submit('/account/passkeys/new', '/account/passkeys/new', { label: 'Key' });
      expect((await own.submit('/account/passkeys/new', '/account/passkeys', { credential })).status).toBe(400);
    });
  });

  describe('removing one', () => {
    it('ends signing in with it, and is audited', async () => {
      const { own, id, email, authenticator } = await personWithPasskey(server);
      const { authenticator: second } = await addPasskey(own);
      const [first] = await passkeysOf(id);
      expect((await remove(own, first?.id ?? '')).headers.location).toBe('/account?done=passkey-removed');
      expect((await audited(id)).at(-1)).toBe('passkey.removed');
      const other = browserAt(server);
      await other.signIn(email, PASSWORD);
      expect((await usePasskey(other, authenticator)).status).toBe(403);
      expect((await usePasskey(other, second)).status).toBe(303);
      expect((await own.get(`/account/passkeys/${first?.id}/remove`)).status).toBe(404);
    });

    it('removes the codes with the last, and takes the second factor from sessions', async () => {
      const { own, id, email } = await personWithPasskey(server);
      const [passkey] = await passkeysOf(id);
      expect((await own.get(`/account/passkeys/${passkey?.id}/remove`)).text).toContain('It is your last one');
      expect((await remove(own, passkey?.id ?? '')).status).toBe(303);
      expect(await server.rows('select from organization.recovery_codes where user_id = $1', [id])).toEqual([]);
      expect((await own.get('/account')).text).not.toContain('with a second factor');
      expect((await browserAt(server).signIn(email, PASSWORD)).headers.location).toBe('/account');
    });

    it('removes the codes also when the last two are removed at once', async () => {
      for (let round = 0; round < 5; round++) {
        const { own, id } = await personWithPasskey(server);
        await addPasskey(own);
        const answers = await Promise.all((await passkeysOf(id)).map((passkey) => remove(own, passkey.id)));
        for (const { status } of answers) expect(status).toBe(303);
        expect(await passkeysOf(id)).toEqual([]);
        expect(await server.rows('select from organization.recovery_codes where user_id = $1', [id])).toEqual([]);
      }
    });

    it('takes the current password where the session is older than an hour', async () => {
      const { own, id } = await personWithPasskey(server);
      const [passkey] = await passkeysOf(id);
      server.clock.advance(HOUR + MINUTE);
      expect((await remove(own, passkey?.id ?? '', 'not the password')).status).toBe(400);
      expect(await passkeysOf(id)).toHaveLength(1);
      expect((await remove(own, passkey?.id ?? '', PASSWORD)).status).toBe(303);
    });

    it('is not for the passkey of another user', async () => {
      const { id } = await personWithPasskey(server);
      const { own } = await personWithPasskey(server);
      const [passkey] = await passkeysOf(id);
      const { text } = await own.get('/account/passkeys/new');
      const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
      expect((await own.post(`/account/passkeys/${passkey?.id}/remove`, { token })).status).toBe(404);
      expect(await passkeysOf(id)).toHaveLength(1);
    });
  });

  describe('recovery codes', () => {
    it('that are made anew replace those before, and are audited', async () => {
      const { own, id, email, codes } = await personWithPasskey(server);
      expect((await own.get('/account/recovery-codes')).text).toContain('The 10 codes that are left');
      const made = recoveryCodesOf((await remake(own)).text);
      expect([made.length, made.some((code) => codes.includes(code))]).toEqual([10, false]);
      expect((await audited(id)).at(-1)).toBe('recovery-codes.created');
      const other = browserAt(server);
      await other.signIn(email, PASSWORD);
      expect((await useCode(other, codes[0] ?? '')).status).toBe(403);
      expect((await useCode(other, made[0] ?? '')).status).toBe(303);
    });

    it('are not made without a passkey', async () => {
      const { own } = await personWithPassword(server);
      const { text } = await own.get('/account/passkeys/new');
      const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
      expect((await own.post('/account/recovery-codes', { token })).status).toBe(403);
    });
  });

  it('are not touched by forms without the token of the session', async () => {
    const { own, id } = await personWithPasskey(server);
    const [passkey] = await passkeysOf(id);
    for (const path of ['passkeys/new', 'passkeys', `passkeys/${passkey?.id}/remove`, 'recovery-codes'])
      for (const token of ['', 'x'.repeat(32)])
        expect([path, (await own.post(`/account/${path}`, { token, label: 'Key' })).status]).toEqual([path, 403]);
    expect(await passkeysOf(id)).toHaveLength(1);
  });

  it('show when they were last used', async () => {
    const { email, authenticator } = await personWithPasskey(server);
    const own = browserAt(server);
    await own.signIn(email, PASSWORD);
    expect((await secondStep(own)).status).toBe(200);
    await usePasskey(own, authenticator);
    expect((await own.get('/account')).text).toMatch(/last used <time/);
  });

  it('are asked for after a first password that was set by a link, where the user has one', async () => {
    const { email, id } = await personWithPasskey(server);
    await server.pool.query('delete from organization.password where user_id = $1', [id]);
    const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
    await browserAt(server).post(`/password/${secret}`, { password: PASSWORD });
    expect((await browserAt(server).signIn(email, PASSWORD)).headers.location).toBe('/signin/second-factor');
  });
});
