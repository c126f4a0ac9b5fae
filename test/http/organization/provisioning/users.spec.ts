import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateUser } from '#organization';
import { TestServer, type TestUser } from '#testing/test-server';
import { ScimClient, USER_SCHEMA, type ScimJson } from './scim-client.js';

describe('users of SCIM', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let scim: ScimClient;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    scim = await ScimClient.of(server, ada);
  });
  afterAll(() => server.stop());

  const memberOf = async (userId: string) => (await ada.api.get(`/v1/orgs/${ada.organization}/members/${userId}`)).body;

  describe('are created', () => {
    it('as members with the default role, named by what the provider sends', async () => {
      await ada.api.patch(`/v1/orgs/${ada.organization}`, { defaultRole: 'comment' });
      const name = { givenName: 'Bob', familyName: 'Builder', honorificPrefix: 'Dr' };
      const sent = { schemas: [USER_SCHEMA], userName: 'Bob@Example.com', externalId: 'x1', name, active: true };
      const made = await scim.send('POST', '/Users', { ...sent, title: 'Boss', password: 'secret', id: 'mine' });
      expect(made).toMatchObject({
        status: 201,
        body: {
          schemas: [USER_SCHEMA],
          userName: 'bob@example.com',
          externalId: 'x1',
          displayName: 'Bob Builder',
          name: { givenName: 'Bob', familyName: 'Builder' },
          active: true,
          emails: [{ value: 'bob@example.com', type: 'work', primary: true }],
        },
      });
      const { location, version, resourceType } = made.body.meta;
      expect({ location, version, resourceType }).toEqual({
        location: made.headers['location'],
        version: made.headers['etag'],
        resourceType: 'User',
      });
      expect(made.body).not.toHaveProperty('title');
      expect(JSON.stringify(made.body)).not.toContain('secret');
      expect(await memberOf(made.body.id)).toMatchObject({ role: 'comment', disabled: false, sso: false });
    });

    it('of people with an account, who keep it', async () => {
      const known = await server.user('Cara Known', 'cara@example.com');
      expect(await scim.user('CARA@example.com')).toBe(known.id);
      expect(await memberOf(known.id)).toMatchObject({ user: { displayName: 'Cara Known' } });
      expect((await known.api.get(`/v1/orgs/${ada.organization}`)).status).toBe(200);
    });

    it('only with addresses of domains that the organization has proved', async () => {
      await server.dispatcher.run(new CreateUser('eve@elsewhere.example', 'Eve', true));
      for (const userName of ['eve@elsewhere.example', 'new@elsewhere.example', 'a@sub.example.com']) {
        const { status, body } = await scim.send('POST', '/Users', { schemas: [USER_SCHEMA], userName });
        expect({ status, scimType: body.scimType }).toEqual({ status: 400, scimType: 'invalidValue' });
        expect(body.detail).toContain('no domain that the organization has proved');
      }
    });

    it('once: of two requests at the same time one is refused, like any later one', async () => {
      const sent = { schemas: [USER_SCHEMA], userName: 'twin@example.com' };
      const answers = await Promise.all(Array.from({ length: 6 }, () => scim.send('POST', '/Users', sent)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      const later = await scim.send('POST', '/Users', { ...sent, userName: 'TWIN@example.com' });
      expect(later).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
      expect(await scim.find('/Users', 'userName eq "twin@example.com"')).toHaveLength(1);
    });

    it('suspended where they are not active', async () => {
      const id = await scim.user('later@example.com', { active: false });
      expect(await memberOf(id)).toMatchObject({ disabled: true });
    });

    it.each<[string, object, string]>([
      ['without an address', {}, 'userName is required'],
      ['with something else', { userName: 'bob' }, 'plain letters'],
      ['with letters that look alike', { userName: 'аda@example.com' }, 'plain letters'],
      ['with two addresses', { userName: 'q@example.com', emails: [{ value: 'r@example.com' }] }, 'same address'],
      ['active in some other way', { userName: 'q@example.com', active: 'perhaps' }, 'true or false'],
      ['with a name that is none', { userName: 'q@example.com', name: 'Q' }, 'name must be an object'],
      ['with a long name', { userName: 'q@example.com', externalId: 'x'.repeat(256) }, 'at most 255'],
      ['with addresses that are none', { userName: 'q@example.com', emails: [7] }, 'list of objects'],
    ])('not %s', async (_, sent, detail) => {
      const answer = await scim.send('POST', '/Users', { schemas: [USER_SCHEMA], ...sent });
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
      expect(answer.body.detail).toContain(detail);
    });

    it('not of another schema, or of what is no object', async () => {
      for (const sent of [{ schemas: ['urn:x'], userName: 'q@example.com' }, [], 7, null, 'x']) {
        const answer = await scim.send('POST', '/Users', JSON.stringify(sent));
        expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } });
      }
    });
  });

  describe('are changed', () => {
    let id: string;
    let path: string;
    let count = 0;
    const fresh = async (attributes: object = {}): Promise<void> => {
      id = await scim.user(`fresh${++count}@example.com`, { displayName: 'Fresh', ...attributes });
      path = `/Users/${id}`;
    };
    const patched = async (...operations: object[]): Promise<ScimJson> => {
      const { status, body } = await scim.patch(path, ...operations);
      expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
      return body;
    };
    const refused = async (...operations: object[]) => {
      const before = (await scim.get(path)).body;
      const { status, body } = await scim.patch(path, ...operations);
      expect((await scim.get(path)).body).toEqual(before);
      return { status, scimType: body.scimType };
    };

    it('by operations in any of the forms that providers send', async () => {
      await fresh();
      expect(await patched({ op: 'Replace', path: 'active', value: 'False' })).toMatchObject({ active: false });
      expect(await patched({ op: 'replace', value: { active: true } })).toMatchObject({ active: true });
      expect(await patched({ op: 'Add', path: 'externalId', value: 'e1' })).toMatchObject({ externalId: 'e1' });
      expect(
        await patched({ op: 'replace', value: { 'name.givenName': 'Fern', 'name.familyName': 'Esh' } }),
      ).toMatchObject({
        name: { givenName: 'Fern', familyName: 'Esh' },
        displayName: 'Fresh',
      });
      expect(await patched({ op: 'add', path: `${USER_SCHEMA}:displayName`, value: 'Fern' })).toMatchObject({
        displayName: 'Fern',
      });
      expect(
        await patched({ op: 'remove', path: 'name.familyName' }, { op: 'remove', path: 'externalId' }),
      ).toMatchObject({
        name: { givenName: 'Fern' },
      });
      const moved = await patched({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'moved@example.com' });
      expect(moved).toMatchObject({ userName: 'moved@example.com', emails: [{ value: 'moved@example.com' }] });
      const back = {
        op: 'replace',
        value: { userName: 'back@example.com', 'emails[type eq "work"].value': 'back@example.com' },
      };
      expect(await patched(back)).toMatchObject({ userName: 'back@example.com' });
    });

    it('not by what is not stored, which is ignored', async () => {
      await fresh();
      const before = (await scim.get(path)).body;
      const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
      const after = await patched(
        { op: 'add', path: 'title', value: 'Boss' },
        { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '1' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
        { op: 'Add', path: `${enterprise}:manager`, value: { value: 'x' } },
        { op: 'add', value: { [enterprise]: { department: 'x' }, nickName: 'B', id: 'mine', schemas: [], meta: {} } },
        { op: 'add', path: 'emails[type eq "home"].value', value: 'home@elsewhere.example' },
        { op: 'remove', path: 'addresses[type eq "work"]' },
      );
      expect({ ...after, meta: 0 }).toEqual({ ...before, meta: 0 });
    });

    it.each<[string, object, string, number?]>([
      ['an unknown attribute', { op: 'add', path: 'shoeSize', value: 7 }, 'invalidPath'],
      ['a path that is none', { op: 'add', path: 'emails[', value: 7 }, 'invalidPath'],
      ['the id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
      ['the groups', { op: 'add', path: 'groups', value: [{ value: 'x' }] }, 'mutability'],
      ['the prototype', { op: 'add', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
      ['the constructor', { op: 'add', value: { 'constructor.prototype.polluted': 'x' } }, 'invalidPath'],
      ['an address away', { op: 'remove', path: 'userName' }, 'mutability'],
      [
        'an address that there is not',
        { op: 'replace', path: 'emails[type eq "home"].value', value: 'a@example.com' },
        'noTarget',
      ],
      ['with a path where none is', { op: 'remove' }, 'noTarget'],
      ['with another kind of operation', { op: 'move', path: 'active', value: true }, 'invalidSyntax'],
      ['without a value', { op: 'add', path: 'active' }, 'invalidValue'],
      ['to what is no boolean', { op: 'replace', path: 'active', value: 7 }, 'invalidValue'],
      ['to an address elsewhere', { op: 'replace', path: 'userName', value: 'a@elsewhere.example' }, 'mutability', 403],
      [
        'to an address that is taken',
        { op: 'replace', path: 'userName', value: 'taken@example.com' },
        'uniqueness',
        409,
      ],
    ])('not: %s', async (_, operation, scimType, status = 400) => {
      if (scimType === 'uniqueness') await scim.user('taken@example.com');
      await fresh();
      expect(await refused({ op: 'replace', path: 'displayName', value: 'Half' }, operation)).toEqual({
        status,
        scimType,
      });
      expect({}).not.toHaveProperty('polluted');
    });

    it('with at most a thousand operations', async () => {
      await fresh();
      const one = { op: 'replace', path: 'active', value: true };
      expect((await scim.patch(path, ...Array.from({ length: 1000 }, () => one))).status).toBe(200);
      expect((await scim.patch(path, ...Array.from({ length: 1001 }, () => one))).status).toBe(413);
    });

    it('as a whole, which clears what is left out, except for access', async () => {
      await fresh({ externalId: 'e', name: { givenName: 'F', familyName: 'G' }, active: false });
      const { userName } = (await scim.get(path)).body;
      const { status, body } = await scim.send('PUT', path, { schemas: [USER_SCHEMA], userName, displayName: 'Whole' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ displayName: 'Whole', active: false });
      expect(body).not.toHaveProperty('externalId');
      expect(body).not.toHaveProperty('name');
      expect((await scim.send('PUT', path, { schemas: [USER_SCHEMA] })).status).toBe(400);
    });

    it('only while they are as they were read', async () => {
      await fresh();
      const { etag = '' } = (await scim.get(path)).headers;
      const change = (value: string) =>
        scim.send(
          'PATCH',
          path,
          { Operations: [{ op: 'replace', path: 'displayName', value }] },
          { headers: { 'if-match': etag } },
        );
      expect((await change('First')).status).toBe(200);
      expect(await change('Second')).toMatchObject({ status: 412, body: { status: '412' } });
      expect((await scim.get(path)).body.displayName).toBe('First');
      expect((await scim.send('GET', path, undefined, { headers: { 'if-none-match': etag } })).status).toBe(200);
      const { etag: now = '' } = (await scim.get(path)).headers;
      expect((await scim.send('GET', path, undefined, { headers: { 'if-none-match': now } })).status).toBe(304);
    });
  });

  describe('of domains that the organization has not proved', () => {
    it('are suspended and reinstated, but keep their names and addresses', async () => {
      const guest = await server.user('Guest', 'guest@elsewhere.example');
      await server.pool.query(
        `insert into organization.member (organization_id, id, version, user_id, role, joined_at) values ($1, $2, 1, $2, 'read', now())`,
        [ada.organization, guest.id],
      );
      const path = `/Users/${guest.id}`;
      const sent = { schemas: [USER_SCHEMA], userName: 'guest@elsewhere.example', displayName: 'Renamed' };
      expect(await scim.send('PUT', path, sent)).toMatchObject({ status: 403, body: { scimType: 'mutability' } });
      const here = { op: 'replace', path: 'userName', value: 'guest@example.com' };
      expect(await scim.patch(path, here)).toMatchObject({ status: 403, body: { scimType: 'mutability' } });
      const left = await scim.send('PUT', path, { ...sent, active: false });
      expect(left).toMatchObject({ status: 200, body: { active: false, displayName: 'Guest' } });
      const back = await scim.patch(path, { op: 'replace', value: { active: true, externalId: 'g' } });
      expect(back).toMatchObject({ status: 200, body: { active: true, externalId: 'g' } });
    });
  });

  describe('who leave', () => {
    it('are suspended and keep their teams, or are removed from all of them', async () => {
      const id = await scim.user('leaver@example.com');
      const group = await scim.group('Leavers', [id]);
      await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
      expect((await scim.get(`/Groups/${group}`)).body.members).toHaveLength(1);
      expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(204);
      expect((await scim.get(`/Groups/${group}`)).body).not.toHaveProperty('members');
      for (const answer of [
        await scim.get(`/Users/${id}`),
        await scim.send('DELETE', `/Users/${id}`),
        await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true }),
        await scim.send('PUT', `/Users/${id}`, { schemas: [USER_SCHEMA], userName: 'leaver@example.com' }),
      ])
        expect(answer).toMatchObject({ status: 404, body: { detail: 'User not found' } });
      expect(await server.rows('select id from organization.scim_user where id = $1', [id])).toEqual([]);
      expect(await scim.user('leaver@example.com')).toBe(id);
    });

    it('are never the last administrator', async () => {
      const path = `/Users/${ada.id}`;
      const suspended = await scim.patch(path, { op: 'replace', path: 'active', value: false });
      const removed = await scim.send('DELETE', path);
      for (const answer of [suspended, removed]) {
        expect(answer.status).toBe(409);
        expect(answer.body.detail).toContain('last administrator');
      }
      const second = await server.member(ada.organization, 'admin');
      expect((await scim.patch(path, { op: 'replace', path: 'active', value: false })).status).toBe(200);
      expect((await scim.send('DELETE', `/Users/${second.id}`)).status).toBe(409);
      expect((await scim.patch(path, { op: 'replace', path: 'active', value: true })).status).toBe(200);
      const both = await Promise.all([scim.send('DELETE', `/Users/${second.id}`), scim.send('DELETE', path)]);
      expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    });
  });
});
