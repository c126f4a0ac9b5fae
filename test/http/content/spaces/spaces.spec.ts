import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('spaces', () => {
  const DAY_MS = 86_400_000;
  const MINUTE_MS = 60_000;

  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  describe('POST /v1/orgs/{organizationId}/spaces', () => {
    it('creates a space with one empty page', async () => {
      const { status, body, headers } = await ada.api.post(`/v1/orgs/${ada.organization}/spaces`, { title: 'Guides' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        object: 'space',
        title: 'Guides',
        emoji: '',
        editMode: 'live',
        language: 'en',
        visibility: 'private',
        defaultLevel: 'inherit',
        organization: ada.organization,
        mergeRules: { type: 'inherit' },
      });
      expect(headers.location).toBe(body.urls.location);
      expect((await ada.api.get(headers.location ?? '')).body).toEqual(body);
      const { pages } = (await ada.api.get(`/v1/spaces/${body.id}/content/pages`)).body;
      expect(pages.map(({ type, slug }) => ({ type, slug }))).toEqual([{ type: 'document', slug: 'page' }]);
    });

    it('creates an empty space on request, untitled without a title', async () => {
      const { status, body } = await ada.api.post(`/v1/orgs/${ada.organization}/spaces`, { empty: true });
      expect(status).toBe(201);
      expect(body.title).toBe('Untitled');
      expect((await ada.api.get(`/v1/spaces/${body.id}/content/pages`)).body.pages).toEqual([]);
    });

    it('requires the role create', async () => {
      for (const role of ['read', 'comment', 'edit', 'review', null] as const) {
        const member = await server.member(ada.organization, role);
        const answer = await member.api.post(`/v1/orgs/${ada.organization}/spaces`, { title: 'No' });
        expect([role, answer.status]).toEqual([role, 403]);
      }
      const creator = await server.member(ada.organization, 'create');
      expect((await creator.api.post(`/v1/orgs/${ada.organization}/spaces`, { title: 'Yes' })).status).toBe(201);
    });

    it.each([
      ['a title of 51 characters', { title: 'x'.repeat(51) }, 400, /title/],
      ['an empty title', { title: '' }, 400, /title/],
      ['an unknown language', { language: 'tlh' }, 400, /language/],
      ['an unknown mode', { editMode: 'open' }, 400, /editMode/],
      ['a parent that is not there', { parent: 'nowhere' }, 404, /Collection not found/],
      ['a list as its body', [], 400, /./],
    ])('refuses %s', async (_what, body, status, message) => {
      const answer = await ada.api.post(`/v1/orgs/${ada.organization}/spaces`, body);
      expect(answer.status).toBe(status);
      expect(answer.body.error.message).toMatch(message);
    });
  });

  describe('GET /v1/orgs/{organizationId}/spaces', () => {
    it('lists the spaces, the oldest first, without those that are deleted or hidden from the caller', async () => {
      const owner = await server.administrator();
      const titles = ['Shown', 'Hidden', 'Deleted'];
      const [, hidden, deleted] = await Promise.all([
        ...titles.map((title) => TestSpace.create(owner, { title, empty: true })),
      ]);
      await owner.api.patch(hidden?.path ?? '', { defaultLevel: null });
      await owner.api.delete(deleted?.path ?? '');
      const list = async (api: TestUser['api']): Promise<string[]> =>
        (await api.get(`/v1/orgs/${owner.organization}/spaces`)).body.items.map(({ title }) => title as string).sort();
      expect(await list(owner.api)).toEqual(['Hidden', 'Shown']);
      expect(await list((await server.member(owner.organization, 'read')).api)).toEqual(['Shown']);
      expect(await list((await server.member(owner.organization, null)).api)).toEqual([]);
    });
  });

  describe('PATCH /v1/spaces/{spaceId}', () => {
    it('changes the given members and leaves the rest', async () => {
      const space = await TestSpace.create(ada, { title: 'Before', emoji: '📘', empty: true });
      const { status, body } = await ada.api.patch(space.path, { title: 'After', language: 'fr' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ title: 'After', language: 'fr', emoji: '📘' });
      expect((await ada.api.get(space.path)).body).toEqual(body);
    });

    it('has an emoji or an icon: setting one clears the other, null clears both', async () => {
      const space = await TestSpace.create(ada, { emoji: '📘', empty: true });
      const icon = 'https://example.com/icon.png';
      const withIcon = await ada.api.patch(space.path, { icon });
      expect(withIcon.body.urls.icon).toBe(icon);
      expect(withIcon.body.emoji).toBe('');
      const withEmoji = await ada.api.patch(space.path, { emoji: '🎉' });
      expect(withEmoji.body.emoji).toBe('🎉');
      expect(withEmoji.body.urls).not.toHaveProperty('icon');
      const bare = await ada.api.patch(space.path, { emoji: null, icon: null });
      expect(bare.body.emoji).toBe('');
      expect(bare.body.urls).not.toHaveProperty('icon');
      const both = await ada.api.patch(space.path, { emoji: '🎉', icon });
      expect(both.status).toBe(400);
    });

    it('accepts every kind of merge rules', async () => {
      const space = await TestSpace.create(ada);
      const rules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] };
      expect((await ada.api.patch(space.path, { mergeRules: rules })).body.mergeRules).toEqual(rules);
      expect((await ada.api.patch(space.path, { mergeRules: { type: 'none' } })).body.mergeRules).toEqual({
        type: 'none',
      });
    });

    it.each([
      ['title', { title: null }],
      ['editMode', { editMode: 'closed' }],
      ['language', { language: 'xx' }],
      ['icon', { icon: 'javascript:alert(1)' }],
      ['defaultLevel', { defaultLevel: 'owner' }],
      ['mergeRules', { mergeRules: { type: 'sometimes' } }],
      ['mergeRules', { mergeRules: { type: 'rules', rules: [1] } }],
      ['mergeRules', { mergeRules: { type: 'rules' } }],
    ])('refuses a wrong %s', async (member, body) => {
      const space = await TestSpace.create(ada);
      const answer = await ada.api.patch(space.path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(member);
    });

    it('requires the role create, and admin for the level, which then replaces roles, except for administrators', async () => {
      const space = await TestSpace.create(ada);
      const creator = await server.member(ada.organization, 'create');
      const reader = await server.member(ada.organization, 'read');
      expect((await reader.api.patch(space.path, { title: 'No' })).status).toBe(403);
      expect((await creator.api.patch(space.path, { title: 'Yes' })).status).toBe(200);
      expect((await creator.api.patch(space.path, { defaultLevel: 'read' })).status).toBe(403);
      expect((await ada.api.patch(space.path, { defaultLevel: 'read' })).status).toBe(200);
      expect((await creator.api.patch(space.path, { title: 'No' })).status).toBe(403);
      expect((await ada.api.patch(space.path, { defaultLevel: null })).status).toBe(200);
      expect((await creator.api.get(space.path)).status).toBe(404);
      expect((await ada.api.get(space.path)).status).toBe(200);
    });
  });

  describe('a locked space', () => {
    it('can be read but not edited until it is live again', async () => {
      const space = await TestSpace.create(ada);
      await ada.api.patch(space.path, { editMode: 'locked' });
      expect((await ada.api.get(space.path)).body.permissions).toMatchObject({ view: true, edit: false, merge: false });
      const refused = await space.send([{ operation: 'insert_page', title: 'No' }]);
      expect(refused.status).toBe(409);
      expect(refused.body.error.message).toMatch(/locked/);
      await ada.api.patch(space.path, { editMode: 'live' });
      await space.insert('Yes');
      expect(await space.paths()).toEqual(['yes']);
    });
  });

  describe('a deleted space', () => {
    it('disappears for readers at once, and deleting it again responds with 204', async () => {
      const space = await TestSpace.create(ada);
      const page = await space.insert('Page');
      const reader = await server.member(ada.organization, 'read');
      expect((await ada.api.delete(space.path)).status).toBe(204);
      expect((await ada.api.delete(space.path)).status).toBe(204);
      expect((await reader.api.get(space.path)).status).toBe(404);
      for (const path of [
        'content',
        'content/pages',
        `content/page/${page}`,
        'content/path/page',
        'search?query=page',
      ]) {
        expect([path, (await ada.api.get(`${space.path}/${path}`)).status]).toEqual([path, 404]);
      }
      expect((await space.send([{ operation: 'insert_page', title: 'No' }])).status).toBe(404);
      expect((await ada.api.patch(space.path, { title: 'No' })).status).toBe(404);
    });

    it('is visible to its administrators, who can restore it unchanged', async () => {
      const space = await TestSpace.create(ada);
      await space.insert('Kept', 'Words.');
      const revision = await space.revision();
      await ada.api.delete(space.path);
      const shown = await ada.api.get(space.path);
      expect(Date.parse(shown.body.deletedAt)).not.toBeNaN();
      const restored = await ada.api.post(`${space.path}/restore`);
      expect(restored.status).toBe(200);
      expect(restored.body).toMatchObject({ id: space.id, revision });
      expect(restored.body).not.toHaveProperty('deletedAt');
      expect(await space.paths()).toEqual(['kept']);
      expect((await ada.api.post(`${space.path}/restore`)).status).toBe(200);
    });

    it('can be deleted and restored by administrators only', async () => {
      const space = await TestSpace.create(ada);
      for (const role of ['read', 'comment', 'edit', 'review', 'create'] as const) {
        const member = await server.member(ada.organization, role);
        expect([role, (await member.api.delete(space.path)).status]).toEqual([role, 403]);
        expect([role, (await member.api.post(`${space.path}/restore`)).status]).toEqual([role, 403]);
      }
    });

    it('can be restored for 7 days, and is then purged with everything in it', async () => {
      const space = await TestSpace.create(ada);
      const other = await TestSpace.create(ada);
      await space.insert('Secret plan', 'The plan.');
      await space.file('plan.txt', 'bytes');
      await other.insert('Other', 'Text.');
      await server.runJobs();
      await ada.api.delete(space.path);

      server.clock.advance(7 * DAY_MS - MINUTE_MS);
      expect((await ada.api.post(`${space.path}/restore`)).status).toBe(200);
      await ada.api.delete(space.path);
      server.clock.advance(7 * DAY_MS + MINUTE_MS);
      const late = await ada.api.post(`${space.path}/restore`);
      expect(late.status).toBe(409);
      expect(late.body.error.message).toMatch(/7 days/);

      await server.runJob('content.purge-spaces');
      expect((await ada.api.get(space.path)).status).toBe(404);
      expect(await server.tablesNaming(space.id)).toEqual([]);
      expect(await other.paths()).toEqual(['other']);
      expect(await server.tablesNaming(other.id)).toContain('content.revision');
    });
  });
});
