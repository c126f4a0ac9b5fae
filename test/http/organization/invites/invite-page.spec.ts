import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CreateUser, UserByEmail } from '#organization';
import { Browser } from '#testing/browser';
import { messagesOf } from '#testing/test-outbox';
import { TestServer, type TestUser } from '#testing/test-server';
import { OpenSession } from '../../../../src/organization/sign-in/application/session/open-session.js';

describe('invite page', () => {
  const PASSWORD = 'four walnut kettles sing';

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let orgs: string;
  /** The page of an invite link without a session. */
  let link: string;
  let count = 0;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    ada = await server.administrator();
    orgs = `/v1/orgs/${ada.organization}`;
    await ada.api.patch(orgs, { title: 'Exa<b>mple' });
    link = `/invite/${(await ada.api.post(`${orgs}/link-invites`, { role: 'edit' })).body.id}`;
  });

  const browser = () => new Browser(server.app);
  const newcomer = () => ({ email: `new${++count}@example.com`, displayName: 'Grace Example', password: PASSWORD });
  const userOf = (email: string) => server.dispatcher.ask(new UserByEmail(email));

  async function roleOf(userId: string | undefined): Promise<unknown> {
    const { status, body } = await ada.api.get(`${orgs}/members/${userId}`);
    return status === 200 ? body.role : undefined;
  }

  /** Mails an invite; returns the page that its message links to. */
  async function mailed(email: string): Promise<string> {
    expect((await ada.api.post(`${orgs}/invites`, { emails: [email], role: 'review' })).status).toBe(200);
    await server.runJobs();
    return `/invite/${messagesOf(server).find(({ to }) => to === email)?.secret}`;
  }

  describe('an invite', () => {
    it('creates a user for a newcomer, admits and signs them in', async () => {
      const own = browser();
      const shown = await own.get(link);
      expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Join Exa&lt;b&gt;mple')]);
      const person = newcomer();
      const answer = await own.post(link, person);
      expect([answer.status, answer.headers.location]).toEqual([303, '/account?done=joined']);
      expect((await own.get('/account?done=joined')).text).toContain('Grace Example');
      expect(await roleOf(await userOf(person.email))).toBe('edit');
      expect((await browser().signIn(person.email, PASSWORD)).status).toBe(303);
    });

    it('is for the address it was mailed to, whatever the form says, and works once', async () => {
      const { email, ...rest } = newcomer();
      const path = await mailed(email);
      expect((await browser().get(path)).text).toContain(email);
      expect((await browser().post(path, { ...rest, email: 'other@example.com' })).status).toBe(303);
      expect(await userOf('other@example.com')).toBeUndefined();
      const id = await userOf(email);
      expect(await roleOf(id)).toBe('review');
      expect(await server.rows('select email_verified from organization."user" where id = $1', [id])).toEqual([
        { email_verified: true },
      ]);
      expect((await browser().get(path)).status).toBe(404);
    });

    it.each([
      ['email', { email: 'nobody' }],
      ['displayName', { displayName: ' ' }],
      ['password', { password: 'password1' }],
    ])('shows the fault beside %s, and creates no user', async (name, wrong) => {
      const person = { ...newcomer(), ...wrong };
      const own = browser();
      const answer = await own.post(link, person);
      expect([answer.status, own.cookies.size]).toEqual([400, 0]);
      expect([...answer.text.matchAll(/id="(\w+)-error"/g)].map(([, field]) => field)).toEqual([name]);
      expect(answer.text).not.toContain(PASSWORD);
      expect(await userOf(person.email)).toBeUndefined();
    });

    it('lets those who have an account sign in, and comes back to the invite', async () => {
      const person = newcomer();
      await server.dispatcher.run(new CreateUser(person.email, 'Grace'));
      const answer = await browser().post(link, person);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('sign in with it instead')]);
      expect(answer.text).toContain(`href="/signin?next=${link}"`);
    });

    it('is accepted by a signed-in user with one form, whose token is of their session', async () => {
      const id = await server.dispatcher.run(new CreateUser(newcomer().email, 'Grace Example'));
      const own = browser();
      own.cookies.set('quire_session', (await server.dispatcher.run(new OpenSession(id, { kind: 'password' }))).secret);
      expect((await own.get(link)).text).not.toContain('type="password"');
      expect((await own.post(link, {})).status).toBe(403);
      expect(await roleOf(id)).toBeUndefined();
      expect((await own.submit(link, link, {})).headers.location).toBe('/account?done=joined');
      expect(await roleOf(id)).toBe('edit');
      const another = newcomer().email;
      expect((await own.get(await mailed(another))).text).toContain(`This invite is for ${another}`);
    });

    it('is not found where the organization allows no links, and admits no one', async () => {
      const own = browser();
      await own.get(link);
      await ada.api.patch(orgs, { inviteLinks: false });
      const person = newcomer();
      expect((await own.post(link, person)).status).toBe(404);
      expect(await userOf(person.email)).toBeUndefined();
    });

    it('that is not there is said to be gone', async () => {
      const answer = await browser().get('/invite/unknown');
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await browser().post('/invite/unknown', newcomer())).status).toBe(404);
    });
  });
});
