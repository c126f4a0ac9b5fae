import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { ApiClient, Answer, Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

interface Door {
  /** The path of the space or change request with the comments. */
  path: string;
  /** Makes the current content of the space that of the place, where it is not already. */
  /** Brings what was changed in the space to where the comments are; answers the revision there. */
  follow(): Promise<string>;
  /** What the place says of its open comments. */
  open(): Promise<number | undefined>;
}

describe('comments', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let bob: TestUser;
  let reader: TestUser;
  let editor: TestUser;
  let stranger: TestUser;
  let space: TestSpace;
  let changeRequest: TestChangeRequest;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    bob = await server.member(ada.organization, 'comment');
    reader = await server.member(ada.organization, 'read');
    editor = await server.member(ada.organization, 'edit');
    stranger = await server.administrator();
  });

  beforeEach(async () => {
    space = await TestSpace.create(ada);
    changeRequest = await TestChangeRequest.create(space);
  });

  afterAll(() => server.stop());

  const openInSpace = async () =>
    (
      await server.rows<{ comments: number }>('select comments from content.space_counts where space_id = $1', [
        space.id,
      ])
    )[0]?.comments;
  const openInChangeRequest = async () =>
    (
      await server.rows<{ comments: number }>('select comments from content.change_request where id = $1', [
        changeRequest.id,
      ])
    )[0]?.comments;

  const doors: [string, () => Door][] = [
    ['on a space', () => ({ path: space.path, follow: () => space.revision(), open: openInSpace })],
    [
      'in a change request',
      () => ({
        path: changeRequest.path,
        follow: async () => (await changeRequest.bringUpToDate()).body.revision as string,
        open: openInChangeRequest,
      }),
    ],
  ];

  describe.each(doors)('%s', (_name, open) => {
    let door: Door;
    let comments: string;

    beforeEach(() => {
      door = open();
      comments = `${door.path}/comments`;
    });

    const post = (api: ApiClient, markdown = 'Hello', more: object = {}) =>
      api.post(comments, { body: { markdown }, ...more });
    async function posted(api: ApiClient, markdown = 'Hello', more: object = {}): Promise<Json> {
      const { status, body, text } = await post(api, markdown, more);
      expect([status, text]).toEqual([200, expect.any(String)]);
      return body;
    }
    const at = (comment: Json): string => `${comments}/${comment.id}`;
    const get = async (comment: Json, api = ada.api) => (await api.get(at(comment))).body as Json & Shown;
    const listed = async (query: Record<string, string | number | readonly string[]> = {}) =>
      (await ada.api.get(comments, { query })).body.items;
    const ids = (items: readonly Json[]) => items.map(({ id }) => id);
    const keysOf = async (page: string) => (await space.page(page)).document.nodes.map(({ key }) => key);

    interface Shown {
      target: Record<string, unknown>;
      reactions: { emoji: string; count: number; users: { user: Json; reactedAt: string }[] }[];
      repliers: { count: number; user: Json }[];
      editedAt?: string;
      status: string;
      resolvedBy?: Json;
    }

    it('are shown as posted, with their author, place and the permissions of the caller', async () => {
      const comment = await posted(bob.api, 'A _good_ start');
      const place = door.path === space.path ? {} : { changeRequest: changeRequest.id };
      expect(comment).toEqual({
        object: 'comment',
        id: expect.any(String),
        postedBy: expect.objectContaining({ object: 'user', id: bob.id }),
        postedAt: expect.any(String),
        reactions: [],
        replies: 0,
        repliers: [],
        body: { markdown: 'A _good_ start' },
        target: { space: space.id, revision: await space.revision(), ...place },
        urls: { location: `http://quire.test${at(comment)}` },
        permissions: { view: true, edit: true, reply: true, delete: true, resolve: true },
        status: 'open',
      });
      expect((await ada.api.get(at(comment))).body).toEqual({
        ...comment,
        permissions: { view: true, edit: false, reply: true, delete: true, resolve: true },
      });
      expect((await get(comment, reader.api)).permissions).toEqual({
        view: true,
        edit: false,
        reply: false,
        delete: false,
        resolve: false,
      });
    });

    it('begin their headings with `#`, as there is no title above them', async () => {
      const markdown = '# H\n\n## Part\n\n### Detail\n\n#### More';
      const comment = await posted(ada.api, markdown);
      expect(comment.body).toEqual({ markdown: markdown.replace('#### ', '### ') });
      const { document } = (await ada.api.get(at(comment), { query: { format: 'document' } })).body
        .body as unknown as Json;
      expect((document as unknown as { nodes: Json[] }).nodes.map(({ type }) => type)).toEqual([
        'heading-1',
        'heading-2',
        'heading-3',
        'heading-3',
      ]);
      const again = await ada.api.put(at(comment), { body: { document } });
      expect(again.body.body).toEqual(comment.body);
    });

    it('are read as a block tree as well, and may be posted as one', async () => {
      const comment = await posted(bob.api, 'See [this](/pages/abc).');
      const { body } = (await ada.api.get(at(comment), { query: { format: 'document' } })).body as Json & {
        body: unknown;
      };
      expect(Object.keys(body as unknown as object)).toEqual(['document']);
      const again = await bob.api.post(comments, { body });
      expect(again.body.body).toEqual({ markdown: 'See [this](/pages/abc).' });
      expect(await listed({ format: 'document' })).toMatchObject([{ body }, { body }]);
    });

    it.each([
      ['no body', {}, /body/],
      ['an empty body', { body: {} }, /something/],
      ['Markdown of nothing but spaces', { body: { markdown: ' \n ' } }, /something/],
      ['both forms at once', { body: { markdown: 'a', document: { object: 'document' } } }, /not both/],
      ['a document that is none', { body: { document: { nodes: 1 } } }, /body.document/],
      ['more than 100 kB', { body: { markdown: 'x'.repeat(100_001) } }, /at most 100000 bytes of Markdown/],
      ['JSON of more than 100 kB', { body: { markdown: '* a\n'.repeat(600) } }, /at most 100000 bytes of JSON/],
      ['a node without its page', { body: { markdown: 'a' }, node: 'abc' }, /needs page/],
      [
        'a cell without its table',
        { body: { markdown: 'a' }, tableCell: { record: 'a', definition: 'b' } },
        /needs node/,
      ],
    ])('are refused with %s', async (_what, body, message) => {
      const answer = await bob.api.post(comments, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(message);
    });

    it('are written by the role comment and above, and read by all who see the space', async () => {
      const comment = await posted(bob.api);
      expect((await post(reader.api)).status).toBe(403);
      expect((await reader.api.post(`${at(comment)}/replies`, { body: { markdown: 'No' } })).status).toBe(403);
      expect((await reader.api.put(at(comment), { addedReactions: ['tada'] })).status).toBe(403);
      expect((await reader.api.get(at(comment))).status).toBe(200);
      for (const answer of [
        await post(stranger.api),
        await stranger.api.get(comments),
        await stranger.api.get(at(comment)),
        await stranger.api.get(`${at(comment)}/replies`),
        await stranger.api.put(at(comment), { resolved: true }),
        await stranger.api.get(`${door.path}/commenters`),
      ]) {
        expect(answer.status).toBe(404);
      }
      expect((await stranger.api.delete(at(comment))).status).toBe(204);
      expect((await get(comment)).status).toBe('open');
    });

    it('are edited by their author alone, and show it', async () => {
      const comment = await posted(bob.api, 'Before');
      expect((await ada.api.put(at(comment), { body: { markdown: 'Mine' } })).status).toBe(403);
      const { body } = await bob.api.put(at(comment), { body: { markdown: 'After' } });
      expect(body).toMatchObject({ body: { markdown: 'After' }, editedAt: expect.any(String), status: 'open' });
      expect((await bob.api.put(at(comment), {})).body).toEqual(body);
      expect((await bob.api.put(`${comments}/nothing`, {})).status).toBe(404);
    });

    it('are resolved and opened again by their author and by editors', async () => {
      const comment = await posted(bob.api);
      expect(await door.open()).toBe(1);
      const other = await server.member(ada.organization, 'comment');
      expect((await other.api.put(at(comment), { resolved: true })).status).toBe(403);
      const { body } = await editor.api.put(at(comment), { resolved: true });
      expect(body).toMatchObject({ status: 'resolved', resolvedBy: { id: editor.id }, resolvedAt: expect.any(String) });
      expect((await bob.api.put(at(comment), { resolved: true })).body).toMatchObject({
        resolvedBy: { id: editor.id },
      });
      expect(await door.open()).toBe(0);
      const opened = (await bob.api.put(at(comment), { resolved: false })).body;
      expect(opened.status).toBe('open');
      expect(opened).not.toHaveProperty('resolvedBy');
      expect(opened).not.toHaveProperty('resolvedAt');
      expect(await door.open()).toBe(1);
    });

    it('are deleted by their author and by administrators, with all that hangs on them, and once is enough', async () => {
      const comment = await posted(bob.api);
      const reply = (await ada.api.post(`${at(comment)}/replies`, { body: { markdown: 'Yes' } })).body;
      await ada.api.put(at(comment), { addedReactions: ['tada'] });
      await ada.api.put(`${at(comment)}/replies/${reply.id}`, { addedReactions: ['tada'] });
      expect((await editor.api.delete(at(comment))).status).toBe(403);
      expect((await ada.api.delete(at(comment))).status).toBe(204);
      expect((await bob.api.delete(at(comment))).status).toBe(204);
      expect((await bob.api.get(at(comment))).status).toBe(404);
      expect((await bob.api.get(`${at(comment)}/replies`)).status).toBe(404);
      expect((await bob.api.get(`${at(comment)}/replies/${reply.id}`)).status).toBe(404);
      expect(await server.tablesNaming(reply.id)).toEqual([]);
      expect(await server.rows('select 1 from content.comment_reaction where space_id = $1', [space.id])).toEqual([]);
      expect(await door.open()).toBe(0);
    });

    it('take reactions, an emoji of one user counting once however it is written', async () => {
      const comment = await posted(bob.api);
      await bob.api.put(at(comment), { addedReactions: ['🎉', ':tada:', '1f389', 'tada'] });
      const { reactions } = (await ada.api.put(at(comment), { addedReactions: ['👍🏽', '🎉', '❤'] })).body as Json &
        Shown;
      expect(reactions.map(({ emoji, count, users }) => [emoji, count, users.map(({ user }) => user.id)])).toEqual([
        ['🎉', 2, [bob.id, ada.id]],
        ['❤️', 1, [ada.id]],
        ['👍🏽', 1, [ada.id]],
      ]);
      const after = (await ada.api.put(at(comment), { removedReactions: [':tada:', '👀', '❤️'] })).body as Json & Shown;
      expect(after.reactions).toEqual([
        {
          emoji: '🎉',
          count: 1,
          users: [{ user: expect.objectContaining({ id: bob.id }), reactedAt: expect.any(String) }],
        },
        { emoji: '👍🏽', count: 1, users: [expect.anything()] },
      ]);
      expect(after).not.toHaveProperty('editedAt');
    });

    it.each([['no emoji'], ['🎉🎉'], [''], ['<b>'], ['ffffff'], ['a'.repeat(50)]])(
      'refuse the reaction %p',
      async (emoji) => {
        const comment = await posted(bob.api);
        const { status, body } = await bob.api.put(at(comment), { addedReactions: [emoji] });
        expect(status).toBe(400);
        expect(body.error.message).toMatch(/addedReactions/);
      },
    );

    it('take 20 different reactions of one user and not one more', async () => {
      const comment = await posted(bob.api);
      const faces = Array.from({ length: 21 }, (_, index) => String.fromCodePoint(0x1f600 + index));
      expect((await bob.api.put(at(comment), { addedReactions: faces.slice(0, 20) })).status).toBe(200);
      expect((await bob.api.put(at(comment), { addedReactions: faces.slice(20) })).status).toBe(400);
      expect((await get(comment)).reactions).toHaveLength(20);
    });

    it('have replies, which are counted and shown by their authors', async () => {
      const comment = await posted(ada.api);
      const replies = `${at(comment)}/replies`;
      const first = (await bob.api.post(replies, { body: { markdown: 'One' } })).body;
      expect(first).toEqual({
        object: 'comment-reply',
        id: expect.any(String),
        postedBy: expect.objectContaining({ id: bob.id }),
        postedAt: expect.any(String),
        reactions: [],
        body: { markdown: 'One' },
        urls: { location: `http://quire.test${replies}/${first.id}` },
        permissions: { view: true, edit: true, reply: true, delete: true },
      });
      await ada.api.post(replies, { body: { markdown: 'Two' } });
      await bob.api.post(replies, { body: { markdown: 'Three' } });
      expect(await get(comment)).toMatchObject({
        replies: 3,
        repliers: [
          { count: 2, user: { id: bob.id } },
          { count: 1, user: { id: ada.id } },
        ],
      });
      const { items } = (await ada.api.get(replies)).body as unknown as { items: { body: { markdown: string } }[] };
      expect(items.map(({ body }) => body.markdown)).toEqual(['One', 'Two', 'Three']);
      expect(ids(await listed())).toEqual([comment.id]);

      const own = `${replies}/${first.id}`;
      expect((await ada.api.put(own, { body: { markdown: 'Mine' } })).status).toBe(403);
      const changes = { body: { markdown: 'Uno' }, addedReactions: ['eyes'], resolved: true };
      const changed = (await bob.api.put(own, changes)).body;
      expect(changed).toMatchObject({ body: { markdown: 'Uno' }, reactions: [{ emoji: '👀', count: 1 }] });
      expect(changed).not.toHaveProperty('status');
      expect((await ada.api.get(own)).body).toMatchObject({ body: { markdown: 'Uno' } });
      expect((await editor.api.delete(own)).status).toBe(403);
      expect((await bob.api.delete(own)).status).toBe(204);
      expect((await bob.api.delete(own)).status).toBe(204);
      expect((await bob.api.get(own)).status).toBe(404);
      expect(await get(comment)).toMatchObject({ replies: 2, status: 'open' });
      expect(await door.open()).toBe(1);
    });

    it('know a reply under no comment but its own, and as no comment', async () => {
      const comment = await posted(ada.api);
      const other = await posted(ada.api);
      const reply = (await bob.api.post(`${at(comment)}/replies`, { body: { markdown: 'One' } })).body;
      expect((await ada.api.get(`${at(other)}/replies/${reply.id}`)).status).toBe(404);
      expect((await ada.api.get(at(reply))).status).toBe(404);
      expect((await ada.api.put(at(reply), { resolved: true })).status).toBe(404);
      expect((await ada.api.get(`${at(reply)}/replies`)).status).toBe(404);
      expect((await ada.api.post(`${at(reply)}/replies`, { body: { markdown: 'Two' } })).status).toBe(404);
    });

    it('are listed by status, page and authors, the newest first by default, page by page', async () => {
      const page = await space.insert('Home', 'Text.');
      await door.follow();
      const first = await posted(ada.api, 'First', { page });
      const second = await posted(bob.api, 'Second', { page });
      const third = await posted(editor.api, 'Third');
      await bob.api.put(at(second), { resolved: true });
      expect(ids(await listed())).toEqual([third.id, second.id, first.id]);
      expect(ids(await listed({ order: 'asc' }))).toEqual([first.id, second.id, third.id]);
      expect(ids(await listed({ status: 'open' }))).toEqual([third.id, first.id]);
      expect(ids(await listed({ status: 'resolved' }))).toEqual([second.id]);
      expect(ids(await listed({ targetPage: page }))).toEqual([second.id, first.id]);
      expect(ids(await listed({ authors: bob.id }))).toEqual([second.id]);
      expect(ids(await listed({ authors: [bob.id, ada.id] }))).toEqual([second.id, first.id]);
      expect(ids(await listed({ authors: [bob.id, ada.id], status: 'open', targetPage: page }))).toEqual([first.id]);
      for (const order of ['asc', 'desc']) {
        const all = ids(await listed({ order }));
        const found: string[] = [];
        for (let after = ''; ;) {
          const { body } = await ada.api.get(comments, { query: { order, limit: 1, page: after } });
          found.push(...ids(body.items));
          if (!('next' in body)) break;
          after = body.next.page;
        }
        expect(found).toEqual(all);
      }
      for (const query of [{ order: 'up' }, { status: 'old' }, { format: 'html' }]) {
        expect((await ada.api.get(comments, { query: query as Record<string, string> })).status).toBe(400);
      }
    });

    it('are about a page, a block or a cell that is there, and nothing else', async () => {
      const page = await space.insert('Home', 'One.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n');
      const empty = await space.insert('Empty');
      await door.follow();
      const [paragraph, table] = await keysOf(page);
      const data = (await space.page(page)).document.nodes[1]?.['data'] as Record<string, object>;
      const cell = {
        record: Object.keys(data['records'] ?? {})[0],
        definition: Object.keys(data['definition'] ?? {})[0],
      };
      const about = async (target: object) => (await posted(bob.api, 'Hm', target))['target'];
      expect(await about({ page })).toMatchObject({ page: { id: page } });
      expect(await about({ page, node: paragraph })).toMatchObject({ page: { id: page }, node: { id: paragraph } });
      expect(await about({ page, node: table, tableCell: cell })).toMatchObject({
        node: { id: table },
        tableCell: cell,
      });
      const refused = async (target: object) => (await post(bob.api, 'Hm', target)).status;
      expect(await refused({ page: 'nothing' })).toBe(404);
      expect(await refused({ page, node: 'nothing' })).toBe(400);
      expect(await refused({ page: empty, node: paragraph })).toBe(400);
      expect(await refused({ page, node: paragraph, tableCell: cell })).toBe(400);
      expect(await refused({ page, node: table, tableCell: { ...cell, record: 'nothing' } })).toBe(400);
      expect(await refused({ page, node: table, tableCell: { ...cell, definition: 'nothing' } })).toBe(400);
      expect(await refused({ page, node: table, tableCell: { record: '__proto__', definition: 'constructor' } })).toBe(
        400,
      );
    });

    it('follow a block as the page changes, and say when it is gone', async () => {
      const page = await space.insert('Home', 'Kept.\n\nGoing.\n');
      await door.follow();
      const [kept, going] = await keysOf(page);
      const onKept = await posted(bob.api, 'Kept', { page, node: kept });
      const onGoing = await posted(bob.api, 'Going', { page, node: going });
      const onPage = await posted(bob.api, 'Page', { page });
      const before = (onGoing as Json & Shown).target['revision'];

      await space.update(page, { document: { markdown: 'New.\n\nKept.\n' } });
      const after = await door.follow();
      expect((await get(onKept)).target).toMatchObject({ node: { id: kept }, page: { id: page }, revision: after });
      expect((await get(onKept)).target).not.toHaveProperty('orphaned');
      const gone = (await get(onGoing)).target;
      expect(gone).toMatchObject({ page: { id: page }, revision: before, orphaned: true });
      expect(gone).not.toHaveProperty('node');
      expect((await get(onPage)).target).not.toHaveProperty('orphaned');

      await space.change({ operation: 'delete_page', page });
      await door.follow();
      const targets = (await listed()).map((item) => item['target']);
      expect(targets).toHaveLength(3);
      for (const target of targets) expect(target).toMatchObject({ page: { id: page }, orphaned: true });
    });

    it('follow a cell until its row goes', async () => {
      const table = (rows: string) => `| A | B |\n| --- | --- |\n${rows}`;
      const page = await space.insert('Home', table('| 1 | 2 |\n| 3 | 4 |\n'));
      await door.follow();
      const [node] = await keysOf(page);
      const document = (await space.page(page)).document;
      const data = document.nodes[0]?.['data'] as {
        records: Record<string, object>;
        definition: Record<string, object>;
      };
      const [first, second] = Object.keys(data.records);
      const [definition] = Object.keys(data.definition);
      const kept = await posted(bob.api, 'Kept', { page, node, tableCell: { record: first, definition } });
      const going = await posted(bob.api, 'Going', { page, node, tableCell: { record: second, definition } });
      const { [second ?? '']: _, ...records } = data.records;
      const left = { ...document, nodes: [{ ...document.nodes[0], data: { ...data, records } }] };
      await space.update(page, { document: { document: left } });
      await door.follow();
      expect((await get(kept)).target).toMatchObject({ tableCell: { record: first, definition } });
      expect((await get(going)).target).toMatchObject({ orphaned: true, page: { id: page } });
      expect((await get(going)).target).not.toHaveProperty('tableCell');
    });

    it('are listed in three statements, however many there are', async () => {
      const pages = await Promise.all([1, 2, 3].map((number) => space.insert(`Page ${number}`, 'Kept.\n\nGoing.\n')));
      await door.follow();
      for (const page of pages) {
        const keys = await keysOf(page);
        for (const node of keys) {
          const comment = await posted(bob.api, 'Hm', { page, node });
          await ada.api.post(`${at(comment)}/replies`, { body: { markdown: 'Yes' } });
          await ada.api.put(at(comment), { addedReactions: ['eyes'] });
        }
        await space.update(page, { document: { markdown: 'Kept.\n' } });
      }
      await door.follow();
      await listed();
      const sent = jest.spyOn(pg.Client.prototype, 'query');
      await listed();
      const statements = sent.mock.calls.length;
      sent.mockRestore();
      // One of them asks who is calling.
      expect(statements).toBe(1 + 3);
      expect((await listed()).filter((item) => (item['target'] as { orphaned?: boolean }).orphaned)).toHaveLength(3);
    });

    it('name who wrote: of comments and of replies, each once, while they are members', async () => {
      const comment = await posted(bob.api);
      await posted(bob.api);
      await editor.api.post(`${at(comment)}/replies`, { body: { markdown: 'Yes' } });
      const guest = await server.member(ada.organization, 'comment');
      await posted(guest.api);
      await server.rows('delete from organization.member where user_id = $1', [guest.id]);
      const { items } = (await ada.api.get(`${door.path}/commenters`)).body;
      expect(new Set(ids(items))).toEqual(new Set([bob.id, editor.id]));
      expect(items).toMatchObject([{ object: 'member' }, { object: 'member' }]);
    });

    it('keep the words of those who are gone, without their address', async () => {
      const leaving = await server.member(ada.organization, 'comment');
      const comment = await posted(leaving.api, 'Bye');
      await server.rows('delete from organization.member where user_id = $1', [leaving.id]);
      expect((await get(comment))['postedBy']).not.toHaveProperty('email');
      await server.rows('delete from organization."user" where id = $1', [leaving.id]);
      expect(await get(comment)).toMatchObject({
        postedBy: { id: leaving.id, displayName: 'Deleted user' },
        body: { markdown: 'Bye' },
      });
    });

    it('go into hiding with their space, and out of existence with it', async () => {
      const comment = await posted(bob.api);
      await bob.api.put(at(comment), { addedReactions: ['tada'] });
      await ada.api.delete(space.path);
      expect((await ada.api.get(comments)).status).toBe(404);
      expect((await ada.api.get(at(comment))).status).toBe(404);
      expect((await post(bob.api)).status).toBe(404);
      await server.rows(`update content.space set deleted_at = now() - interval '8 days' where id = $1`, [space.id]);
      await server.runJob('content.purge-spaces');
      for (const table of ['comment', 'comment_reaction']) {
        expect(await server.rows(`select 1 from content.${table} where space_id = $1`, [space.id])).toEqual([]);
      }
    });
  });

  describe('beside each other', () => {
    const post = (path: string): Promise<Answer> => bob.api.post(`${path}/comments`, { body: { markdown: 'Hello' } });

    it('are those of the space and those of its change requests', async () => {
      const here = (await post(space.path)).body;
      const there = (await post(changeRequest.path)).body;
      const idsAt = async (path: string) => (await ada.api.get(`${path}/comments`)).body.items.map(({ id }) => id);
      expect(await idsAt(space.path)).toEqual([here.id]);
      expect(await idsAt(changeRequest.path)).toEqual([there.id]);
      expect((await ada.api.get(`${space.path}/comments/${there.id}`)).status).toBe(404);
      expect((await ada.api.get(`${changeRequest.path}/comments/${here.id}`)).status).toBe(404);
      expect((await ada.api.put(`${changeRequest.path}/comments/${here.id}`, { resolved: true })).status).toBe(404);
      expect([await openInSpace(), await openInChangeRequest()]).toEqual([1, 1]);
    });

    it('stay apart where a change request is named under another space', async () => {
      const comment = (await post(changeRequest.path)).body;
      const other = await TestSpace.create(ada);
      const path = `${other.path}/change-requests/${changeRequest.id}`;
      expect((await ada.api.get(`${path}/comments`)).status).toBe(404);
      expect((await ada.api.get(`${path}/comments/${comment.id}`)).status).toBe(404);
      expect((await post(path)).status).toBe(404);
      expect((await ada.api.get(`${space.path}/change-requests/nothing/comments`)).status).toBe(404);
    });

    it('look at the content of the change request, not at that of the space', async () => {
      const page = await space.insert('New', 'Text.');
      expect((await bob.api.post(`${changeRequest.path}/comments`, { body: { markdown: 'a' }, page })).status).toBe(
        404,
      );
      await changeRequest.bringUpToDate();
      const { body } = await bob.api.post(`${changeRequest.path}/comments`, { body: { markdown: 'a' }, page });
      await space.change({ operation: 'delete_page', page });
      const shown = (await ada.api.get(`${changeRequest.path}/comments/${body.id}`)).body;
      expect(shown['target']).not.toHaveProperty('orphaned');
    });

    it.each(['merged', 'archived'])('are still taken by a change request that is %s', async (status) => {
      await server.rows('update content.change_request set status = $2 where id = $1', [changeRequest.id, status]);
      expect((await post(changeRequest.path)).status).toBe(200);
    });
  });
});
