import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel/domain/id';
import { sentStatements, type SentStatement } from '#kernel/infrastructure/database/sent-statements';
import { onOneServer } from '#testing/one-server';
import { TestServer, type TestUser } from '#testing/test-server';
import { GROUP_SCHEMA, ScimClient } from './scim-client.js';

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** The most rows that a part of a plan looked at. */
function mostRows(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return Math.max(own, ...(node.Plans ?? []).map(mostRows));
}

describe('groups of SCIM', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let scim: ScimClient;
  let users: string[];

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    scim = await ScimClient.of(server, ada);
    users = [];
    for (const name of ['a', 'b', 'c', 'd']) users.push(await scim.user(`${name}@example.com`));
  });
  afterAll(() => server.stop());

  const membersOf = async (group: string): Promise<number[]> =>
    ((await scim.get(`/Groups/${group}`)).body.members ?? []).map(({ value }) => users.indexOf(value)).sort();
  const value = (...at: number[]) => at.map((one) => ({ value: users[one] }));

  it('are teams, with their titles and members', async () => {
    const sent = { schemas: [GROUP_SCHEMA], displayName: 'Writers', externalId: 'g1', members: value(0, 1) };
    const made = await scim.send('POST', '/Groups', sent);
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Writers', externalId: 'g1' } });
    expect(made.headers['location']).toBe(made.body.meta.location);
    expect(made.body.members?.[0]).toEqual({
      value: users[0],
      $ref: `http://quire.test/scim/v2/Users/${users[0]}`,
      display: 'a@example.com',
      type: 'User',
    });
    const team = await ada.api.get(`/v1/orgs/${ada.organization}/teams/${made.body.id}`);
    expect(team.body).toMatchObject({ title: 'Writers', members: 2 });
    const user = (await scim.get(`/Users/${users[0]}`)).body;
    expect(user.groups).toEqual([
      { value: made.body.id, $ref: made.body.meta.location, display: 'Writers', type: 'Group' },
    ]);
    expect((await scim.send('DELETE', `/Groups/${made.body.id}`)).status).toBe(204);
    expect((await ada.api.get(`/v1/orgs/${ada.organization}/teams/${made.body.id}`)).status).toBe(404);
    expect((await scim.send('DELETE', `/Groups/${made.body.id}`)).status).toBe(404);
  });

  it('are created once, whatever the case of their names', async () => {
    const make = (displayName: string) => scim.send('POST', '/Groups', { schemas: [GROUP_SCHEMA], displayName });
    const answers = await Promise.all(['Twins', 'twins', 'TWINS'].map(make));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const other = await scim.group('Others');
    const renamed = await scim.patch(`/Groups/${other}`, { op: 'replace', path: 'displayName', value: 'tWins' });
    expect(renamed).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect((await scim.patch(`/Groups/${other}`, { op: 'replace', path: 'displayName', value: 'OTHERS' })).status).toBe(
      204,
    );
  });

  it('change by operations in any of the forms that providers send', async () => {
    const group = await scim.group('Changing', [users[0] ?? '']);
    const path = `/Groups/${group}`;
    const patch = async (...operations: object[]): Promise<number[]> => {
      expect(await scim.patch(path, ...operations)).toMatchObject({ status: 204 });
      return membersOf(group);
    };
    expect(await patch({ op: 'Add', path: 'members', value: value(1, 2) })).toEqual([0, 1, 2]);
    expect(await patch({ op: 'Remove', path: 'members', value: value(1) })).toEqual([0, 2]);
    expect(await patch({ op: 'remove', path: `members[value eq "${users[0]}"]` })).toEqual([2]);
    expect(await patch({ op: 'replace', path: 'members', value: value(0, 3) })).toEqual([0, 3]);
    expect(await patch({ op: 'add', value: { members: value(1) } })).toEqual([0, 1, 3]);
    expect(await patch({ op: 'replace', value: { id: group, displayName: 'Changed' } })).toEqual([0, 1, 3]);
    expect((await scim.get(path)).body.displayName).toBe('Changed');
    expect(await patch({ op: 'remove', path: 'members' }, { op: 'add', path: 'members', value: value(2) })).toEqual([
      2,
    ]);
    expect(await patch({ op: 'replace', path: 'members', value: [] })).toEqual([]);
    expect(
      await patch({ op: 'add', path: 'externalId', value: 'x' }, { op: 'add', path: 'owners', value: 1 }).catch(
        () => 'refused',
      ),
    ).toBe('refused');
    expect((await scim.get(path)).body).not.toHaveProperty('externalId');
    const shown = await scim.send('PATCH', `${path}?attributes=displayName`, {
      Operations: [{ op: 'add', path: 'externalId', value: 'x' }],
    });
    expect(shown).toMatchObject({ status: 200, body: { id: group, displayName: 'Changed' } });
    expect((await scim.get(path)).body.externalId).toBe('x');
  });

  it('are replaced as a whole, and keep the owners who stay', async () => {
    const group = await scim.group('Owned', users.slice(0, 2));
    const team = `/v1/orgs/${ada.organization}/teams/${group}`;
    await ada.api.put(`${team}/members/${users[0]}`, { role: 'owner' });
    const sent = { schemas: [GROUP_SCHEMA], displayName: 'Owned', members: value(0, 2) };
    expect((await scim.send('PUT', `/Groups/${group}`, sent)).status).toBe(200);
    expect(await membersOf(group)).toEqual([0, 2]);
    const { body } = await ada.api.get(`${team}/members`);
    const owner = (body.items as unknown as { organization: { id: string }; team: { role: string } }[]).find(
      (item) => item.organization.id === users[0],
    );
    expect(owner?.team.role).toBe('owner');
  });

  it.each<[string, object, number, string | undefined]>([
    ['users who are no members', { op: 'add', path: 'members', value: [{ value: 'stranger' }] }, 400, 'invalidValue'],
    ['groups', { op: 'add', path: 'members', value: [{ value: 'x', type: 'Group' }] }, 400, 'invalidValue'],
    ['what is no id', { op: 'add', path: 'members', value: [{ value: { a: 1 } }] }, 400, 'invalidValue'],
    ['parts of a member', { op: 'replace', path: 'members.display', value: 'x' }, 400, 'mutability'],
    ['a member for another', { op: 'replace', path: 'members[value eq "x"]', value: {} }, 400, 'mutability'],
    ['members by other filters', { op: 'remove', path: 'members[display co "x"]' }, 400, 'invalidFilter'],
    ['no name', { op: 'remove', path: 'displayName' }, 400, 'mutability'],
    ['a long name', { op: 'replace', path: 'displayName', value: 'x'.repeat(65) }, 400, 'invalidValue'],
    ['an unknown attribute', { op: 'replace', path: 'colour', value: 'x' }, 400, 'invalidPath'],
    [
      'too many members',
      { op: 'add', path: 'members', value: Array.from({ length: 10_001 }, (_, at) => ({ value: `u${at}` })) },
      413,
      undefined,
    ],
  ])('take not: %s', async (what, operation, status, scimType) => {
    const group = await scim.group(`Strict ${what}`, [users[0] ?? '']);
    const answer = await scim.patch(`/Groups/${group}`, operation);
    expect({ status: answer.status, scimType: answer.body.scimType }).toEqual({ status, scimType });
    expect(await membersOf(group)).toEqual([0]);
  });

  describe('of ten thousand members', () => {
    let group: string;
    let asked: SentStatement[];
    const note = (statement: unknown): void => void asked.push(statement as SentStatement);
    const statementsOf = async (work: () => Promise<unknown>): Promise<SentStatement[]> => {
      asked = [];
      sentStatements.subscribe(note);
      await work().finally(() => sentStatements.unsubscribe(note));
      return asked;
    };

    beforeAll(async () => {
      group = await scim.group('Everybody');
      const ids = Array.from({ length: 10_000 }, () => newId());
      await server.pool.query(
        `with people as (
           insert into organization."user" (id, version, email, email_verified, display_name, administrator, created_at)
           select id, 1, id || '@example.com', false, id, false, now() from unnest($2::text[]) id returning id
         ), joined as (
           insert into organization.member (organization_id, id, version, user_id, role, joined_at)
           select $1, id, 1, id, 'read', now() from people returning id
         ) select count(*) from joined`,
        [ada.organization, ids],
      );
      await server.pool.query(
        `insert into organization.team_member (organization_id, team_id, user_id, role)
         select $1, $2, id, 'member' from unnest($3::text[]) id`,
        [ada.organization, group, ids],
      );
    });

    onOneServer(it, 'the planner of one server is told what it knows')(
      'are looked up one by one, also where the planner thinks that an organization has one member',
      async () => {
        const small = await scim.group('Looked up');
        const sent = await statementsOf(() =>
          scim.patch(`/Groups/${small}`, { op: 'add', path: 'members', value: value(1) }),
        );
        const { text = '' } = sent.find(({ name }) => name.startsWith('member.identify')) ?? {};
        const client = await server.pool.connect();
        try {
          await client.query('begin');
          await client.query(`alter table organization.member alter organization_id set (n_distinct = -1)`);
          await client.query('analyze organization.member');
          await client.query('set local plan_cache_mode = force_generic_plan');
          await client.query(`prepare looked_up (text, text[]) as ${text}`);
          const ids = await client.query<{ id: string }>(
            'select id from organization.member where organization_id = $1 limit 100',
            [ada.organization],
          );
          const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
            `explain (analyze, format json)
             execute looked_up ('${ada.organization}', '{${ids.rows.map(({ id }) => id).join()}}')`,
          );
          expect(mostRows(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(1_000);
        } finally {
          await client.query('rollback');
          client.release();
        }
      },
    );

    it('take one more with as many statements as a small one, which read none of the others', async () => {
      const small = await scim.group('Few');
      const add = (id: string) => () => scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: value(0) });
      const [few, many] = [await statementsOf(add(small)), await statementsOf(add(group))];
      expect(many.map(({ name }) => name)).toEqual(few.map(({ name }) => name));
      expect(many.length).toBeLessThan(20);
      expect(many.filter(({ name }) => /besides|scim-group\.members/.test(name))).toEqual([]);
      expect(
        (await scim.get('/Groups', { filter: `id eq "${group}" and members eq "${users[0]}"`, attributes: 'id' })).body
          .Resources,
      ).toEqual([{ schemas: [GROUP_SCHEMA], id: group }]);
    });

    it('are listed and read without their members where these are left out', async () => {
      const listed = await statementsOf(async () => {
        const { body } = await scim.get('/Groups', { excludedAttributes: 'members' });
        expect(body.Resources.every((resource) => !('members' in resource))).toBe(true);
      });
      const read = await statementsOf(async () => {
        const { body } = await scim.get(`/Groups/${group}`, { excludedAttributes: 'members' });
        expect(body).not.toHaveProperty('members');
      });
      for (const statement of [...listed, ...read]) expect(statement.text).not.toContain('team_member');
    });

    it('are read with all of them, and replaced by one request', async () => {
      const { body } = await scim.get(`/Groups/${group}`);
      expect(body.members).toHaveLength(10_001);
      const kept = body.members?.slice(0, 9_999) ?? [];
      const sent = { schemas: [GROUP_SCHEMA], displayName: 'Everybody', members: kept };
      const statements = await statementsOf(async () => {
        expect((await scim.send('PUT', `/Groups/${group}?attributes=id`, sent)).status).toBe(200);
      });
      expect(statements.length).toBeLessThan(25);
      expect((await scim.get(`/Groups/${group}`)).body.members).toHaveLength(9_999);
    });
  });
});
