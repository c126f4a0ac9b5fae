import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';

describe('organizations', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator('Example');
  });

  afterAll(() => server.stop());

  describe('POST /v1/orgs', () => {
    it('creates an organization whose administrator is the caller, who can use it at once', async () => {
      const user = await server.user();
      const created = await user.api.post('/v1/orgs', { title: 'Acme Docs', emailDomains: ['Example.COM'] });
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({ object: 'organization', title: 'Acme Docs', emailDomains: ['example.com'] });
      expect(created.body.permissions.admin).toBe(true);
      expect(created.headers.location).toBe(`http://quire.test/v1/orgs/${created.body.id}`);
      const read = await user.api.get(created.headers.location ?? '');
      expect(read.body).toEqual(created.body);
    });

    it.each([
      ['no title', {}, /title/],
      ['a title of one character', { title: 'x' }, /title/],
      ['a title that ends in a space', { title: 'Docs ' }, /start and end with a character that is not a space/],
      ['a title of 256 characters', { title: 'x'.repeat(256) }, /title/],
      [
        'a domain that is none',
        { title: 'Docs', emailDomains: ['not a domain'] },
        /"not a domain" is not a domain name/,
      ],
      ['one domain that is not in a list', { title: 'Docs', emailDomains: 'example.com' }, /emailDomains/],
    ])('refuses %s', async (_what, body, message) => {
      const answer = await ada.api.post('/v1/orgs', body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(message);
    });

    it('shows nothing of it to other users', async () => {
      const stranger = await server.user();
      expect((await stranger.api.get('/v1/orgs')).body).toEqual({ items: [], count: 0 });
    });
  });

  describe('GET /v1/orgs', () => {
    it('lists the organizations of the caller, the oldest first, page by page', async () => {
      const user = await server.user();
      for (const title of ['First', 'Second', 'Third']) await user.api.post('/v1/orgs', { title });
      const first = await user.api.get('/v1/orgs', { query: { limit: 2 } });
      expect(first.body.items.map(({ title }) => title)).toEqual(['First', 'Second']);
      expect(first.body.count).toBe(2);
      const last = await user.api.get('/v1/orgs', { query: { limit: 2, page: first.body.next.page } });
      expect(last.body.items.map(({ title }) => title)).toEqual(['Third']);
      expect(last.body).not.toHaveProperty('next');
    });

    it('has an exactly full last page without next', async () => {
      const user = await server.user();
      for (const title of ['First', 'Second']) await user.api.post('/v1/orgs', { title });
      expect((await user.api.get('/v1/orgs', { query: { limit: 2 } })).body).not.toHaveProperty('next');
    });
  });

  describe('what a member may do with an organization', () => {
    it.each([
      ['admin', { admin: true, createContent: true, listMembers: true, viewBilling: true }],
      ['create', { admin: false, createContent: true, listMembers: true, viewBilling: false }],
      ['edit', { admin: false, createContent: false, listMembers: true, viewBilling: false }],
      ['read', { admin: false, createContent: false, listMembers: true, viewBilling: false }],
      [null, { view: true, admin: false, createContent: false, listMembers: false, viewBilling: false }],
    ] as const)('follows from the role %s', async (role, permissions) => {
      const member = await server.member(ada.organization, role);
      const { body } = await member.api.get(`/v1/orgs/${ada.organization}`);
      expect(body.permissions).toMatchObject(permissions);
    });
  });
});
