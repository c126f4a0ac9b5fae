import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AcceptInvite, CreateUser, InviteBySecret } from '#organization';
import { messagesOf, type SentMessage } from '#testing/test-outbox';
import { TestServer, type TestUser } from '#testing/test-server';

describe('invites', () => {
  const DAY_MS = 86_400_000;

  type Owner = TestUser & { organization: string };

  let server: TestServer;
  let ada: Owner;
  let path: string;
  let addresses = 0;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator('Example');
    path = `/v1/orgs/${ada.organization}`;
  });

  afterAll(() => server.stop());

  const newAddress = (): string => `invited${++addresses}@example.net`;

  /** Invites an address and returns the message that was mailed to it. */
  async function invite(owner: Owner, email: string, body: object = {}): Promise<SentMessage> {
    const { status } = await owner.api.post(`/v1/orgs/${owner.organization}/invites`, { emails: [email], ...body });
    expect(status).toBe(200);
    await server.runJobs();
    const message = messagesOf(server).findLast(({ to }) => to === email.toLowerCase());
    if (!message) throw new Error(`Nothing was mailed to ${email}`);
    return message;
  }

  const accept = (user: TestUser, owner: Owner, key: string) =>
    user.api.post(`/v1/orgs/${owner.organization}/invites/${key}`);

  const roleOf = async (user: TestUser, organization = ada.organization) =>
    (await server.caller(user.id)).roles.get(organization);

  const isVerified = async ({ id }: TestUser): Promise<boolean | undefined> =>
    (await server.rows<{ v: boolean }>('select email_verified as v from organization."user" where id = $1', [id]))[0]
      ?.v;

  const inviteIdOf = async (email: string): Promise<string> =>
    (await server.rows<{ id: string }>('select id from organization.invite where email = $1', [email]))[0]?.id ?? '';

  const actionsOf = async (organization: string): Promise<string[]> =>
    (
      await server.rows<{ action: string }>(
        `select payload->>'action' as action from public.event
       where organization_id = $1 and name = 'kernel.audited' order by id`,
        [organization],
      )
    ).map(({ action }) => action);

  describe('POST /v1/orgs/{organizationId}/invites', () => {
    it('mails a link to everyone who is not in the organization yet', async () => {
      const member = await server.member(ada.organization, 'read');
      const { body: profile } = await member.api.get(`/v1/user`);
      const [first, second] = [newAddress(), newAddress()];
      const { status, body } = await ada.api.post(`${path}/invites`, {
        emails: [first.toUpperCase(), { email: second, role: 'edit' }, first, profile.email],
      });
      expect(status).toBe(200);
      expect(body).toEqual({ users: [member.id], invited: 2 });
      await server.runJobs();
      const sent = messagesOf(server).filter(({ to }) => [first, second].includes(to));
      expect(sent.map(({ to }) => to).sort()).toEqual([first, second].sort());
      expect(sent[0]?.subject).toBe('Join Example');
      expect(sent[0]?.text).toContain('Ada Example invites you to join Example.');
      expect(sent[0]?.text).toContain(`http://quire.test/invite/${sent[0]?.secret}`);
      expect(sent[0]?.secret).toMatch(/^[0-9A-Za-z]{43}$/);
    });

    it('creates no user and stores only the hash of a secret', async () => {
      const email = newAddress();
      await ada.api.post(`${path}/invites`, { emails: [email] });
      expect(await server.rows('select 1 from organization."user" where email = $1', [email])).toEqual([]);
      const [job] = await server.rows<{ payload: string }>('select payload::text from graphile_worker._private_jobs');
      expect(job?.payload).not.toContain(email);
      await server.runJobs();
      const secret = messagesOf(server).findLast(({ to }) => to === email)?.secret ?? '';
      const tables = await server.rows<{ text: string }>(
        `select i::text as text from organization.invite i
       union all select payload::text from public.event union all select body from kernel.idempotent_request`,
      );
      expect(tables.map(({ text }) => text ?? '').join()).not.toContain(secret);
    });

    it('uses the default role of the organization for those without one of their own', async () => {
      const owner = await server.administrator();
      await owner.api.patch(`/v1/orgs/${owner.organization}`, { defaultRole: 'comment' });
      const roles: [object, string | null][] = [
        [{}, 'comment'],
        [{ role: 'review' }, 'review'],
        [{ role: null }, null],
      ];
      for (const [body, role] of roles) {
        const email = newAddress();
        const { secret } = await invite(owner, email, body);
        const user = await server.user('Invited', email);
        expect((await accept(user, owner, secret)).status).toBe(200);
        expect(await roleOf(user, owner.organization)).toBe(role);
      }
    });

    it('invites only addresses of the organization to sign in by SSO, and reports which failed', async () => {
      const owner = await server.administrator();
      await owner.api.patch(`/v1/orgs/${owner.organization}`, { emailDomains: ['sso.example'] });
      const { body } = await owner.api.post(`/v1/orgs/${owner.organization}/invites`, {
        emails: ['in@sso.example', 'out@example.net'],
        sso: true,
      });
      expect(body).toEqual({ users: [], invited: 1, failedSSOEmails: ['out@example.net'] });
    });

    it.each([
      [{}],
      [{ emails: [] }],
      [{ emails: 'a@example.com' }],
      [{ emails: ['nobody'] }],
      [{ emails: [1] }],
      [{ emails: [{ email: 'a@example.com' }] }],
      [{ emails: [{ email: 'a@example.com', role: 'owner' }] }],
      [{ emails: ['a@example.com'], role: 'owner' }],
      [{ emails: Array(101).fill('a@example.com') }],
    ])('refuses what is no list of 1 to 100 people (%#)', async (body) => {
      expect((await ada.api.post(`${path}/invites`, body)).status).toBe(400);
    });

    it('is for administrators', async () => {
      const creator = await server.member(ada.organization, 'create');
      const body = { emails: [newAddress()] };
      expect((await creator.api.post(`${path}/invites`, body)).status).toBe(403);
      expect((await (await server.user()).api.post(`${path}/invites`, body)).status).toBe(404);
    });
  });

  describe('a mailed invite', () => {
    it('admits the user with its address and its secret in the next request, and verifies the address', async () => {
      const email = newAddress();
      const { secret } = await invite(ada, email, { role: 'edit' });
      const user = await server.user('Invited', email);
      expect((await user.api.get(path)).status).toBe(404);
      expect(await isVerified(user)).toBe(false);
      const { status, body } = await accept(user, ada, secret);
      expect([status, body]).toEqual([200, {}]);
      expect((await user.api.get(path)).status).toBe(200);
      expect(await roleOf(user)).toBe('edit');
      expect(await isVerified(user)).toBe(true);
      expect(await actionsOf(ada.organization)).toEqual(
        expect.arrayContaining(['invite.created', 'member.joined', 'invite.accepted']),
      );
    });

    it('is accepted by its id only by a user whose address is verified', async () => {
      const email = newAddress();
      await invite(ada, email);
      const inviteId = await inviteIdOf(email);
      const unverified = await server.user('Invited', email);
      expect((await accept(await server.user(), ada, inviteId)).status).toBe(404);
      expect((await accept(unverified, ada, inviteId)).status).toBe(403);
      await server.rows('update organization."user" set email_verified = true where id = $1', [unverified.id]);
      expect((await accept(unverified, ada, inviteId)).status).toBe(200);
    });

    it('is for no other user, not even with the secret', async () => {
      const { secret } = await invite(ada, newAddress());
      const other = await server.user('Other', undefined, true);
      expect((await accept(other, ada, secret)).status).toBe(403);
      expect((await other.api.get(path)).status).toBe(404);
    });

    it('gives access only to its organization', async () => {
      const email = newAddress();
      const { secret } = await invite(ada, email);
      const user = await server.user('Invited', email);
      const foreign = await server.administrator();
      expect((await accept(user, foreign, secret)).status).toBe(404);
    });

    it('works once: again is no error for a member, and does not readmit a removed one', async () => {
      const email = newAddress();
      const { secret } = await invite(ada, email);
      const user = await server.user('Invited', email);
      expect((await accept(user, ada, secret)).status).toBe(200);
      expect((await accept(user, ada, secret)).status).toBe(200);
      await server.rows('delete from organization.member where user_id = $1', [user.id]);
      expect((await accept(user, ada, secret)).status).toBe(404);
    });

    it('admits a user once who accepts it several times at once', async () => {
      const email = newAddress();
      const { secret } = await invite(ada, email);
      const user = await server.user('Invited', email);
      const answers = await Promise.all(Array.from({ length: 6 }, () => accept(user, ada, secret)));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect(await server.rows('select 1 from organization.member where user_id = $1', [user.id])).toHaveLength(1);
      const events = await server.rows(
        `select 1 from public.event where name = 'organization.invite-accepted' and payload->>'userId' = $1`,
        [user.id],
      );
      expect(events).toHaveLength(1);
    });

    it('ends after 7 days', async () => {
      const email = newAddress();
      const { secret } = await invite(ada, email);
      const user = await server.user('Invited', email, true);
      server.clock.advance(7 * DAY_MS - 1000);
      expect(await server.dispatcher.ask(new InviteBySecret(secret))).toBeDefined();
      server.clock.advance(2000);
      expect(await server.dispatcher.ask(new InviteBySecret(secret))).toBeUndefined();
      expect((await accept(user, ada, secret)).status).toBe(404);
    });

    it('takes the place of the one mailed before', async () => {
      const email = newAddress();
      const before = await invite(ada, email, { role: 'admin' });
      const { secret } = await invite(ada, email, { role: 'read' });
      const user = await server.user('Invited', email);
      expect((await accept(user, ada, before.secret)).status).toBe(404);
      expect((await accept(user, ada, secret)).status).toBe(200);
      expect(await roleOf(user)).toBe('read');
    });

    it('sent twice at once is one invite', async () => {
      const email = newAddress();
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => ada.api.post(`${path}/invites`, { emails: [email] })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await server.rows('select 1 from organization.invite where email = $1', [email])).toHaveLength(1);
    });

    it('shows a summary to those who open it, and is accepted by a user created for it', async () => {
      const email = newAddress();
      const { secret } = await invite(ada, email, { role: 'review' });
      expect(await server.dispatcher.ask(new InviteBySecret(secret))).toEqual({
        organizationId: ada.organization,
        organizationTitle: 'Example',
        email,
        role: 'review',
        target: { type: 'organization' },
        expiresAt: expect.any(Date),
      });
      const userId = await server.dispatcher.run(new CreateUser(email, 'New'));
      expect(await server.dispatcher.run(new AcceptInvite(secret, userId))).toEqual({
        organizationId: ada.organization,
      });
      expect((await server.caller(userId)).roles.get(ada.organization)).toBe('review');
      expect(await server.dispatcher.ask(new InviteBySecret(secret))).toBeUndefined();
    });

    it('is removed a month after it was of use', async () => {
      const email = newAddress();
      await invite(ada, email);
      server.clock.advance(36 * DAY_MS);
      await server.runJob('organization.purge-invites');
      expect(await inviteIdOf(email)).not.toBe('');
      server.clock.advance(2 * DAY_MS);
      await server.runJob('organization.purge-invites');
      expect(await inviteIdOf(email)).toBe('');
    });
  });
});
