import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MakePasswordLink } from '#organization';
import type { Browser } from '#testing/browser';
import { passkeyOptionsOf, TestAuthenticator, type Forged } from '#testing/test-authenticator';
import {
  addPasskey,
  browserAt,
  PASSWORD,
  personWithPasskey,
  personWithPassword,
  secondStep,
  useCode,
  usePasskey,
} from '#testing/test-passkeys';
import { TestServer } from '#testing/test-server';

describe('second factor', () => {
  const MINUTE = 60_000;
  const SESSION = 'quire_session';
  const PENDING = 'quire_second_factor';

  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  /** A browser that has sent the right password of a user. */
  async function halfway(email: string, next?: string): Promise<Browser> {
    const own = browserAt(server);
    const answer = await own.signIn(email, PASSWORD, next);
    expect([answer.status, answer.headers.location]).toEqual([303, '/signin/second-factor']);
    return own;
  }
  const isSignedIn = async (own: Browser) => (await own.get('/account')).status === 200;
  const failures = async (userId: string) =>
    (
      await server.rows<{ of: string }>(
        `select concat_ws(' ', payload->'payload'->>'method', payload->'payload'->>'reason') as of from public.event
         where name = 'kernel.audited' and payload->>'action' = 'user.sign-in-failed'
           and payload->'target'->>'id' = $1 order by id`,
        [userId],
      )
    ).map((row) => row.of);
  const sessionsOf = (userId: string) =>
    server.rows<{ second_factor: boolean }>(
      'select second_factor from organization.session where user_id = $1 order by id desc',
      [userId],
    );

  describe('a user with a passkey', () => {
    it('gets no session for the password alone', async () => {
      const { email, id } = await personWithPasskey(server);
      const before = await sessionsOf(id);
      const own = await halfway(email);
      expect(own.cookies.has(SESSION)).toBe(false);
      expect(await isSignedIn(own)).toBe(false);
      expect(await sessionsOf(id)).toEqual(before);
    });

    it('is asked for it by a cookie that no script can read and that ends after five minutes', async () => {
      const { email } = await personWithPasskey(server);
      const answer = await browserAt(server).signIn(email, PASSWORD);
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^quire_second_factor=[0-9A-Za-z]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
      );
    });

    it('signs in with both, goes on where they wanted to, and the session says so', async () => {
      const { email, id, authenticator } = await personWithPasskey(server);
      const own = await halfway(email, '/docs');
      const answer = await usePasskey(own, authenticator);
      expect([answer.status, answer.headers.location]).toEqual([303, '/docs']);
      expect([own.cookies.has(SESSION), own.cookies.has(PENDING)]).toEqual([true, false]);
      expect((await own.get('/account')).text).toContain('with a second factor');
      expect((await sessionsOf(id))[0]).toEqual({ second_factor: true });
      const [row] = await server.rows(
        `select payload->'payload' as payload from public.event
         where name = 'kernel.audited' and payload->>'action' = 'user.signed-in' and payload->'target'->>'id' = $1
         order by id desc limit 1`,
        [id],
      );
      expect(row).toEqual({ payload: { method: 'password', secondFactor: 'passkey' } });
    });

    it('signs in with any of several, also with one that does not count', async () => {
      const { email, own: first } = await personWithPasskey(server);
      const silent = new TestAuthenticator({ counts: false });
      expect((await addPasskey(first, silent)).headers.location).toBe('/account?done=passkey');
      for (let i = 0; i < 2; i++) {
        const own = await halfway(email);
        const { text } = await secondStep(own);
        expect(passkeyOptionsOf(text).allowCredentials).toHaveLength(2);
        expect((await usePasskey(own, silent)).status).toBe(303);
      }
    });

    it('ends the session that the browser had', async () => {
      const { email, authenticator, own } = await personWithPasskey(server);
      const old = own.cookies.get(SESSION) ?? '';
      await own.signIn(email, PASSWORD);
      expect(own.cookies.get(SESSION)).toBe(old);
      expect((await usePasskey(own, authenticator)).status).toBe(303);
      expect(own.cookies.get(SESSION)).not.toBe(old);
      own.cookies.set(SESSION, old);
      expect(await isSignedIn(own)).toBe(false);
    });

    it('is asked for it after a password that was set by a link, too', async () => {
      const { email, id, authenticator } = await personWithPasskey(server);
      const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
      const own = browserAt(server);
      const set = await own.post(`/password/${secret}`, { password: PASSWORD });
      expect([set.status, own.cookies.size]).toEqual([303, 0]);
      const again = await halfway(email);
      expect(await isSignedIn(again)).toBe(false);
      expect((await usePasskey(again, authenticator)).status).toBe(303);
    });

    it('is asked for it after they have changed the password', async () => {
      const { email, own, authenticator } = await personWithPasskey(server);
      const next = 'seven amber lanterns hum';
      const form = { current: PASSWORD, password: next };
      expect((await own.submit('/account', '/account/password', form)).headers.location).toBe('/account?done=password');
      expect((await own.get('/account')).text).toContain('with a second factor');
      const other = browserAt(server);
      expect((await other.signIn(email, next)).headers.location).toBe('/signin/second-factor');
      expect((await usePasskey(other, authenticator)).status).toBe(303);
    });
  });

  describe('the page of the second step', () => {
    it('runs the one script of the server, and takes no other', async () => {
      const { email } = await personWithPasskey(server);
      const own = await halfway(email);
      const { headers, text } = await secondStep(own);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'; form-action 'self'",
      );
      const scripts = [...text.matchAll(/<script type="module" src="([^"]+)"><\/script>/g)].map(([, src]) => src ?? '');
      expect(scripts).toHaveLength(1);
      const script = await own.get(scripts[0] ?? '');
      expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(script.text).toContain('credentials');
      expect((await own.get('/pages/scripts/other.js')).status).toBe(404);
    });

    it('leads back to the sign-in page without a password that was right', async () => {
      const own = browserAt(server);
      for (const answer of [await secondStep(own), await useCode(own, '0000-0000-0000-0000')])
        expect([answer.status, answer.headers.location]).toEqual([303, '/signin?done=ended']);
      expect((await own.get('/signin?done=ended')).text).toContain('took too long');
    });

    it('asks for the passkeys of the user at the host of the server', async () => {
      const { email, authenticator } = await personWithPasskey(server);
      const { text } = await secondStep(await halfway(email));
      expect(passkeyOptionsOf(text)).toMatchObject({
        rpId: 'quire.test',
        userVerification: 'preferred',
        allowCredentials: [{ type: 'public-key', id: authenticator.id, transports: ['usb'] }],
      });
    });
  });

  describe('an answer', () => {
    const forgeries: [string, Forged][] = [
      ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
      ['of another origin', { origin: 'http://evil.test' }],
      ['of another scheme', { origin: 'https://quire.test' }],
      ['for another host', { host: 'evil.test' }],
      ['to another question', { type: 'webauthn.create' }],
      ['without its user', { present: false }],
      ['signed by another key', { key: new TestAuthenticator().key }],
      ['with the id of a passkey that there is not', { id: new TestAuthenticator().id }],
    ];

    it.each(forgeries)('%s is refused', async (_, forged) => {
      const { email, id, authenticator } = await personWithPasskey(server);
      const own = await halfway(email);
      const answer = await usePasskey(own, authenticator, forged);
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('did not answer as it was asked')]);
      expect([own.cookies.has(SESSION), await failures(id)]).toEqual([false, ['passkey answer']]);
      expect((await usePasskey(own, authenticator)).status).toBe(303);
    });

    it('with the passkey of another user is refused, signed by that or by their own', async () => {
      const { email, authenticator } = await personWithPasskey(server);
      const other = await personWithPasskey(server);
      const own = await halfway(email);
      expect((await usePasskey(own, other.authenticator)).status).toBe(403);
      expect((await usePasskey(own, authenticator, { id: other.authenticator.id })).status).toBe(403);
      expect((await usePasskey(own, other.authenticator, { id: authenticator.id })).status).toBe(403);
    });

    it('is refused a second time, also for another sign-in of the same user', async () => {
      const { email, authenticator } = await personWithPasskey(server);
      const own = await halfway(email);
      const credential = authenticator.sign(passkeyOptionsOf((await secondStep(own)).text));
      const pending = own.cookies.get(PENDING) ?? '';
      expect((await own.post('/signin/second-factor', { credential })).status).toBe(303);
      const thief = browserAt(server);
      thief.cookies.set(PENDING, pending);
      expect((await thief.post('/signin/second-factor', { credential })).headers.location).toBe('/signin?done=ended');
      const another = await halfway(email);
      expect((await another.post('/signin/second-factor', { credential })).status).toBe(403);
    });

    it('is refused after the challenge was used for a wrong one', async () => {
      const { email, authenticator } = await personWithPasskey(server);
      const own = await halfway(email);
      const options = passkeyOptionsOf((await secondStep(own)).text);
      await own.post('/signin/second-factor', { credential: authenticator.sign(options, { present: false }) });
      expect((await own.post('/signin/second-factor', { credential: authenticator.sign(options) })).status).toBe(403);
      expect((await usePasskey(own, authenticator)).status).toBe(303);
    });

    it('opens one session when it comes twice at once', async () => {
      const { email, id, authenticator } = await personWithPasskey(server);
      const own = await halfway(email);
      const before = (await sessionsOf(id)).length;
      const credential = authenticator.sign(passkeyOptionsOf((await secondStep(own)).text));
      const answers = await Promise.all(
        [1, 2, 3].map(() => own.post('/signin/second-factor', { credential }).then(({ headers }) => headers.location)),
      );
      expect(answers.filter((location) => location === '/account')).toHaveLength(1);
      expect(await sessionsOf(id)).toHaveLength(before + 1);
    });

    it('is refused from another browser, which does not have the cookie', async () => {
      const { email, authenticator } = await personWithPasskey(server);
      const own = await halfway(email);
      const credential = authenticator.sign(passkeyOptionsOf((await secondStep(own)).text));
      const other = browserAt(server);
      other.cookies.set(PENDING, 'x'.repeat(43));
      expect((await other.post('/signin/second-factor', { credential })).headers.location).toBe('/signin?done=ended');
      const foreign = await halfway((await personWithPasskey(server)).email);
      expect((await foreign.post('/signin/second-factor', { credential })).status).toBe(403);
    });

    it('is refused after five minutes, and what waited is removed', async () => {
      const { email, id, authenticator } = await personWithPasskey(server);
      const own = await halfway(email);
      const { text } = await secondStep(own);
      server.clock.advance(5 * MINUTE + 1000);
      const answer = await own.post('/signin/second-factor', {
        credential: authenticator.sign(passkeyOptionsOf(text)),
      });
      expect(answer.headers.location).toBe('/signin?done=ended');
      await server.runJob('organization.purge-sessions');
      expect(await server.rows('select from organization.pending_sign_in where user_id = $1', [id])).toEqual([]);
    });

    it('is refused when the counter went back, which is audited: there may be a copy', async () => {
      const { email, id, authenticator } = await personWithPasskey(server);
      authenticator.counter = 7;
      expect((await usePasskey(await halfway(email), authenticator)).status).toBe(303);
      for (const counter of [8, 3, 0]) {
        const own = await halfway(email);
        const answer = await usePasskey(own, authenticator, { counter });
        expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('There may be a copy'.slice(6))]);
        expect(own.cookies.has(SESSION)).toBe(false);
      }
      expect(await failures(id)).toEqual(['passkey counter', 'passkey counter', 'passkey counter']);
      authenticator.counter = 8;
      expect((await usePasskey(await halfway(email), authenticator)).status).toBe(303);
    });

    it.each([
      ['no JSON', '{'],
      ['a list', '[]'],
      ['an answer without anything', '{"id":"abc"}'],
      ['one whose parts are of other kinds', '{"id":"abc","rawId":7,"type":[],"response":{"clientDataJSON":{}}}'],
      ['one that is too long', JSON.stringify({ id: 'abc', more: 'x'.repeat(30_000) })],
      ['deep lists', `{"id":"abc","response":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ])('that is %s is refused', async (_, credential) => {
      const own = await halfway((await personWithPasskey(server)).email);
      expect((await own.post('/signin/second-factor', { credential })).status).toBe(403);
    });

    it('that is broken in any of its parts is refused', async () => {
      const { email, authenticator } = await personWithPasskey(server);
      const own = await halfway(email);
      for (const part of ['clientDataJSON', 'authenticatorData', 'signature'])
        for (const value of [undefined, 7, '', 'AA', '!!', 'A'.repeat(9000), { a: 1 }]) {
          const answer = JSON.parse(authenticator.sign(passkeyOptionsOf((await secondStep(own)).text))) as {
            response: Record<string, unknown>;
          };
          answer.response[part] = value;
          const { status } = await own.post('/signin/second-factor', { credential: JSON.stringify(answer) });
          expect([part, value, status]).toEqual([part, value, 403]);
        }
    });
  });

  describe('a recovery code', () => {
    it('signs in once, however it is written, and the session has a second factor', async () => {
      const { email, id, codes } = await personWithPasskey(server);
      const [code = ''] = codes;
      const own = await halfway(email, '/docs');
      const answer = await useCode(own, ` ${code.toUpperCase().replaceAll('-', ' ')} `);
      expect([answer.status, answer.headers.location]).toEqual([303, '/docs']);
      expect((await sessionsOf(id))[0]).toEqual({ second_factor: true });
      expect((await own.get('/account')).text).toContain('9 recovery codes are left');
      const again = await useCode(await halfway(email), code);
      expect([again.status, again.text]).toEqual([403, expect.stringContaining('not right, or was used before')]);
      expect(await failures(id)).toEqual(['recovery-code code']);
    });

    it('of another user is refused', async () => {
      const { email } = await personWithPasskey(server);
      const other = await personWithPasskey(server);
      const own = await halfway(email);
      expect((await useCode(own, other.codes[0] ?? '')).status).toBe(403);
      expect((await useCode(await halfway(other.email), other.codes[0] ?? '')).status).toBe(303);
    });

    it('opens one session when it comes from two browsers at once', async () => {
      const { email, id, codes } = await personWithPasskey(server);
      const browsers = [await halfway(email), await halfway(email), await halfway(email)];
      const before = (await sessionsOf(id)).length;
      const answers = await Promise.all(browsers.map((own) => useCode(own, codes[0] ?? '')));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
      expect(await sessionsOf(id)).toHaveLength(before + 1);
    });

    it('uses up the sign-in: with another code it opens no second session', async () => {
      const { email, id, codes } = await personWithPasskey(server);
      const own = await halfway(email);
      const before = (await sessionsOf(id)).length;
      const answers = await Promise.all([useCode(own, codes[0] ?? ''), useCode(own, codes[1] ?? '')]);
      expect(answers.map(({ headers }) => headers.location).sort()).toEqual(['/account', '/signin?done=ended']);
      expect(await sessionsOf(id)).toHaveLength(before + 1);
    });

    it('is locked after five wrong ones, however often the password was right between them; the passkey works', async () => {
      const { email, id, codes, authenticator } = await personWithPasskey(server);
      for (let i = 0; i < 5; i++) expect((await useCode(await halfway(email), `guess ${i}`)).status).toBe(403);
      const own = await halfway(email);
      const locked = await useCode(own, codes[0] ?? '');
      expect([locked.status, locked.text]).toEqual([403, expect.stringContaining('Too many wrong codes')]);
      expect(await failures(id)).toEqual([...Array<string>(5).fill('recovery-code code'), 'recovery-code locked']);
      expect((await usePasskey(own, authenticator)).status).toBe(303);
      server.clock.advance(MINUTE + 1000);
      expect((await useCode(await halfway(email), codes[0] ?? '')).status).toBe(303);
    });

    it('counts as an attempt of its network, with those of passwords', async () => {
      const { email, codes } = await personWithPasskey(server);
      const own = await halfway(email);
      const tries = Array.from({ length: 59 }, () => useCode(own, 'a guess'));
      for (const { status } of await Promise.all(tries)) expect(status).toBe(403);
      const answer = await useCode(own, codes[0] ?? '');
      expect([answer.status, answer.text]).toEqual([429, expect.stringContaining('Too many attempts')]);
      expect((await own.signIn(email, PASSWORD)).status).toBe(429);
    });
  });

  describe('a pending sign-in', () => {
    it('ends when the password changes meanwhile', async () => {
      const { email, id, authenticator } = await personWithPasskey(server);
      const own = await halfway(email);
      const { text } = await secondStep(own);
      const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
      await browserAt(server).post(`/password/${secret}`, { password: PASSWORD });
      const answer = await own.post('/signin/second-factor', {
        credential: authenticator.sign(passkeyOptionsOf(text)),
      });
      expect(answer.headers.location).toBe('/signin?done=ended');
    });

    it('is refused from pages of other sites', async () => {
      const { email, codes } = await personWithPasskey(server);
      const own = await halfway(email);
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      expect((await own.post('/signin/second-factor', { code: codes[0] ?? '' }, headers)).status).toBe(403);
      expect(own.cookies.has(SESSION)).toBe(false);
    });
  });

  it('is not asked of users without a passkey', async () => {
    const { email } = await personWithPassword(server);
    const own = browserAt(server);
    expect((await own.signIn(email, PASSWORD)).headers.location).toBe('/account');
    expect((await own.get('/account')).text).not.toContain('with a second factor');
  });
});
