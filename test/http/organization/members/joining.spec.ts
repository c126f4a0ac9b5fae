import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';

describe('joining', () => {
  let server: TestServer;
  let open: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    open = await server.administrator('Open');
    await open.api.patch(`/v1/orgs/${open.organization}`, {
      emailDomains: ['corp.example', 'corp.example.org'],
      defaultRole: 'edit',
      mergeRules: { type: 'rules', rules: [{ rule: 'allow_bypass', users: [open.id] }] },
    });
  });

  afterAll(() => server.stop());

  const join = (user: TestUser, organization = open.organization) => user.api.post(`/v1/orgs/${organization}/join`);

  const roleOf = async (user: TestUser) => (await server.caller(user.id)).roles.get(open.organization);

  const actionsOf = async (organization: string): Promise<string[]> =>
    (
      await server.rows<{ action: string }>(
        `select payload->>'action' as action from public.event
       where organization_id = $1 and name = 'kernel.audited' order by id`,
        [organization],
      )
    ).map(({ action }) => action);

  describe('joining by e-mail domain', () => {
    it('admits a user with a verified address of the domain as a member with the default role', async () => {
      const user = await server.user('Joining', 'joining@Corp.Example', true);
      expect((await join(user)).status).toBe(204);
      expect((await user.api.get(`/v1/orgs/${open.organization}`)).status).toBe(200);
      expect(await roleOf(user)).toBe('edit');
      expect((await join(user)).status).toBe(204);
      expect(await actionsOf(open.organization)).toContain('member.joined');
    });

    it('is no error when done several times at once', async () => {
      const user = await server.user('Joining', 'hasty@corp.example', true);
      const answers = await Promise.all(Array.from({ length: 5 }, () => join(user)));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204));
      expect(await server.rows('select 1 from organization.member where user_id = $1', [user.id])).toHaveLength(1);
    });

    it('is refused where the address is not verified or of another domain', async () => {
      const unverified = await server.user('Joining', 'unverified@corp.example');
      const elsewhere = await server.user('Joining', 'me@sub.corp.example', true);
      expect([(await join(unverified)).status, (await join(elsewhere)).status]).toEqual([400, 400]);
      expect(await roleOf(unverified)).toBeUndefined();
      expect((await join(elsewhere, 'nothing')).status).toBe(404);
    });

    it('is found by the domain, with no more of the organization than one needs to choose', async () => {
      const find = async (user: TestUser, domain: string) =>
        (await user.api.get(`/v1/email-domains/${domain}/orgs`)).body;
      const user = await server.user('Looking', 'looking@corp.example', true);
      const { organizations } = await find(user, 'CORP.example');
      expect(organizations).toHaveLength(1);
      expect(organizations[0]).toMatchObject({
        id: open.organization,
        title: 'Open',
        emailDomains: ['corp.example'],
        mergeRules: { type: 'rules', rules: [] },
        permissions: { view: false, admin: false },
      });
      expect(organizations[0]).not.toHaveProperty('defaultRole');
      expect(await find(user, 'corp.example.org')).toEqual({ organizations: [] });
      const unverified = await server.user('Looking', 'unsure@corp.example');
      expect(await find(unverified, 'corp.example')).toEqual({ organizations: [] });
      const { organizations: own } = await find(open, 'corp.example');
      expect(own[0]).toMatchObject({ defaultRole: 'edit', permissions: { admin: true } });
    });
  });
});
