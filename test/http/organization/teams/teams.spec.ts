import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Callers } from '#kernel/application/callers';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import { TeamsByIds } from '#organization';
import { TestServer, type TestUser } from '#testing/test-server';

describe('teams', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let stranger: TestUser & { organization: string };
  let owner: TestUser;
  let reader: TestUser;
  let guest: TestUser;
  let orgs: string;
  let teams: string;
  let team: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    // Callers are cached, so a change of rights takes effect only with a notification.
    await server.app.get(Notifications).open();
    stranger = await server.administrator();
  });

  /** A team of `owner`, in an organization with a reader and a guest who are not in it. */
  beforeEach(async () => {
    ada = await server.administrator();
    [owner, reader, guest] = [
      await server.member(ada.organization, 'read'),
      await server.member(ada.organization, 'read'),
      await server.member(ada.organization, null),
    ];
    orgs = `/v1/orgs/${ada.organization}`;
    teams = `${orgs}/teams`;
    team = `${teams}/${(await ada.api.put(teams, { title: 'Writers' })).body.id}`;
    await ada.api.put(`${team}/members/${owner.id}`, { role: 'owner' });
  });

  afterAll(() => server.stop());

  /** The teams in the cached caller of a user. */
  const teamsOf = async ({ token }: TestUser) => (await server.app.get(Callers).byToken(token))?.teams;

  const titles = async (query: Record<string, string> = {}) =>
    (await ada.api.get(teams, { query })).body.items.map(({ title }) => title);

  /** The entries about the team in the audit trail, without the origin. */
  const trail = async () =>
    (
      await server.rows<{ payload: { action: string; target: { id: string; label: string } } }>(
        `select payload from public.event where organization_id = $1 and name = 'kernel.audited'
         and payload->>'action' <> 'organization.created' order by id`,
        [ada.organization],
      )
    ).map(({ payload }) => `${payload.action} ${payload.target.label}`);

  describe('PUT /v1/orgs/{o}/teams', () => {
    it('creates a team of members and responds with its address', async () => {
      expect(await teamsOf(guest)).toEqual([]);
      const created = await ada.api.put(teams, { title: ' Editors ', members: [owner.id, guest.id] });
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({
        object: 'team',
        title: 'Editors',
        members: 2,
        spaces: 0,
        permissions: { admin: true, view: true },
      });
      expect((await ada.api.get(created.headers.location ?? '')).body).toEqual(created.body);
      expect(await teamsOf(guest)).toEqual([created.body.id]);
      expect(await trail()).toEqual([
        'team.created Writers',
        'team.member-added Writers',
        'team.created Editors',
        'team.member-added Editors',
        'team.member-added Editors',
      ]);
    });

    it.each([
      ['no title', {}],
      ['an empty title', { title: '' }],
      ['a title of spaces', { title: '   ' }],
      ['a title of 65 characters', { title: 'x'.repeat(65) }],
      ['somebody who is no member', { title: 'Editors', members: ['nobody'] }],
      ['members that are no list', { title: 'Editors', members: 'nobody' }],
      ['more than 1,000 members', { title: 'Editors', members: Array.from({ length: 1001 }, () => 'x') }],
    ])('refuses %s, and creates nothing', async (_what, body) => {
      expect((await ada.api.put(teams, body)).status).toBe(400);
      expect(await titles()).toEqual(['Writers']);
    });

    it('refuses members of other organizations', async () => {
      expect((await ada.api.put(teams, { title: 'Editors', members: [stranger.id] })).status).toBe(400);
    });

    it('is for administrators only', async () => {
      const creator = await server.member(ada.organization, 'create');
      for (const { api } of [creator, owner, guest]) expect((await api.put(teams, { title: 'Own' })).status).toBe(403);
      expect((await stranger.api.put(teams, { title: 'Own' })).status).toBe(404);
    });
  });

  describe('GET /v1/orgs/{o}/teams', () => {
    it("lists the teams, the oldest first, with the caller's permissions", async () => {
      await ada.api.put(teams, { title: 'Editors' });
      const { body } = await owner.api.get(teams);
      expect(body.items).toMatchObject([
        { title: 'Writers', members: 1, permissions: { admin: true, view: true } },
        { title: 'Editors', members: 0, permissions: { admin: false, view: true } },
      ]);
    });

    it('filters by a part of the title ignoring case and without wildcards', async () => {
      await ada.api.put(teams, { title: 'Edit 100%' });
      expect(await titles({ title: 'EDIT' })).toEqual(['Edit 100%']);
      expect(await titles({ title: '0%' })).toEqual(['Edit 100%']);
      expect(await titles({ title: 'w_it' })).toEqual([]);
    });

    it('filters by who can manage them: owners their own, administrators all', async () => {
      await ada.api.put(teams, { title: 'Editors', members: [owner.id] });
      expect(await titles({ owner: owner.id })).toEqual(['Writers']);
      expect(await titles({ owner: ada.id })).toEqual(['Writers', 'Editors']);
      expect(await titles({ owner: reader.id })).toEqual([]);
      expect(await titles({ owner: stranger.id })).toEqual([]);
    });

    it('is refused to guests, and unknown to others', async () => {
      expect((await guest.api.get(teams)).status).toBe(403);
      expect((await stranger.api.get(teams)).status).toBe(404);
    });
  });

  describe('GET /v1/orgs/{o}/teams/{t}', () => {
    it('shows every member the team, and guests when they are in it', async () => {
      expect((await reader.api.get(team)).body).toMatchObject({ permissions: { admin: false, view: true } });
      expect((await guest.api.get(team)).status).toBe(403);
      expect((await guest.api.get(`${teams}/nothing`)).status).toBe(403);
      await ada.api.put(`${team}/members/${guest.id}`, {});
      expect((await guest.api.get(team)).body).toMatchObject({ permissions: { admin: false, view: true } });
    });

    it('responds with 404 for an unknown team, and for one of another organization', async () => {
      expect((await ada.api.get(`${teams}/nothing`)).status).toBe(404);
      const foreign = team.replace(ada.organization, stranger.organization);
      expect((await stranger.api.get(foreign)).status).toBe(404);
      expect((await stranger.api.get(team)).status).toBe(404);
    });

    it('returns the teams of an organization to other contexts', async () => {
      const id = team.split('/').at(-1) ?? '';
      const caller = await server.caller(ada.id);
      const found = await server.dispatcher.ask(new TeamsByIds(caller, ada.organization, [id, 'nothing']));
      expect([...found.values()]).toEqual([(await ada.api.get(team)).body]);
    });
  });

  describe('PATCH /v1/orgs/{o}/teams/{t}', () => {
    it('changes the title for owners and administrators', async () => {
      expect((await owner.api.patch(team, { title: 'Authors' })).body).toMatchObject({ title: 'Authors' });
      expect((await ada.api.patch(team, { title: 'Poets' })).body).toMatchObject({ title: 'Poets' });
      expect((await trail()).slice(2)).toEqual(['team.renamed Authors', 'team.renamed Poets']);
    });

    it('refuses everybody else, and a title that is none', async () => {
      expect((await reader.api.patch(team, { title: 'Own' })).status).toBe(403);
      expect((await guest.api.patch(team, { title: 'Own' })).status).toBe(403);
      expect((await stranger.api.patch(team, { title: 'Own' })).status).toBe(404);
      expect((await ada.api.patch(`${teams}/nothing`, { title: 'Own' })).status).toBe(404);
      for (const body of [{}, { title: '' }, { title: 7 }]) expect((await ada.api.patch(team, body)).status).toBe(400);
    });

    it('refuses a former owner', async () => {
      await ada.api.put(`${team}/members/${owner.id}`, { role: 'member' });
      expect((await owner.api.patch(team, { title: 'Own' })).status).toBe(403);
    });
  });

  describe('DELETE /v1/orgs/{o}/teams/{t}', () => {
    it('deletes the team at once, with an event and an entry in the audit trail', async () => {
      expect(await teamsOf(owner)).toHaveLength(1);
      expect((await ada.api.delete(team)).status).toBe(204);
      expect((await ada.api.get(team)).status).toBe(404);
      expect(await teamsOf(owner)).toEqual([]);
      expect((await trail()).at(-1)).toBe('team.deleted Writers');
      const events = await server.rows(
        `select payload->>'team' as team from public.event where name = 'organization.team-deleted' and organization_id = $1`,
        [ada.organization],
      );
      expect(events).toEqual([{ team: team.split('/').at(-1) }]);
      expect((await ada.api.delete(team)).status).toBe(204);
    });

    it('is for administrators only', async () => {
      for (const { api } of [owner, reader, guest]) expect((await api.delete(team)).status).toBe(403);
      expect((await stranger.api.delete(team)).status).toBe(204);
      expect((await ada.api.get(team)).status).toBe(200);
    });
  });
});
