import { describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { postComments, TestChangeRequest } from '#testing/test-change-request';
import { TestSpace } from '#testing/test-space';
import { RowsOfSpaces } from '../../../../src/content/spaces/infrastructure/space/space-rows.js';
import { Transfers } from './transfer-fixture.js';

describe('transfers', () => {
  /** Tables of Content whose rows a transfer copies or moves otherwise than by their space. */
  const OTHERWISE = [
    'collection',
    'document',
    'file_blob',
    'garbage_collection',
    'garbage_mark',
    'glossary_entry',
    'node',
    'openapi_spec',
    'permission',
    'print',
    'revision',
    'revision_parent',
    'source_text',
    'space',
    'stored_ahead',
    'unused_blob',
  ] as const;

  const transfers = new Transfers();
  const { join, transfer, shelf, tablesWith } = transfers;

  describe('a transfer', () => {
    it('covers every table', async () => {
      const tables = await transfers.server.rows<{ name: string }>(
        `select distinct table_name as name from information_schema.columns
       where table_schema = 'content' and column_name = 'organization_id'`,
      );
      const known = [...transfers.server.app.get(RowsOfSpaces).all.map(({ table }) => table), ...OTHERWISE];
      expect(tables.map(({ name }) => name).sort()).toEqual([...known].sort());
    });
  });

  describe('POST /v1/spaces/{spaceId}/transfer', () => {
    it('moves a space to another organization, with its history, its files and all related data', async () => {
      const space = await TestSpace.create(transfers.ada, {
        title: 'Handbook',
        empty: true,
        parent: await shelf('Shelf'),
      });
      const home = await space.insert('Home', 'A xylophone.');
      const first = await space.revision();
      const old = await space.file('old.txt', 'the old bytes');
      const file = await space.file('new.txt', 'the new bytes');
      await space.update(home, { document: { markdown: `Changed: a marimba, and [new](/files/${file.id}).` } });
      await transfers.server.rows(`insert into content.source_item (organization_id, space_id, item_id, kind, key)
      values ('${transfers.ada.organization}', '${space.id}', '${home}', 'page', 'home')`);
      await transfers.server.runJobs();
      const tables = await tablesWith(transfers.ada.organization, [space.id, first]);
      const search = async (organization: string) =>
        (await transfers.ada.api.get(`/v1/orgs/${organization}/search`, { query: { query: 'marimba' } })).body.items
          .length;
      expect([await search(transfers.ada.organization), await search(transfers.other.organization)]).toEqual([1, 0]);
      const before = await space.page(home);

      const { status, body, headers } = await transfer(space.path);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: space.id, title: 'Handbook', organization: transfers.other.organization });
      expect(body).not.toHaveProperty('parent');
      expect((await transfers.ada.api.get(space.path)).headers.etag).toBe(headers.etag);

      expect(await tablesWith(transfers.ada.organization, [space.id, first])).toEqual([]);
      // One job enqueues the jobs that index the spaces.
      await transfers.server.runJobs();
      await transfers.server.runJobs();
      expect(await tablesWith(transfers.other.organization, [space.id, first])).toEqual(tables);
      const there = space.as(transfers.other.api);
      expect(await there.page(home)).toEqual(before);
      expect(await there.markdown(home)).toContain('marimba');
      const past = `${space.path}/revisions/${first}/page/${home}`;
      expect((await transfers.other.api.get(past, { query: { format: 'markdown' } })).body.markdown).toContain(
        'xylophone',
      );
      const files = (await transfers.other.api.get(`${space.path}/content/files`)).body.items as Json[];
      expect(files.map(({ id }) => id).sort()).toEqual([old.id, file.id].sort());
      for (const { downloadURL, id } of files) {
        expect(downloadURL).toContain(transfers.other.organization);
        const bytes = await transfers.server.anonymous.get(new URL(downloadURL as string).pathname);
        expect([bytes.status, bytes.text]).toEqual([200, id === old.id ? 'the old bytes' : 'the new bytes']);
      }
      expect([await search(transfers.ada.organization), await search(transfers.other.organization)]).toEqual([0, 1]);

      await there.update(home, { document: { markdown: 'A glockenspiel.' } });
      await transfers.server.runJobs();
      const found = await transfers.other.api.get(`${space.path}/search`, { query: { query: 'glockenspiel' } });
      expect(found.body.items).toHaveLength(1);
      expect(await tablesWith(transfers.ada.organization, [space.id])).toEqual([]);
    });

    it('moves the change requests, with their content, their conflicts and the comments', async () => {
      const space = await TestSpace.create(transfers.ada, { title: 'Handbook', empty: true });
      const home = await space.insert('Home', 'A home.');
      const request = await TestChangeRequest.create(space, 'Clashing');
      await request.update(home, { description: 'Theirs.' });
      await space.update(home, { description: 'Ours.' });
      await request.bringUpToDate();
      await request.insert('New', 'New here.');
      const { commentId } = await postComments(transfers.ada.api, request);
      const left = await transfers.server.member(transfers.ada.organization, 'admin');
      const counted = (await transfers.ada.api.get(space.path)).body;

      expect((await transfer(space.path)).status).toBe(200);
      const there = request.as(transfers.other.api);
      expect(await there.read()).toMatchObject({ number: 1, subject: 'Clashing', comments: 1 });
      expect(await there.paths()).toEqual(['home', 'new']);
      expect((await transfers.other.api.get(`${request.path}/conflicts`)).body.count).toBe(1);
      expect((await transfers.other.api.get(`${space.path}/comments/${commentId}/replies`)).body.count).toBe(1);
      const { comments, changeRequests, changeRequestsDraft } = counted;
      expect((await transfers.other.api.get(space.path)).body).toMatchObject({
        comments,
        changeRequests,
        changeRequestsDraft,
      });
      expect((await there.merge()).body).toMatchObject({ result: 'merge' });
      expect((await left.api.get(request.path)).status).toBe(404);
    });

    it('keeps data that it shares with other spaces', async () => {
      const [space, kept] = [await TestSpace.create(transfers.ada), await TestSpace.create(transfers.ada)];
      const pages = [await space.insert('Same', 'The same.'), await kept.insert('Same', 'The same.')];
      await kept.file('a.txt', 'bytes');
      await space.file('a.txt', 'bytes');
      expect((await transfer(space.path)).status).toBe(200);
      expect(await kept.markdown(pages[1] ?? '')).toContain('The same.');
      expect(await space.markdown(pages[0] ?? '')).toContain('The same.');
      const [file] = (await transfers.ada.api.get(`${kept.path}/content/files`)).body.items as Json[];
      expect((await transfers.server.anonymous.get(new URL(file?.downloadURL as string).pathname)).text).toBe('bytes');
    });

    it('ends grants to teams and to users who are not members there, and records that', async () => {
      const [both, here] = [
        await transfers.server.member(transfers.ada.organization, 'read'),
        await transfers.server.member(transfers.ada.organization, 'read'),
      ];
      await join(both, null);
      const team = (
        await transfers.ada.api.put(`/v1/orgs/${transfers.ada.organization}/teams`, { title: 'T', members: [both.id] })
      ).body.id;
      const space = await TestSpace.create(transfers.ada);
      await transfers.ada.api.post(`${space.path}/permissions`, {
        users: [both.id, here.id],
        teams: [team],
        role: 'edit',
      });
      expect((await transfer(space.path)).status).toBe(200);
      expect((await both.api.get(space.path)).body.permissions.edit).toBe(true);
      expect((await here.api.get(space.path)).status).toBe(404);
      const granted = await transfers.server.rows(
        'select subject_id as id from content.permission where content_id = $1',
        [space.id],
      );
      expect(granted).toEqual([{ id: both.id }]);
      const spacesOf = async (organization: string, api: ApiClient) =>
        (await api.get(`/v1/orgs/${organization}/members/${both.id}`)).body.spaces as number;
      expect([
        await spacesOf(transfers.ada.organization, transfers.ada.api),
        await spacesOf(transfers.other.organization, transfers.other.api),
      ]).toEqual([0, 1]);

      await transfers.server.drain();
      for (const { api, organization } of [transfers.ada, transfers.other]) {
        const trail = `/v1/orgs/${organization}/audit-events`;
        const [event] = (await api.get(trail, { query: { target: space.id, action: 'space.transferred' } })).body.items;
        const payload = (await api.get(`${trail}/${(event as Json).id}`)).body.payload as Json;
        expect(payload).toMatchObject({
          from: transfers.ada.organization,
          to: transfers.other.organization,
          spaces: [space.id],
        });
        expect((payload.ended as Json[]).map(({ subject }: Json) => subject).sort()).toEqual([here.id, team].sort());
      }
    });

    it('requires the role admin in the space, and create in the other organization', async () => {
      const space = await TestSpace.create(transfers.ada);
      const creator = await transfers.server.member(transfers.ada.organization, 'create');
      await join(creator, 'review');
      expect((await transfer(space.path, transfers.other.organization, creator.api)).status).toBe(403);
      await transfers.ada.api.post(`${space.path}/permissions`, { users: [creator.id], role: 'admin' });
      expect((await transfer(space.path, transfers.other.organization, creator.api)).status).toBe(412);
      expect((await transfer(space.path, 'nothing')).status).toBe(404);
      const strange = await transfers.server.administrator();
      expect((await transfer(space.path, strange.organization)).status).toBe(404);
      expect((await transfer(space.path, strange.organization, strange.api)).status).toBe(404);
      expect((await transfer(space.path, transfers.ada.organization)).status).toBe(409);
      expect((await transfers.ada.api.post(`${space.path}/transfer`, {})).status).toBe(400);
      expect((await transfers.ada.api.get(space.path)).body.organization).toBe(transfers.ada.organization);
    });

    it('is refused where the caller would lose access to the space, and during an exchange with a repository', async () => {
      const closed = await TestSpace.create(transfers.ada);
      await transfers.ada.api.patch(closed.path, { defaultLevel: null });
      expect((await transfer(closed.path)).status).toBe(409);
      expect((await transfers.ada.api.get(closed.path)).body.organization).toBe(transfers.ada.organization);
      const busy = await TestSpace.create(transfers.ada);
      await transfers.ada.api.post(`${busy.path}/git/import`, { url: 'https://example.invalid/docs.git', ref: 'main' });
      expect((await transfer(busy.path)).status).toBe(409);
      await transfers.server.rows(`update content.git_link set state = 'success' where space_id = $1`, [busy.id]);
      expect((await transfer(busy.path)).status).toBe(200);
    });

    it('during edits loses nothing, in any order', async () => {
      const editor = await transfers.server.member(transfers.ada.organization, 'edit');
      await join(editor, 'edit');
      for (let round = 0; round < 3; round++) {
        const space = await TestSpace.create(transfers.ada, { empty: true });
        const files = Array.from({ length: 4 }, (_, i) => ({
          name: `${i}.txt`,
          base64: Buffer.from(`${round} ${i}`).toString('base64'),
          contentType: 'text/plain',
        }));
        const answers = await Promise.all([
          space
            .as(editor.api)
            .send([{ operation: 'insert_page', title: 'One', document: { markdown: `Text ${round}.` } }]),
          ...files.map((file) => space.as(editor.api).send([{ operation: 'insert_files', files: [file] }])),
          transfer(space.path),
          space
            .as(editor.api)
            .send([{ operation: 'insert_page', title: 'Two', document: { markdown: `More ${round}.` } }]),
        ]);
        // Files are stored for an organization: an upload during the transfer has to be sent again.
        const received = answers.slice(1, 5).filter(({ status }) => status !== 409);
        const rest = [...received, ...answers.slice(0, 1), ...answers.slice(5)];
        expect(rest.map(({ status }) => status)).toEqual(rest.map(() => 200));
        expect((await space.paths()).sort()).toEqual(['one', 'two']);
        for (const { id } of await space.pages()) expect(await space.markdown(id)).toContain(`${round}.`);
        const listed = (await transfers.other.api.get(`${space.path}/content/files`)).body.items as Json[];
        expect(listed).toHaveLength(received.length);
        for (const { downloadURL } of listed) {
          expect((await transfers.server.anonymous.get(new URL(downloadURL as string).pathname)).status).toBe(200);
        }
        expect(await tablesWith(transfers.ada.organization, [space.id])).toEqual([]);
      }
    });

    it('of one space to two organizations at once happens once', async () => {
      const third = await transfers.server.administrator();
      await join(transfers.ada, 'create', third.organization);
      const space = await TestSpace.create(transfers.ada);
      const answers = await Promise.all([transfer(space.path), transfer(space.path, third.organization)]);
      expect(answers.map(({ status }) => status).sort()).not.toContain(500);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      const owner =
        (
          await transfers.server.rows<{ id: string }>('select organization_id as id from content.space where id = $1', [
            space.id,
          ])
        )[0]?.id ?? '';
      const loser = owner === transfers.other.organization ? third.organization : transfers.other.organization;
      expect(await tablesWith(loser, [space.id])).toEqual([]);
      expect(await tablesWith(transfers.ada.organization, [space.id])).toEqual([]);
    });
  });
});
