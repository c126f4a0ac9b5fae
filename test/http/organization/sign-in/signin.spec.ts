import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '#testing/browser';
import { TestServer } from '#testing/test-server';
import { CreateOrganization, CreateUser, MakePasswordLink } from '#organization';

describe('signin', () => {
  const PASSWORD = 'four walnut kettles sing';
  /** Refusals of a password are sent at multiples of it. */
  const STEP_MS = 250;
  const MINUTE = 60_000;

  let server: TestServer;
  let count = 0;

  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  /** A user with a password, and an organization with their audit trail. */
  async function person(password = PASSWORD) {
    const email = `person${++count}@example.com`;
    const id = await server.dispatcher.run(new CreateUser(email, 'Ada Example'));
    const organization = await server.dispatcher.run(new CreateOrganization(id, 'Example'));
    const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
    expect((await browser().post(`/password/${secret}`, { password })).status).toBe(303);
    return { id, email, organization };
  }

  const browser = () => new Browser(server.app);
  const audited = async (userId: string) =>
    (
      await server.rows<{ action: string }>(
        `select payload->>'action' as action from public.event
       where name = 'kernel.audited' and payload->'target'->>'id' = $1 order by id`,
        [userId],
      )
    ).map(({ action }) => action);

  describe('signing in', () => {
    it('opens a session whose cookie no script and no other site can use', async () => {
      const { email } = await person();
      const own = browser();
      const answer = await own.signIn(email.toUpperCase(), PASSWORD);
      expect([answer.status, answer.headers.location]).toEqual([303, '/account']);
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^quire_session=[0-9A-Za-z]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
      expect((await own.get('/account')).text).toContain('Ada Example');
    });

    it('takes a cookie for this host and https alone where browsers come by https', async () => {
      const secure = await TestServer.start({ env: { QUIRE_PUBLIC_URL: 'https://docs.example.com' } });
      try {
        const id = await secure.dispatcher.run(new CreateUser('a@example.com', 'Ada'));
        const { secret } = await secure.dispatcher.run(new MakePasswordLink(id));
        const own = new Browser(secure.app);
        await own.post(`/password/${secret}`, { password: PASSWORD });
        const answer = await own.signIn('a@example.com', PASSWORD);
        expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-quire_session=.*; Path=\/; .*; Secure;/);
        expect((await own.get('/account')).status).toBe(200);
      } finally {
        await secure.stop();
      }
    });

    it('responds alike to an unknown address, a wrong password and a locked one, and after the same time', async () => {
      const wrong = await person();
      const locked = await person();
      for (let i = 0; i < 5; i++) await browser().signIn(locked.email, 'not the password');
      const attempt = async (email: string, password: string) => {
        const began = performance.now();
        const { status, text, headers } = await browser().signIn(email, password);
        const took = performance.now() - began;
        return { took, answer: { status, cookie: headers['set-cookie'], text: text.replaceAll(email, 'EMAIL') } };
      };
      /** Refusals come at multiples of the step: never before one, and soon after it where the machine is not busy. */
      const atSteps = async (email: string, password: string) => {
        const first = await attempt(email, password);
        const took = [first.took];
        const isSoonAfter = (ms: number) => ms % STEP_MS < STEP_MS / 3;
        for (let tries = 0; tries < 10 && !took.some(isSoonAfter); tries++)
          took.push((await attempt(email, password)).took);
        expect(Math.min(...took)).toBeGreaterThan(STEP_MS - 2);
        expect(took.some(isSoonAfter)).toBe(true);
        return first.answer;
      };
      const unknown = await atSteps('nobody@example.com', PASSWORD);
      expect([unknown.status, unknown.cookie]).toEqual([403, undefined]);
      expect(unknown.text).toContain('role="alert"');
      expect(await atSteps(locked.email, PASSWORD)).toEqual(unknown);
      expect(await atSteps(wrong.email, 'not the password')).toEqual(unknown);
    });

    it('waits a minute after five failures, and longer after each that follows', async () => {
      const { email, id } = await person();
      for (let i = 0; i < 5; i++) await browser().signIn(email, 'not the password');
      expect((await browser().signIn(email, PASSWORD)).status).toBe(403);
      server.clock.advance(MINUTE + 1000);
      expect((await browser().signIn(email, 'not the password')).status).toBe(403);
      server.clock.advance(MINUTE + 1000);
      expect((await browser().signIn(email, PASSWORD)).status).toBe(403);
      server.clock.advance(MINUTE + 1000);
      expect((await browser().signIn(email, PASSWORD)).status).toBe(303);
      const [row] = await server.rows('select failures, locked_until from organization.password where user_id = $1', [
        id,
      ]);
      expect(row).toEqual({ failures: 0, locked_until: null });
    });

    it('allows no more attempts when fifty come at once', async () => {
      const { email, id } = await person();
      const before = (await audited(id)).length;
      const passwords = Array.from({ length: 49 }, (_, i) => `guess number ${i}`);
      const own = await TestServer.start({ databaseUrl: server.databaseUrl });
      try {
        const answers = await Promise.all(
          passwords.map((guess) => new Browser(own.app, '192.0.2.1').signIn(email, guess)),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
      } finally {
        await own.stop();
      }
      const [row] = await server.rows('select failures from organization.password where user_id = $1', [id]);
      expect(row).toEqual({ failures: 5 });
      expect((await audited(id)).slice(before)).toEqual(Array(49).fill('user.sign-in-failed'));
      const reasons = await server.rows<{ reason: string; count: number }>(
        `select payload->'payload'->>'reason' as reason, count(*)::int as count from public.event
       where payload->'target'->>'id' = $1 and payload->>'action' = 'user.sign-in-failed' group by 1 order by 1`,
        [id],
      );
      expect(reasons).toEqual([
        { reason: 'locked', count: 44 },
        { reason: 'password', count: 5 },
      ]);
    });

    it('limits the attempts of one address for all users together', async () => {
      const own = await TestServer.start({ databaseUrl: server.databaseUrl });
      try {
        const { email } = await person();
        const address = '192.0.2.2';
        const tries = Array.from({ length: 60 }, (_, i) =>
          new Browser(own.app, address).signIn(`nobody${i}@example.com`, 'x'),
        );
        for (const { status } of await Promise.all(tries)) expect(status).toBe(403);
        const answer = await new Browser(own.app, address).signIn(email, PASSWORD);
        expect([answer.status, answer.text]).toEqual([429, expect.stringContaining('Too many attempts')]);
      } finally {
        await own.stop();
      }
    });

    it('records sign-ins and failures in the audit trail', async () => {
      const { email, id } = await person();
      await browser().signIn(email, 'not the password');
      await browser().signIn(email, PASSWORD);
      expect(await audited(id)).toEqual(['user.password-changed', 'user.sign-in-failed', 'user.signed-in']);
      const [row] = await server.rows<{ source: string }>(
        `select payload->'origin'->>'source' as source from public.event
       where payload->'target'->>'id' = $1 and payload->>'action' = 'user.sign-in-failed'`,
        [id],
      );
      expect(row).toEqual({ source: 'ui' });
    });

    it.each([
      ['/docs', '/docs'],
      ['/account?done=name', '/account?done=name'],
      ['//evil.example', '/account'],
      ['/\\evil.example', '/account'],
      ['/\t/evil.example', '/account'],
      ['https://evil.example/', '/account'],
      ['javascript:alert(1)', '/account'],
      ['', '/account'],
    ])('goes on to %j as %s', async (next, location) => {
      const { email } = await person();
      expect((await browser().signIn(email, PASSWORD, next)).headers.location).toBe(location);
    });

    it('ends the session that the browser had', async () => {
      const { email } = await person();
      const own = browser();
      await own.signIn(email, PASSWORD);
      const old = new Map(own.cookies);
      await own.signIn(email, PASSWORD);
      const thief = browser();
      for (const [name, value] of old) thief.cookies.set(name, value);
      expect((await thief.get('/account')).status).toBe(303);
      expect((await own.get('/account')).status).toBe(200);
    });

    it('takes the same password however its characters are composed', async () => {
      const { email } = await person('cafe\u0301 au lait \ufb01ltre');
      expect((await browser().signIn(email, 'caf\u00e9 au lait filtre')).status).toBe(303);
    });
  });

  describe('signing out', () => {
    it('ends the session', async () => {
      const { email } = await person();
      const own = browser();
      await own.signIn(email, PASSWORD);
      const cookies = new Map(own.cookies);
      expect((await own.submit('/account', '/signout', {})).headers.location).toBe('/signin?done=signed-out');
      expect(own.cookies.size).toBe(0);
      for (const [name, value] of cookies) own.cookies.set(name, value);
      expect((await own.get('/account')).headers.location).toBe('/signin?next=/account');
    });
  });

  describe('a form', () => {
    it.each([
      ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ['a neighbour', { 'sec-fetch-site': 'same-site', origin: 'http://evil.quire.test' }],
      ['a browser that says little', { origin: 'null' }],
      ['nowhere', {}],
    ] as [string, Record<string, string>][])('is refused from %s, also without a session', async (_, headers) => {
      const { email } = await person();
      const own = browser();
      const answer = await own.post('/signin', { email, password: PASSWORD }, headers);
      expect([answer.status, own.cookies.size]).toEqual([403, 0]);
      expect((await own.post('/signout', {}, headers)).status).toBe(403);
    });

    it('is not read by the API', async () => {
      const { token } = await server.user();
      const answer = await browser().post('/v1/orgs', { title: 'Form' }, { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(415);
    });

    it('is refused when it is too large or contains the NUL character', async () => {
      expect((await browser().signIn('a@example.com', 'x'.repeat(70_000))).status).toBe(413);
      expect((await browser().signIn('a@example.com', 'a\0b')).status).toBe(400);
    });
  });

  describe('every page', () => {
    it('runs no script, loads nothing from elsewhere, is in no frame and is not kept', async () => {
      for (const path of ['/signin', '/account', '/password/unknown']) {
        const { headers, text } = await browser().get(path);
        expect(headers['cache-control']).toBe('no-store');
        if (text === '') continue;
        expect(headers['content-security-policy']).toBe(
          "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        );
        expect(headers['referrer-policy']).toBe('strict-origin');
        expect(text).not.toMatch(/<script|style="| on\w+="/);
        expect(text).toMatch(/^<!doctype html>\s*<html lang="en">/);
      }
    });

    it('has its style from the server', async () => {
      const { text } = await browser().get('/signin');
      const address = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';
      const style = await browser().get(address);
      expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    });

    it('labels every field, and escapes its value', async () => {
      const { text } = await browser().signIn('"><script>alert(1)</script>', 'x');
      expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
      expect(text).not.toContain('<script');
      const ids = [...text.matchAll(/<input\s+id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toEqual(['email', 'password']);
      for (const id of ids) expect(text).toContain(`<label for="${id}">`);
    });
  });
});
