import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('content writing', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  beforeEach(async () => {
    space = await TestSpace.create(ada);
  });

  afterAll(() => server.stop());

  describe('a batch of changes', () => {
    it('is applied in order, in one revision, and returns the outcome of each change', async () => {
      const before = await space.revision();
      const { status, body, headers } = await space.send([
        { operation: 'insert_page', ref: 'guide', title: 'Guide', document: { markdown: 'See [setup](./setup.md).' } },
        {
          operation: 'insert_page',
          ref: 'setup',
          title: 'Setup',
          document: { markdown: 'Back to [guide](./guide.md#a).' },
        },
        { operation: 'insert_files', files: [{ name: 'a.txt', ref: 'a', base64: 'YQ==', contentType: 'text/plain' }] },
      ]);
      expect(status).toBe(200);
      expect(body.changes.map(({ kind, ref }) => [kind, ref])).toEqual([
        ['created_page', 'guide'],
        ['created_page', 'setup'],
      ]);
      expect(body.insertedFiles).toMatchObject([{ name: 'a.txt', ref: 'a' }]);
      expect(headers.location).toBe(`http://quire.test${space.path}/revisions/${body.revision}`);
      const revision = (await ada.api.get(headers.location ?? '')).body;
      expect(revision.parents).toEqual([before]);
      expect(revision.type).toBe('edits');
      expect(await space.revision()).toBe(body.revision);
    });

    it('takes effect as a whole or not at all', async () => {
      const page = await space.insert('Kept');
      const before = await space.revision();
      const answer = await space.send([
        { operation: 'insert_page', title: 'New' },
        { operation: 'delete_page', page },
        { operation: 'update_page', page: 'nothing', title: 'No' },
      ]);
      expect(answer.status).toBe(404);
      expect(answer.body.error.message).toContain('nothing');
      expect(await space.revision()).toBe(before);
      expect(await space.paths()).toEqual(['kept']);
    });

    it.each([
      ['no changes', { changes: [] }, /changes/],
      ['no list', { changes: {} }, /changes must be an array/],
      [
        '51 changes',
        { changes: Array.from({ length: 51 }, () => ({ operation: 'insert_page', title: 'x' })) },
        /changes/,
      ],
      ['an unknown operation', { changes: [{ operation: 'burn_page' }] }, /operation/],
      ['a change that is no object', { changes: ['insert_page'] }, /changes/],
      ['a change that is a list', { changes: [[]] }, /changes/],
      ['a file that is a list', { changes: [{ operation: 'insert_files', files: [[]] }] }, /files/],
      [
        'an update without its page',
        { changes: [{ operation: 'update_page' }] },
        /changes\.0\.page is needed by update_page/,
      ],
      ['files that are left out', { changes: [{ operation: 'insert_files' }] }, /changes\.0\.files is needed/],
      [
        'a title that is no text',
        { changes: [{ operation: 'insert_page', title: 5 }] },
        /changes\.0\.title must be a string/,
      ],
      [
        'a place that is no number',
        { changes: [{ operation: 'insert_page', title: 'x', at: 'top' }] },
        /changes\.0\.at/,
      ],
      ['a negative place', { changes: [{ operation: 'insert_page', title: 'x', at: -1 }] }, /changes\.0\.at/],
      ['a slug with a slash', { changes: [{ operation: 'insert_page', title: 'x', slug: 'a/b' }] }, /slug/],
      [
        'a link page without its target',
        { changes: [{ operation: 'insert_page', title: 'x', type: 'link' }] },
        /target/,
      ],
      [
        'a group with a document',
        { changes: [{ operation: 'insert_page', title: 'x', type: 'group', document: { markdown: 'x' } }] },
        /group page has no document/,
      ],
      [
        'a target that is no reference',
        { changes: [{ operation: 'insert_page', title: 'x', type: 'link', target: { kind: 'moon' } }] },
        /./,
      ],
      [
        'a document that is none',
        { changes: [{ operation: 'insert_page', title: 'x', document: { document: { object: 'tree' } } }] },
        /./,
      ],
      [
        'a file with neither address nor bytes',
        { changes: [{ operation: 'insert_files', files: [{ name: 'a.txt' }] }] },
        /needs either url or base64/,
      ],
      [
        'a file at a private address',
        { changes: [{ operation: 'insert_files', files: [{ name: 'a.txt', url: 'http://127.0.0.1:9/a.txt' }] }] },
        /a\.txt/,
      ],
    ])('is refused with %s', async (_what, body, message) => {
      const answer = await ada.api.post(`${space.path}/content`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(message);
      expect(await space.paths()).toEqual([]);
    });

    it('requires the role edit', async () => {
      for (const role of ['read', 'comment'] as const) {
        const member = await server.member(ada.organization, role);
        const answer = await space.as(member.api).send([{ operation: 'insert_page', title: 'No' }]);
        expect([role, answer.status]).toEqual([role, 403]);
      }
      const editor = await server.member(ada.organization, 'edit');
      expect((await space.as(editor.api).send([{ operation: 'insert_page', title: 'Yes' }])).status).toBe(200);
    });

    it('ignores undocumented members', async () => {
      const answer = await space.send([{ operation: 'insert_page', title: 'A', colour: 'red', __proto: { x: 1 } }]);
      expect(answer.status).toBe(200);
    });
  });

  describe('the place of a page', () => {
    it('is by default the end of the root, or an index under a parent', async () => {
      const parent = await space.insert('Parent');
      await space.insert('Last', undefined, { into: parent });
      await space.insert('First', undefined, { into: parent, at: 0 });
      await space.insert('Middle', undefined, { into: parent, at: 1 });
      await space.insert('Far', undefined, { into: parent, at: 99 });
      await space.insert('Front', undefined, { at: 0 });
      expect(await space.paths()).toEqual([
        'front',
        'parent',
        'parent/first',
        'parent/middle',
        'parent/last',
        'parent/far',
      ]);
    });

    it('changes together with its subpages, whose paths follow', async () => {
      const [a, b] = [await space.insert('A'), await space.insert('B')];
      const child = await space.insert('Child', undefined, { into: a });
      await space.insert('Leaf', undefined, { into: child });
      await space.update(a, { into: b });
      expect(await space.paths()).toEqual(['b', 'b/a', 'b/a/child', 'b/a/child/leaf']);
      await space.update(a, { into: null, at: 0, slug: 'alpha' });
      expect(await space.paths()).toEqual(['alpha', 'alpha/child', 'alpha/child/leaf', 'b']);
      expect((await ada.api.get(`${space.path}/content/path/alpha%2Fchild%2Fleaf`)).body.title).toBe('Leaf');
      expect((await ada.api.get(`${space.path}/content/path/b%2Fa`)).status).toBe(404);
    });

    it('cannot be below itself', async () => {
      const a = await space.insert('A');
      const b = await space.insert('B', undefined, { into: a });
      const c = await space.insert('C', undefined, { into: b });
      for (const into of [a, b, c]) {
        const answer = await space.send([{ operation: 'update_page', page: a, into }]);
        expect(answer.status).toBe(400);
        expect(answer.body.error.message).toMatch(/under itself/);
      }
      const swap = [
        { operation: 'update_page', page: c, into: null },
        { operation: 'update_page', page: a, into: c },
      ];
      expect((await space.send(swap)).status).toBe(200);
      expect(await space.paths()).toEqual(['c', 'c/a', 'c/a/b']);
    });

    it('is the root for groups, and cannot be below a link', async () => {
      const group = await space.insert('Group', undefined, { type: 'group' });
      const target = { kind: 'url', url: 'https://example.com/' };
      const link = await space.insert('Out', undefined, { type: 'link', target, into: group });
      await space.insert('In the group', undefined, { into: group });
      const page = await space.insert('Page');
      for (const [type, into] of [
        ['group', group],
        ['group', page],
        ['document', link],
      ] as const) {
        const answer = await space.send([{ operation: 'insert_page', title: 'No', type, into }]);
        expect([type, answer.status]).toEqual([type, 400]);
      }
      expect((await space.send([{ operation: 'update_page', page: group, into: page }])).status).toBe(400);
      const [shown] = await space.pages();
      expect(shown?.type).toBe('group');
      expect(shown?.pages).toMatchObject([
        { type: 'link', href: 'https://example.com/', target },
        { type: 'document' },
      ]);
    });
  });

  describe('the slug of a page', () => {
    it('is derived from the title and unique among siblings', async () => {
      for (let i = 0; i < 3; i++) await space.insert('Getting Started!');
      expect(await space.paths()).toEqual(['getting-started', 'getting-started-1', 'getting-started-2']);
    });

    it('that the caller chose is refused when a sibling has it, and accepted elsewhere', async () => {
      const parent = await space.insert('Parent', undefined, { slug: 'taken' });
      const answer = await space.send([{ operation: 'insert_page', title: 'Other', slug: 'taken' }]);
      expect(answer.status).toBe(409);
      expect(answer.body.error.message).toMatch(/"taken" is taken/);
      await space.insert('Below', undefined, { into: parent, slug: 'taken' });
      expect(await space.paths()).toEqual(['taken', 'taken/taken']);
    });

    it('stays when the title changes', async () => {
      const page = await space.insert('Old title');
      await space.update(page, { title: 'New title' });
      expect(await space.page(page)).toMatchObject({ id: page, title: 'New title', slug: 'old-title' });
    });
  });

  describe('deleting a page', () => {
    it('deletes everything below it, also pages of the same batch', async () => {
      const root = await space.insert('Root');
      const child = await space.insert('Child', undefined, { into: root });
      await space.insert('Leaf', undefined, { into: child });
      await space.insert('Beside');
      await space.change(
        { operation: 'insert_page', title: 'Late', into: child },
        { operation: 'delete_page', page: root },
      );
      expect(await space.paths()).toEqual(['beside']);
      expect((await ada.api.get(`${space.path}/content/page/${child}`)).status).toBe(404);
    });

    it('deletes pages that were moved below it in the same batch, with their descendants', async () => {
      const [root, other] = [await space.insert('Root'), await space.insert('Other')];
      const child = await space.insert('Child', undefined, { into: other });
      await space.insert('Leaf', undefined, { into: child });
      await space.change(
        { operation: 'update_page', page: other, into: root },
        { operation: 'delete_page', page: root },
      );
      expect(await space.paths()).toEqual([]);
      expect(await server.rows('select 1 from content.live_page where space_id = $1', [space.id])).toEqual([]);
      expect((await ada.api.get(`${space.path}/revisions/${await space.revision()}/pages`)).body.pages).toEqual([]);
    });

    it('keeps pages that were moved away in the same batch', async () => {
      const root = await space.insert('Root');
      const child = await space.insert('Child', undefined, { into: root });
      await space.insert('Leaf', undefined, { into: child });
      await space.change(
        { operation: 'update_page', page: child, into: null },
        { operation: 'delete_page', page: root },
      );
      expect(await space.paths()).toEqual(['child', 'child/leaf']);
    });
  });

  describe('the fields of a page', () => {
    it('are set, kept and cleared', async () => {
      const fields = {
        emoji: '🚀',
        icon: 'bolt',
        description: 'All of it',
        linkTitle: 'Short',
        condition: 'visitor.a',
      };
      const page = await space.insert('Page', 'Body.', { ...fields, hidden: true, noIndex: true, noRobotsIndex: true });
      const flags = { hidden: true, noIndex: true, noRobotsIndex: true };
      expect(await space.page(page)).toMatchObject({ ...fields, ...flags });
      await space.update(page, { title: 'Page 2' });
      expect(await space.page(page)).toMatchObject({ ...fields, ...flags, title: 'Page 2' });
      await space.update(page, {
        emoji: '',
        icon: '',
        condition: '',
        description: null,
        linkTitle: null,
        hidden: false,
      });
      const cleared = await space.page(page);
      for (const name of Object.keys(fields)) expect(cleared).not.toHaveProperty(name);
      expect(cleared).toMatchObject({ hidden: false, noIndex: true });
    });

    it('refuse an invalid condition in every form, with the position of the error', async () => {
      const page = await space.insert('Page', 'Body.', { condition: 'visitor.a' });
      for (const change of [
        { operation: 'update_page', page, condition: 'visitor.a &&' },
        { operation: 'insert_page', title: 'New', document: { markdown: '---\nif: visitor.a &&\n---\n\nText.\n' } },
      ]) {
        const { status, body } = await space.send([change]);
        expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^condition: .+line 1, column 13/)]);
      }
      expect(await space.page(page)).toMatchObject({ condition: 'visitor.a' });
    });

    it('are read from the frontmatter of its Markdown', async () => {
      const markdown = '---\ndescription: From above\nicon: star\n---\n\n# The heading\n\nText.\n';
      const page = await space.insert('The field', markdown);
      expect(await space.page(page)).toMatchObject({ title: 'The heading', description: 'From above', icon: 'star' });
      const untitled = await space.change({ operation: 'insert_page', document: { markdown: 'No heading.' } });
      expect((await space.page(untitled.changes[0]?.page.id ?? '')).title).toBe('Untitled');
    });
  });
});
