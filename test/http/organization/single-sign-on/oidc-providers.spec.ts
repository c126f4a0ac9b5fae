import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestOidcSignIn } from '#testing/test-oidc-sign-in';
import { TestOpenIdProvider } from '#testing/test-openid-provider';
import { TestServer, type TestUser } from '#testing/test-server';

describe('providers of OpenID Connect', () => {
  let provider: TestOpenIdProvider;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let path: string;

  beforeAll(async () => {
    provider = await TestOpenIdProvider.start();
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: '127.0.0.1' } });
    ada = await server.administrator();
    path = `/v1/orgs/${ada.organization}/oidc`;
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  const team = async (title: string, by = ada): Promise<string> =>
    (await by.api.put(`/v1/orgs/${by.organization}/teams`, { title })).body.id;

  it('begin with a label, and show what they must know of this server', async () => {
    const { status, body, headers } = await ada.api.post(path, { label: ' Company ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'oidc-provider',
      id: body.id,
      label: 'Company',
      issuer: '',
      clientID: '',
      hasClientSecret: false,
      scopes: [],
      groupsClaim: 'groups',
      groupRules: [],
      defaultRole: 'read',
      createdAt: expect.any(String),
      status: 'pending',
      service: {
        redirectURL: `http://quire.test/oidc/${body.id}/callback`,
        startURL: `http://quire.test/oidc/${body.id}/start`,
        signedOutURL: 'http://quire.test/signin?done=signed-out',
        backChannelURL: `http://quire.test/oidc/${body.id}/backchannel-logout`,
      },
      urls: { location: headers.location },
    });
    expect((await ada.api.get(`${path}/${body.id}`)).body).toEqual(body);
  });

  it('are active once issuer and client are known, and never show the client secret, which is stored encrypted', async () => {
    const writers = await team('Writers');
    const given = {
      issuer: 'https://login.example.com/tenant/',
      clientID: 'quire',
      scopes: ['groups', 'groups'],
      groupsClaim: 'roles',
      groupRules: [
        { group: 'writers', role: 'edit' },
        { group: 'all', team: writers },
      ],
      defaultTeam: writers,
      defaultRole: null,
    };
    const clientSecret = 'quite a secret';
    const { status, body, text } = await ada.api.post(path, { label: 'Company', ...given, clientSecret });
    expect(status).toBe(201);
    const { defaultTeam, ...plain } = given;
    expect(body).toMatchObject({ ...plain, scopes: ['groups'], status: 'active', hasClientSecret: true });
    expect(body['defaultTeam']).toMatchObject({ object: 'team', id: defaultTeam });
    const stored = await server.rows('select * from organization.oidc_client_secret where provider_id = $1', [body.id]);
    expect(text + JSON.stringify(stored)).not.toContain(clientSecret);
    const without = await ada.api.patch(`${path}/${body.id}`, { clientSecret: null });
    expect(without.body).toMatchObject({ hasClientSecret: false, status: 'active' });
  });

  it.each([
    ['an issuer by http', { issuer: 'http://login.example.com' }, /issuer/],
    ['an issuer with a query', { issuer: 'https://login.example.com/?a=b' }, /issuer/],
    ['an issuer with a password', { issuer: 'https://a:b@login.example.com' }, /issuer/],
    ['what is no address', { issuer: 'login.example.com' }, /issuer/],
    ['a script', { issuer: 'javascript:alert(1)' }, /issuer/],
    ['a scope with a space', { scopes: ['a b'] }, /scopes/],
    ['an empty claim', { groupsClaim: ' ' }, /groupsClaim/],
    ['a rule without a role or team', { groupRules: [{ group: 'x' }] }, /groupRules/],
    ['a rule with a role that there is not', { groupRules: [{ group: 'x', role: 'king' }] }, /role/],
    ['a rule with an unknown team', { groupRules: [{ group: 'x', team: 'none' }] }, /team/],
    ['more rules than a hundred', { groupRules: Array(101).fill({ group: 'x', role: 'read' }) }, /groupRules/],
    ['an unknown default team', { defaultTeam: 'none' }, /defaultTeam/],
    ['an empty secret', { clientSecret: '' }, /clientSecret/],
  ])('refuse %s', async (_what, fields, message) => {
    const { status, body } = await ada.api.post(path, { label: 'x', ...fields });
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('take no team of another organization', async () => {
    const eve = await server.administrator();
    const theirs = await team('Theirs', eve);
    for (const fields of [{ defaultTeam: theirs }, { groupRules: [{ group: 'x', team: theirs }] }])
      expect((await ada.api.post(path, { label: 'x', ...fields })).status).toBe(400);
  });

  it('stay while members must sign in by them and there is no other', async () => {
    const grace = await server.administrator();
    const organization = `/v1/orgs/${grace.organization}`;
    const first = await TestOidcSignIn.by(server, grace, provider);
    expect((await grace.api.patch(organization, { sso: true })).status).toBe(200);
    await server.pool.query('update organization.member set sso = true where user_id = $1', [grace.id]);
    expect((await grace.api.delete(`${organization}/oidc/${first.id}`)).status).toBe(409);
    expect((await grace.api.patch(`${organization}/oidc/${first.id}`, { issuer: '' })).status).toBe(409);
    const second = await TestOidcSignIn.by(server, grace, provider);
    expect((await grace.api.delete(`${organization}/oidc/${first.id}`)).status).toBe(204);
    expect((await grace.api.get(`${organization}/oidc`)).body.items.map(({ id }) => id)).toEqual([second.id]);
  });

  describe('and groups', () => {
    let people = 0;
    const memberOf = async (organization: string, email: string) => {
      const [member] = await server.rows<{ id: string; role: string | null; teams: string[] }>(
        `select m.id, m.role, array(select t.title from organization.team_member tm
           join organization.team t on t.id = tm.team_id where tm.user_id = m.id order by t.title) as teams
         from organization.member m join organization."user" u on u.id = m.user_id
         where m.organization_id = $1 and u.email = $2`,
        [organization, email],
      );
      return member;
    };
    async function withRules() {
      const owner = await server.administrator();
      const [writers, readers] = [await team('Writers', owner), await team('Readers', owner)];
      const groupRules = [
        { group: 'docs-admins', role: 'admin' },
        { group: 'writers', role: 'edit', team: writers },
        { group: 'readers', team: readers },
      ];
      const signIn = await TestOidcSignIn.by(server, owner, provider, { groupRules, defaultRole: 'comment' });
      const email = `grouped${++people}@example.com`;
      const enter = async (groups: unknown, more: Record<string, unknown> = {}) => {
        const { status } = await signIn.through({ claims: { email, groups, ...more } });
        const member = await memberOf(owner.organization, email);
        return [status, member?.role, member?.teams];
      };
      return { owner, signIn, email, enter, groupRules };
    }

    it('give a newcomer the highest role and all teams of their groups', async () => {
      const { enter } = await withRules();
      expect(await enter(['writers', 'readers', 'others'])).toEqual([303, 'edit', ['Readers', 'Writers']]);
    });

    it('are followed whenever the user signs in: up, down, and out of teams', async () => {
      const { enter } = await withRules();
      expect(await enter([])).toEqual([303, 'comment', []]);
      expect(await enter(['docs-admins', 'writers'])).toEqual([303, 'admin', ['Writers']]);
      expect(await enter('readers')).toEqual([303, 'comment', ['Readers']]);
      expect(await enter(null)).toEqual([303, 'comment', []]);
    });

    it('change nothing where the provider says that they are to be fetched elsewhere', async () => {
      const { enter } = await withRules();
      await enter(['writers']);
      const elsewhere = {
        _claim_names: { groups: 'src1' },
        _claim_sources: { src1: { endpoint: 'https://x.example' } },
      };
      expect(await enter(null, elsewhere)).toEqual([303, 'edit', ['Writers']]);
    });

    it('are read from the UserInfo endpoint where the token has none', async () => {
      const { owner, signIn, email } = await withRules();
      await signIn.through({ claims: { email }, userInfo: { groups: ['writers'] } });
      expect(await memberOf(owner.organization, email)).toMatchObject({ role: 'edit', teams: ['Writers'] });
    });

    it('leave the last administrator the role', async () => {
      const { owner, enter, email } = await withRules();
      await enter(['docs-admins']);
      await owner.api.patch(`/v1/orgs/${owner.organization}/members/${owner.id}`, { role: 'read' });
      expect(await enter(['writers'])).toEqual([303, 'admin', ['Writers']]);
      await server.pool.query(`update organization.member set role = 'admin' where user_id = $1`, [owner.id]);
      expect(await enter(['writers'])).toEqual([303, 'edit', ['Writers']]);
      expect(email).toContain('grouped');
    });

    it('leave roles alone where no rule names one, and teams that no rule names', async () => {
      const { owner, signIn, enter, groupRules, email } = await withRules();
      await enter(['writers']);
      const other = await team('Others', owner);
      const member = await memberOf(owner.organization, email);
      await owner.api.put(`/v1/orgs/${owner.organization}/teams/${other}/members/${member?.id}`);
      await owner.api.patch(`/v1/orgs/${owner.organization}/oidc/${signIn.id}`, { groupRules: groupRules.slice(2) });
      expect(await enter(['readers'])).toEqual([303, 'edit', ['Others', 'Readers', 'Writers']]);
    });

    it('are recorded in the audit trail where they change something, and have effect at the next request', async () => {
      const { owner, signIn, email } = await withRules();
      await signIn.through({ claims: { email, groups: ['docs-admins'] } });
      await signIn.through({ claims: { email, groups: ['readers'] } });
      await server.drain();
      const { items } = (await owner.api.get(`/v1/orgs/${owner.organization}/audit-events?limit=100`)).body;
      const actions = items.map(({ action }) => action);
      expect(actions).toEqual(expect.arrayContaining(['member.joined', 'member.role-changed', 'team.member-added']));
    });

    it('that were deleted do no harm', async () => {
      const { owner, enter } = await withRules();
      const { items } = (await owner.api.get(`/v1/orgs/${owner.organization}/teams`)).body;
      for (const { id } of items) await owner.api.delete(`/v1/orgs/${owner.organization}/teams/${id}`);
      expect(await enter(['writers', 'readers'])).toEqual([303, 'edit', []]);
    });
  });
});
