import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateOrganization, CreateUser, MakePasswordLink } from '#organization';
import { Browser } from '#testing/browser';
import { messagesOf } from '#testing/test-outbox';
import { TestServer } from '#testing/test-server';

describe('forgotten password', () => {
  const PASSWORD = 'four walnut kettles sing';
  const NEXT = 'seven amber lanterns hum';
  const MINUTE = 60_000;

  let server: TestServer;
  let count = 0;
  let clients = 0;

  beforeAll(async () => {
    // Each person uses an address of their own, so that only the tests for it use up its attempts.
    server = await TestServer.start({ env: { QUIRE_TRUSTED_PROXIES: '127.0.0.1' } });
  });
  afterAll(() => server.stop());

  const HERE = { 'sec-fetch-site': 'same-origin' };
  const browser = () => new Browser(server.app);
  const newAddress = () => `reader${++count}@example.com`;

  const ask = (email: string, client = `203.0.113.${++clients}`) =>
    browser().post('/password', { email }, { ...HERE, 'x-forwarded-for': client });

  /** The messages to an address, after all jobs have run: the request, then the mail it causes. */
  async function mailsTo(email: string) {
    await server.runJobs();
    await server.runJobs();
    return messagesOf(server).filter(({ to }) => to === email);
  }

  async function linkFor(email: string): Promise<string> {
    await ask(email);
    const mails = await mailsTo(email);
    return `/password/${mails.at(-1)?.secret}`;
  }

  /** A user with a password, whose address is verified by default. */
  async function person({ verified = true, password = true } = {}) {
    const email = newAddress();
    const id = await server.dispatcher.run(new CreateUser(email, 'Ada Example', verified));
    const organization = await server.dispatcher.run(new CreateOrganization(id, 'Example'));
    if (password) {
      const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
      expect((await browser().post(`/password/${secret}`, { password: PASSWORD })).status).toBe(303);
    }
    return { id, email, organization };
  }

  const auditedOf = (id: string) =>
    server.rows<{ action: string; address: string; source: string; payload: object }>(
      `select payload->>'action' as action, payload->'origin'->>'address' as address,
       payload->'origin'->>'source' as source, payload->'payload' as payload
     from public.event where name = 'kernel.audited' and payload->'target'->>'id' = $1 order by id`,
      [id],
    );

  describe('a user who forgot their password', () => {
    it('gets a link by mail to set another, which ends all sessions', async () => {
      const { email, id } = await person();
      const elsewhere = browser();
      await elsewhere.signIn(email, PASSWORD);
      for (let i = 0; i < 5; i++) await browser().signIn(email, 'not the password');
      expect((await browser().signIn(email, PASSWORD)).status).toBe(403);
      const link = await linkFor(email);
      expect((await browser().get(link)).text).toContain(email);
      const set = await browser().post(link, { password: NEXT });
      expect([set.status, set.headers.location]).toEqual([303, '/signin?done=password']);
      expect((await elsewhere.get('/account')).status).toBe(303);
      expect((await browser().signIn(email, PASSWORD)).status).toBe(403);
      expect((await browser().signIn(email, NEXT)).status).toBe(303);
      const [row] = await server.rows('select failures from organization.password where user_id = $1', [id]);
      expect(row).toEqual({ failures: 0 });
    });

    it('gets there from the sign-in page and back, and is asked to wait for a message', async () => {
      expect((await browser().get('/signin')).text).toContain('<a href="/password">');
      expect((await browser().get('/password')).text).toContain('action="/password"');
      const answer = await ask(newAddress());
      expect([answer.status, answer.headers.location]).toEqual([303, '/password?done=sent']);
      expect((await browser().get('/password?done=sent')).text).toContain('a link is on its way');
    });

    it('reads in the message whom it is for, how long the link is good, and no word of the password', async () => {
      const { email } = await person();
      await ask(email.toUpperCase());
      const [message, ...others] = await mailsTo(email);
      expect(others).toEqual([]);
      expect(message?.subject).toBe('Set a new password for quire.test');
      expect(message?.text).toMatch(/Set a new password: http:\/\/quire\.test\/password\/[0-9A-Za-z]{43}/);
      expect(message?.text).toMatch(/works once, and until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    });

    it('uses the link once, within the hour, and only the newest', async () => {
      const { email } = await person();
      const first = await linkFor(email);
      const second = await linkFor(email);
      expect((await browser().post(first, { password: NEXT })).status).toBe(404);
      expect((await browser().post(second, { password: 'short' })).status).toBe(400);
      expect((await browser().post(second, { password: NEXT })).status).toBe(303);
      expect((await browser().post(second, { password: PASSWORD })).status).toBe(404);
      const late = await linkFor(email);
      server.clock.advance(60 * MINUTE + 1000);
      expect((await browser().get(late)).status).toBe(404);
      expect((await browser().post(late, { password: PASSWORD })).status).toBe(404);
    });

    it('finds the link in no table of the server', async () => {
      const { email, id } = await person();
      await ask(email);
      await server.runJobs();
      const jobs = await server.rows<{ payload: object }>('select payload from graphile_worker._private_jobs');
      const kept = await server.rows('select * from organization.password_link where user_id = $1', [id]);
      const [message] = await mailsTo(email);
      expect(message?.secret).toMatch(/^[0-9A-Za-z]{43}$/);
      expect(JSON.stringify([jobs, kept, await auditedOf(id)])).not.toContain(message?.secret);
    });

    it('appears in the audit trail of their organizations: the mail, the origin of the request, and the change', async () => {
      const { email, id } = await person();
      await ask(email, '198.51.100.9');
      const [message] = await mailsTo(email);
      await browser().post(`/password/${message?.secret}`, { password: NEXT });
      expect((await auditedOf(id)).slice(1)).toMatchObject([
        { action: 'user.password-link-mailed', address: '198.51.100.9', source: 'ui' },
        { action: 'user.password-changed', address: '127.0.0.1', source: 'ui', payload: { first: false } },
      ]);
    });

    it('is not mailed a link that has become useless while the mail server was away', async () => {
      const { email } = await person();
      await ask(email);
      await server.runJobs();
      server.clock.advance(60 * MINUTE + 1000);
      expect(await mailsTo(email)).toEqual([]);
    });
  });

  describe('who is mailed a link', () => {
    it('can not be recognized by the response, nor by the work that the server does for it', async () => {
      const { email } = await person();
      const seen = async (address: string) => {
        const before = await server.rows('select id from graphile_worker._private_jobs');
        const { status, headers, text } = await ask(address);
        const after = await server.rows('select id from graphile_worker._private_jobs');
        return {
          status,
          location: headers.location,
          text,
          cookies: headers['set-cookie'],
          jobs: after.length - before.length,
        };
      };
      const known = await seen(email);
      expect(known).toEqual({ status: 303, location: '/password?done=sent', text: '', cookies: undefined, jobs: 1 });
      expect(await seen('nobody@example.com')).toEqual(known);
      expect(await seen((await person({ verified: false })).email)).toEqual(known);
    });

    it('gets no mail without an account', async () => {
      const email = newAddress();
      await ask(email);
      expect(await mailsTo(email)).toEqual([]);
    });

    it('gets no mail at an unverified address', async () => {
      const { email } = await person({ verified: false });
      await ask(email);
      expect(await mailsTo(email)).toEqual([]);
    });

    it('may have no password yet', async () => {
      const { email } = await person({ password: false });
      await browser().post(await linkFor(email), { password: NEXT });
      expect((await browser().signIn(email, NEXT)).status).toBe(303);
    });

    it('is whom an organization has invited by mail, as long as the invite is open and not for single sign-on', async () => {
      const ada = await server.administrator();
      const invites = `/v1/orgs/${ada.organization}/invites`;
      const { email } = await person({ verified: false });
      const mailed = async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Set')).length;
      await ada.api.patch(`/v1/orgs/${ada.organization}`, { emailDomains: ['example.com'] });
      await ada.api.post(invites, { emails: [email], sso: true });
      await ask(email);
      expect(await mailed()).toBe(0);
      await ada.api.post(invites, { emails: [email] });
      await ask(email);
      expect(await mailed()).toBe(1);
      server.clock.advance(8 * 24 * 60 * MINUTE);
      await ask(email);
      expect(await mailed()).toBe(1);
    });

    it('may be a member of an organization that requires single sign-on, which the password does not open', async () => {
      const { email, organization } = await person();
      await server.pool.query('update organization.organization set sso = true where id = $1', [organization]);
      await browser().post(await linkFor(email), { password: NEXT });
      const own = browser();
      expect((await own.signIn(email, NEXT)).status).toBe(303);
      expect((await own.get(`/v1/orgs/${organization}`)).status).toBe(404);
      expect(JSON.parse((await own.get('/v1/orgs')).text)).toMatchObject({ items: [] });
    });
  });

  describe('a link that was mailed', () => {
    /** An account that one person created with the address of another, who is invited later. */
    async function squatted() {
      const { email, id } = await person({ verified: false });
      const squatter = await server.user('Squatter', newAddress());
      await server.pool.query('update organization.token set user_id = $1 where user_id = $2', [id, squatter.id]);
      expect((await squatter.api.get('/v1/user')).body.id).toBe(id);
      const ada = await server.administrator();
      await ada.api.post(`/v1/orgs/${ada.organization}/invites`, { emails: [email] });
      return { email, id, squatter };
    }

    it('proves the address: it is verified, and earlier users of the account lose access', async () => {
      const { email, id, squatter } = await squatted();
      expect((await browser().post(await linkFor(email), { password: NEXT })).status).toBe(303);
      const [user] = await server.rows('select email_verified from organization."user" where id = $1', [id]);
      expect(user).toEqual({ email_verified: true });
      expect((await squatter.api.get('/v1/user')).status).toBe(401);
      expect((await browser().signIn(email, PASSWORD)).status).toBe(403);
    });

    it('does not revoke the tokens of a user with a verified address', async () => {
      const { api } = await server.user('Grace', newAddress(), true);
      const email = String((await api.get('/v1/user')).body['email']);
      expect((await browser().post(await linkFor(email), { password: NEXT })).status).toBe(303);
      expect((await api.get('/v1/user')).status).toBe(200);
    });

    it('does not verify an address when the operator printed it', async () => {
      const { id } = await person({ verified: false });
      const [user] = await server.rows('select email_verified from organization."user" where id = $1', [id]);
      expect(user).toEqual({ email_verified: false });
    });

    it('sets one password when it is used twice at once', async () => {
      const { email } = await person();
      const link = await linkFor(email);
      const answers = await Promise.all(
        [NEXT, 'nine copper whistles rest'].map((password) => browser().post(link, { password })),
      );
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    });
  });

  describe('asking for links', () => {
    it('does not flood a mailbox: five in an hour, however they are requested, and the newest stays valid', async () => {
      const { email } = await person();
      await Promise.all(Array.from({ length: 4 }, () => ask(email)));
      expect(await mailsTo(email)).toHaveLength(1);
      for (let i = 0; i < 6; i++) {
        await ask(email);
        await mailsTo(email);
      }
      const mails = await mailsTo(email);
      expect(mails).toHaveLength(5);
      server.clock.advance(30 * MINUTE);
      expect((await browser().post(`/password/${mails.at(-1)?.secret}`, { password: NEXT })).status).toBe(303);
    });

    it('is possible again after the hour', async () => {
      const { email } = await person();
      for (let i = 0; i < 6; i++) await linkFor(email);
      expect(await mailsTo(email)).toHaveLength(5);
      server.clock.advance(60 * MINUTE + 1000);
      await ask(email);
      expect(await mailsTo(email)).toHaveLength(6);
    });

    it('has a bound for each address of a client, which is that of signing in', async () => {
      const client = '192.0.2.77';
      for (let i = 0; i < 60; i++) expect((await ask(`nobody${i}@example.com`, client)).status).toBe(303);
      const refused = await ask('nobody@example.com', client);
      expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Too many attempts')]);
      const fields = { email: 'nobody@example.com', password: PASSWORD };
      const headers = { ...HERE, 'x-forwarded-for': client };
      expect((await browser().post('/signin', fields, headers)).status).toBe(429);
      expect((await ask('nobody@example.com', '192.0.2.78')).status).toBe(303);
    });

    it.each(['', 'ada', 'ada@', '@example.com', 'a b@example.com', '"><script>'])(
      'is refused for %j',
      async (email) => {
        const { status, text } = await ask(email);
        expect([status, text]).toEqual([400, expect.stringContaining('id="email-error"')]);
        expect(text).not.toContain('<script');
      },
    );

    it('is refused from a page of another site', async () => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      expect((await browser().post('/password', { email: newAddress() }, headers)).status).toBe(403);
    });
  });
});
