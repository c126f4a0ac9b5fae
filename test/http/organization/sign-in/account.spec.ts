import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateOrganization, CreateUser, MakePasswordLink } from '#organization';
import { Browser } from '#testing/browser';
import { TestServer } from '#testing/test-server';
import {
  OpenSession,
  type SignInMethod,
} from '../../../../src/organization/sign-in/application/session/open-session.js';

describe('account', () => {
  const PASSWORD = 'four walnut kettles sing';
  const HOUR = 3_600_000;
  const NEXT = 'seven amber lanterns hum';

  let server: TestServer;
  let count = 0;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  afterAll(() => server.stop());

  const browser = () => new Browser(server.app);

  /** A signed-in person with a password. */
  async function person(name = 'Ada Example') {
    const email = `owner${++count}@example.com`;
    const id = await server.dispatcher.run(new CreateUser(email, name));
    const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
    await browser().post(`/password/${secret}`, { password: PASSWORD });
    return { id, email, own: await entered(id) };
  }

  /** A browser with a session that was opened without the page. */
  async function entered(userId: string, method: SignInMethod = { kind: 'password' }) {
    const own = browser();
    own.cookies.set('quire_session', (await server.dispatcher.run(new OpenSession(userId, method))).secret);
    return own;
  }

  const userNamed = async (id: string) =>
    (await server.rows<{ name: string }>('select display_name as name from organization."user" where id = $1', [id]))[0]
      ?.name;

  describe('the account page', () => {
    it('is for signed-in users; others are redirected to sign in, and bearer tokens are for the API', async () => {
      const { token } = await server.user();
      for (const headers of [{}, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
        const { status, headers: answer } = await browser().get('/account', headers);
        expect([status, answer.location]).toEqual([303, '/signin?next=/account']);
      }
    });

    it('shows a hostile name, label and address as text and nothing else', async () => {
      const hostile = '<img src=x onerror=alert(1)>"\'&amp;';
      const { own } = await person(hostile);
      await own.submit('/account', '/account/tokens', { label: '"><script>alert(2)</script>', days: '7' });
      const { text } = await own.get('/account?done=<script>alert(3)</script>');
      expect(text).not.toMatch(/<script|<img/);
      expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;');
      expect(text).toContain('aria-label="Revoke the token &quot;&gt;&lt;script&gt;alert(2)&lt;/script&gt;"');
    });

    it('names every part once, so that labels and headings lead to what they name', async () => {
      const { own } = await person();
      const { text } = await own.submit('/account', '/account/tokens', { label: 'Build server', days: '7' });
      const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
      const named = [...text.matchAll(/\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"/g)];
      expect(named.length).toBeGreaterThan(8);
      expect(named.flatMap(([, id = '']) => id.split(' ')).filter((id) => !ids.includes(id))).toEqual([]);
    });

    it('refuses a form without the token of its session, or with that of another', async () => {
      const { own, id } = await person();
      const other = await person();
      const { text } = await other.own.get('/account');
      const foreign = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(foreign).not.toBe('');
      for (const path of ['name', 'password', 'tokens', 'tokens/x/revoke', 'sessions/x/end', 'sessions/end-others']) {
        for (const token of ['', foreign]) {
          const answer = await own.post(`/account/${path}`, {
            token,
            displayName: 'Eve',
            password: NEXT,
            label: 'Eve',
          });
          expect([path, answer.status]).toEqual([path, 403]);
        }
      }
      expect((await own.post('/signout', { token: foreign })).status).toBe(403);
      expect(await userNamed(id)).toBe('Ada Example');
      expect((await own.get('/account')).status).toBe(200);
    });

    it('changes the name, and shows an error beside the field', async () => {
      const { own, id } = await person();
      const saved = await own.submit('/account', '/account/name', { displayName: '  Grace Example ' });
      expect([saved.status, saved.headers.location]).toEqual([303, '/account?done=name']);
      expect(await userNamed(id)).toBe('Grace Example');
      expect((await own.get('/account?done=name')).text).toContain('Your name is saved.');
      const refused = await own.submit('/account', '/account/name', { displayName: 'x'.repeat(65) });
      expect(refused.status).toBe(400);
      expect(refused.text).toMatch(/aria-describedby="displayName-hint displayName-error"\s+aria-invalid="true"/);
      expect(refused.text).toContain('<p class="error" id="displayName-error">The name takes 1 to 64 characters.</p>');
      expect(await userNamed(id)).toBe('Grace Example');
    });
  });

  describe('a password', () => {
    const change = (own: Browser, current: string, password: string) =>
      own.submit('/account', '/account/password', { current, password });

    it('changes with the one before, and ends all other sessions', async () => {
      const { own, email, id } = await person();
      const elsewhere = await entered(id);
      expect((await change(own, PASSWORD, NEXT)).headers.location).toBe('/account?done=password');
      expect((await own.get('/account')).status).toBe(200);
      expect((await elsewhere.get('/account')).status).toBe(303);
      expect((await browser().signIn(email, PASSWORD)).status).toBe(403);
      expect((await browser().signIn(email, NEXT)).status).toBe(303);
    });

    it('stays as it is without the one before, which cannot be guessed here either', async () => {
      const { own, id } = await person();
      for (let i = 0; i < 5; i++) {
        const answer = await change(own, 'not the password', NEXT);
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('id="current-error"')]);
      }
      expect((await change(own, PASSWORD, NEXT)).status).toBe(400);
      server.clock.advance(61_000);
      expect((await change(await entered(id), PASSWORD, NEXT)).status).toBe(303);
    });

    it.each([
      ['a short one', 'aB3$xyz'],
      ['one that is too long', 'many words '.repeat(100)],
      ['a common one', 'password123'],
      ['a common one in disguise', 'P@ssw0rd!'],
      ['a row of keys', 'qwertzuiop'],
      ['one repeated', 'aaaaaaaaaaaaaaaa'],
      ['a year of birth', '12.04.1985'],
      ['the name of its owner', 'ada.example'],
    ])('is refused when it is %s', async (_, password) => {
      const { own, email } = await person();
      const answer = await change(own, PASSWORD, password);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('id="password-error"')]);
      expect((await browser().signIn(email, PASSWORD)).status).toBe(303);
    });

    it('is set for the first time by a user with a recent session from an invite, and not by one whom a provider vouched for', async () => {
      const email = `owner${++count}@example.com`;
      const id = await server.dispatcher.run(new CreateUser(email, 'Ada Example'));
      const organizationId = await server.dispatcher.run(new CreateOrganization(id, 'Example'));
      const vouched = await entered(id, { kind: 'saml', providerId: 'provider', organizationId });
      expect((await vouched.get('/account')).text).toContain('single sign-on');
      expect((await change(vouched, '', NEXT)).status).toBe(403);
      expect((await browser().signIn(email, NEXT)).status).toBe(403);
      const invited = await entered(id, { kind: 'invite' });
      expect((await invited.get('/account')).text).not.toContain('name="current"');
      server.clock.advance(HOUR + 1000);
      const late = await change(invited, '', NEXT);
      expect([late.status, late.text]).toEqual([400, expect.stringContaining('too long ago')]);
      expect((await browser().signIn(email, NEXT)).status).toBe(403);
      const fresh = await entered(id, { kind: 'invite' });
      expect((await change(fresh, '', NEXT)).status).toBe(303);
      expect((await browser().signIn(email, NEXT)).status).toBe(303);
    });

    it('is hashed as it is stored, slowly and with a salt of its own', async () => {
      const [one, two] = [await person(), await person()];
      const rows = await server.rows<{ hash: string }>(
        'select hash from organization.password where user_id = any($1)',
        [[one.id, two.id]],
      );
      expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
      for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    });
  });

  describe('a link to set a password', () => {
    it('is valid once, for an hour, until there is another, and for its user only', async () => {
      const { id, email, own } = await person();
      const link = async () => `/password/${(await server.dispatcher.run(new MakePasswordLink(id))).secret}`;
      const first = await link();
      const second = await link();
      expect((await browser().get(first)).status).toBe(404);
      const shown = await browser().get(second);
      expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(email)]);
      expect((await browser().post(second, { password: 'short' })).status).toBe(400);
      const set = await browser().post(second, { password: NEXT });
      expect([set.status, set.headers.location]).toEqual([303, '/signin?done=password']);
      expect((await browser().post(second, { password: PASSWORD })).status).toBe(404);
      expect((await own.get('/account')).status).toBe(303);
      expect((await browser().signIn(email, NEXT)).status).toBe(303);
      const late = await link();
      server.clock.advance(3_600_001);
      expect((await browser().post(late, { password: PASSWORD })).status).toBe(404);
    });

    it('is not to be found in the database', async () => {
      const { id } = await person();
      const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
      const rows = await server.rows('select * from organization.password_link where user_id = $1', [id]);
      expect(JSON.stringify(rows)).not.toContain(secret);
    });

    it('lets a locked user sign in again', async () => {
      const { id, email } = await person();
      for (let i = 0; i < 5; i++) await browser().signIn(email, 'not the password');
      const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
      await browser().post(`/password/${secret}`, { password: NEXT });
      expect((await browser().signIn(email, NEXT)).status).toBe(303);
    });
  });

  describe('tokens', () => {
    it('are shown once, work in the API, and stop when they are revoked', async () => {
      const { own } = await person();
      const made = await own.submit('/account', '/account/tokens', { label: 'Build server', days: '30' });
      expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store']);
      const token = /<code class="secret">(quire_[0-9A-Za-z]{43})<\/code>/.exec(made.text)?.[1] ?? '';
      const listed = await server.as(token).get('/v1/user/tokens');
      const days = (Date.parse(listed.body.items[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(30);
      const { text } = await own.get('/account');
      expect(text).toContain('Build server');
      expect(text).not.toContain(token);
      const path = /action="(\/account\/tokens\/[^"]+\/revoke)"/.exec(text)?.[1] ?? '';
      expect((await own.submit('/account', path, {})).headers.location).toBe('/account?done=revoked');
      expect((await server.as(token).get('/v1/user')).status).toBe(401);
    });

    it('may work without an end, and need a name', async () => {
      const { own } = await person();
      const made = await own.submit('/account', '/account/tokens', { label: 'For ever', days: '' });
      expect(made.text).toContain('It works until you revoke it.');
      const refused = await own.submit('/account', '/account/tokens', { label: ' ', days: '7' });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('id="label-error"')]);
    });

    it('of others are neither shown nor revoked', async () => {
      const { own } = await person();
      const other = await server.user();
      const { items } = (await other.api.get('/v1/user/tokens')).body;
      await own.submit('/account', `/account/tokens/${items[0]?.id}/revoke`, {});
      expect((await other.api.get('/v1/user')).status).toBe(200);
    });
  });

  describe('sessions', () => {
    it('are listed and ended one by one, or all but this', async () => {
      const { own, id } = await person();
      const [second, third, fourth] = [await entered(id), await entered(id), await entered(id)];
      const { text } = await own.get('/account');
      expect(text.match(/<strong>This browser/g)).toHaveLength(1);
      const paths = [...text.matchAll(/action="(\/account\/sessions\/[^"]+\/end)"/g)].map(([, path = '']) => path);
      expect(paths).toHaveLength(3);
      await own.submit('/account', paths[0] ?? '', {});
      const statuses = async () =>
        Promise.all([second, third, fourth].map(async (one) => (await one.get('/account')).status));
      expect((await statuses()).sort()).toEqual([200, 200, 303]);
      await own.submit('/account', '/account/sessions/end-others', {});
      expect(await statuses()).toEqual([303, 303, 303]);
      expect((await own.get('/account')).status).toBe(200);
    });

    it('of others are not ended', async () => {
      const { own } = await person();
      const other = await person();
      const [row] = await server.rows<{ id: string }>('select id from organization.session where user_id = $1', [
        other.id,
      ]);
      await own.submit('/account', `/account/sessions/${row?.id}/end`, {});
      expect((await other.own.get('/account')).status).toBe(200);
    });
  });
});
