import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles, PIXEL } from '../../../contexts/content/exchange/transfer-fixture.js';

/** A list of links as the specs look at it: what is linked to, how it is, and from which pages. */
interface Told {
  to: unknown;
  status: unknown;
  from: string[];
}

describe('links', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());

  const linksAt = async (api: ApiClient, path: string, query: Record<string, string | number> = {}): Promise<Json> => {
    const { status, body, text } = await api.get(`${path}/links`, { query });
    if (status !== 200) throw new Error(`The links were answered with ${status}: ${text}`);
    return body;
  };
  const titleOf = ({ page, reusableContent, file }: Json): string =>
    ((page ?? reusableContent ?? file) as Json)[file ? 'name' : 'title'] as string;
  const nameOf = (target: Json | undefined): unknown => {
    if (!target) return undefined;
    if (target.kind === 'url') return target['url'];
    const { anchor } = (target['internalLocation'] ?? {}) as Record<string, string>;
    if (target.user) return (target.user as unknown as Record<string, string>)['displayName'];
    const named = (target['collection'] ?? (target.kind === 'space' ? target['space'] : undefined)) as Json | undefined;
    return (named?.title ?? titleOf(target)) + (anchor ? `#${anchor}` : '');
  };
  const tell = ({ items }: Json): Told[] =>
    items.map((item) => ({
      to: nameOf(item['targetReference'] as Json | undefined),
      status: item['status'],
      from: (item['locationReferences'] as Json[]).map(titleOf),
    }));
  const brokenIn = async (api: ApiClient, path: string): Promise<unknown[]> =>
    tell(await linksAt(api, path, { status: 'broken' })).map(({ to, from }) => [to, ...from]);
  const backlinksAt = async (api: ApiClient, path: string): Promise<string[]> =>
    (await api.get(`${path}/backlinks`)).body.items.map(titleOf);
  const paragraph = (...refs: object[]) => ({
    object: 'block',
    type: 'paragraph',
    isVoid: false,
    data: {},
    nodes: refs.map((ref) => ({
      object: 'inline',
      type: 'link',
      isVoid: false,
      data: { ref },
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'there', marks: [] }] }],
    })),
  });
  const documentOf = (...refs: object[]) => ({
    document: { document: { object: 'document', data: {}, nodes: refs.map((ref) => paragraph(ref)) } },
  });

  describe('GET /v1/spaces/{spaceId}/links', () => {
    it('tells what is linked to, with the record of it, and from which blocks', async () => {
      const space = await TestSpace.create(ada);
      const target = await space.insert('Target', '## Install\n\nText.');
      const source = await space.insert(
        'Source',
        `See [it](/pages/${target}).\n\nSee [that](/pages/${target}#install).`,
      );
      const { stats, items, count } = await linksAt(ada.api, space.path);
      expect([stats, count]).toEqual([{ total: 2, broken: { total: 0 } }, 2]);
      const { path } = await space.page(target);
      const [, second] = (await space.page(source)).document.nodes;
      expect(items[1]).toMatchObject({
        status: 'ok',
        relation: 'reference',
        targetReference: {
          kind: 'page',
          organization: { object: 'organization', id: ada.organization },
          space: { object: 'space', id: space.id },
          page: { id: target, title: 'Target', path, type: 'document', pages: [] },
          versionContext: {
            type: 'revision',
            revision: {
              object: 'revision',
              id: await space.revision(),
              urls: { app: `http://quire.test/s/${space.id}/~/revisions/${await space.revision()}/` },
            },
          },
          internalLocation: { type: 'anchor', anchor: 'install' },
        },
        locationReferences: [
          { kind: 'page', page: { id: source }, internalLocation: { type: 'node', node: second?.key } },
        ],
      });
    });

    it('tells every kind of target, and whether it is there', async () => {
      const space = await TestSpace.create(ada);
      const other = await TestSpace.create(ada, { title: 'Other', empty: true });
      const there = await other.insert('There', '## Part');
      const { id: collection } = (await ada.api.post(`/v1/orgs/${ada.organization}/collections`, { title: 'Shelf' }))
        .body;
      const { id: file } = await space.file('data.csv', 'a,b');
      const { displayName } = (await ada.api.get('/v1/user')).body as unknown as { displayName: string };
      const refs: [object, unknown, string][] = [
        [{ kind: 'file', file }, 'data.csv', 'ok'],
        [{ kind: 'file', file: 'gone' }, undefined, 'broken'],
        [{ kind: 'url', url: 'https://example.com/a b?c=100%25' }, 'https://example.com/a b?c=100%25', 'ok'],
        [{ kind: 'url', url: '//example.com' }, '//example.com', 'ok'],
        [{ kind: 'url', url: 'mailto:ada@example.com' }, 'mailto:ada@example.com', 'ok'],
        [{ kind: 'url', url: 'http://quire.test/s/x' }, 'http://quire.test/s/x', 'in-app'],
        [{ kind: 'url', url: 'http://quire.testing/' }, 'http://quire.testing/', 'ok'],
        [{ kind: 'url', url: '../nowhere.md' }, '../nowhere.md', 'broken'],
        [{ kind: 'user', user: ada.id }, displayName, 'ok'],
        [{ kind: 'user', user: 'nobody' }, undefined, 'broken'],
        [{ kind: 'collection', collection }, 'Shelf', 'ok'],
        [{ kind: 'collection', collection: 'none' }, undefined, 'broken'],
        [{ kind: 'space', space: space.id }, 'Untitled', 'ok'],
        [{ kind: 'space', space: other.id }, 'Other', 'ok'],
        [{ kind: 'space', space: 'none' }, undefined, 'broken'],
        [{ kind: 'page', page: there, space: other.id }, 'There', 'ok'],
        [{ kind: 'page', page: there }, undefined, 'broken'],
        [{ kind: 'anchor', anchor: 'part', page: there, space: other.id }, 'There#part', 'ok'],
        [{ kind: 'anchor', anchor: 'none', page: there, space: other.id }, 'There#none', 'broken'],
        [{ kind: 'anchor', anchor: 'nowhere' }, 'Source#nowhere', 'broken'],
        [{ kind: 'openapi', spec: 'petstore' }, undefined, 'broken'],
        [{ kind: 'reusable-content', reusableContent: 'gone' }, undefined, 'broken'],
      ];
      await space.insert('Source', undefined, documentOf(...refs.map(([ref]) => ref)));
      const list = await linksAt(ada.api, space.path);
      const order = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      expect(
        tell(list)
          .map(({ to, status }) => [to, status])
          .sort(order),
      ).toEqual(refs.map(([, to, status]) => [to, status]).sort(order));
      const broken = refs.filter(([, , status]) => status === 'broken').length;
      expect(list['stats']).toEqual({ total: refs.length, broken: { total: broken } });
      for (const status of ['ok', 'broken', 'in-app']) {
        const { items, stats } = await linksAt(ada.api, space.path, { status });
        expect(items.map((item) => item['status'])).toEqual(refs.flatMap(([, , one]) => (one === status ? [one] : [])));
        expect(stats).toEqual(list['stats']);
      }
      expect((await ada.api.get(`${space.path}/links`, { query: { status: 'fine' } })).status).toBe(400);
    });

    it('groups what leads to the same by whatever words, and counts each block that links there', async () => {
      const space = await TestSpace.create(ada);
      const home = await space.insert('Home', '## Top');
      const same = { kind: 'page', page: home };
      await space.insert('One', undefined, documentOf(same, { ...same, space: space.id }));
      await space.insert('Two', `[a](/pages/${home}) and [b](/pages/${home})`);
      await space.update(
        home,
        documentOf({ kind: 'anchor', anchor: 'x' }, { kind: 'anchor', anchor: 'x', page: home }),
      );
      const list = await linksAt(ada.api, space.path);
      expect(tell(list)).toEqual([
        { to: 'Home', status: 'ok', from: ['One', 'One', 'Two'] },
        { to: 'Home#x', status: 'broken', from: ['Home', 'Home'] },
      ]);
      expect(list['stats']).toEqual({ total: 5, broken: { total: 2 } });
    });

    it('goes on with a target that more is linked from than an answer tells', async () => {
      const space = await TestSpace.create(ada);
      const home = await space.insert('Home');
      await space.insert('Many', Array.from({ length: 1002 }, () => `[a](/pages/${home})`).join('\n\n'));
      await space.insert('Other', '[w](https://example.com)');
      const placesOf = ({ items }: Json) => items.map((item) => (item['locationReferences'] as Json[]).length);
      const first = await linksAt(ada.api, space.path);
      expect([placesOf(first), first['stats']]).toEqual([[1000], { total: 1003, broken: { total: 0 } }]);
      const second = await linksAt(ada.api, space.path, { page: first.next.page });
      expect([placesOf(second), second.next]).toEqual([[2, 1], undefined]);
      expect(tell(second).map(({ to }) => to)).toEqual(['Home', 'https://example.com']);
    });

    it('breaks no link when a page is renamed or moved, and those to it at once when it or a heading is gone', async () => {
      const space = await TestSpace.create(ada);
      const group = await space.insert('Group');
      const page = await space.insert('Target', '## Install');
      await space.insert('Source', `[a](/pages/${page}) [b](/pages/${page}#install)`);
      await space.update(page, { title: 'Renamed', slug: 'other', into: group });
      expect(await brokenIn(ada.api, space.path)).toEqual([]);
      await space.update(page, { document: { markdown: '## Set up' } });
      expect(await brokenIn(ada.api, space.path)).toEqual([['Renamed#install', 'Source']]);
      await space.change({ operation: 'delete_page', page });
      expect(await brokenIn(ada.api, space.path)).toEqual([
        [undefined, 'Source'],
        [undefined, 'Source'],
      ]);
    });

    it('tells links of covers, link pages, metadata and reusable contents, and anchors in what a page includes', async () => {
      const space = await TestSpace.create(ada);
      await importFiles(space, {
        'SUMMARY.md': '# Summary\n\n* [Home](README.md)\n* [Second](second.md)\n* [Web](https://example.com/web)\n',
        'README.md': '---\ncover: pixel.png\n---\n\n# Home\n\n{% include ".gitbook/includes/note.md" %}\n',
        'second.md':
          '---\nmetaLinks:\n  canonical: README.md\n  alternates:\n    - https://example.com/second\n---\n\n# Second\n\n' +
          '[in](README.md#inside) [not](README.md#outside)\n',
        'pixel.png': PIXEL,
        '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\n## Inside\n\n[w](https://example.com/note)\n',
      });
      expect(tell(await linksAt(ada.api, space.path)).map(({ to, status, from }) => [to, status, ...from])).toEqual(
        expect.arrayContaining([
          ['pixel.png', 'ok', 'Home'],
          ['Note', 'ok', 'Home'],
          ['Home', 'ok', 'Second'],
          ['Home#inside', 'ok', 'Second'],
          ['Home#outside', 'broken', 'Second'],
          ['https://example.com/second', 'ok', 'Second'],
          ['https://example.com/web', 'ok', 'Web'],
          ['https://example.com/note', 'ok', 'Note'],
        ]),
      );
      const { items } = await linksAt(ada.api, space.path);
      const included = items.find(({ relation }) => relation === 'dependsOn')?.['targetReference'] as Json;
      expect(included.kind).toBe('reusable-content');
      const pages = await space.pages();
      const idOf = (title: string) => pages.find((page) => page.title === title)?.id ?? '';
      const { id: file } = ((await ada.api.get(`${space.path}/content/files`)).body.items[0] ?? {}) as Json;
      expect(await backlinksAt(ada.api, `${space.path}/content/files/${file}`)).toEqual(['Home']);
      const meta = { canonical: { kind: 'page', page: idOf('Home'), space: space.id } };
      const alternates = [{ kind: 'url', url: 'https://example.com/second' }];
      const place = `page/${idOf('Second')}/meta-links`;
      for (const path of ['content', `revisions/${await space.revision()}`]) {
        expect((await ada.api.get(`${space.path}/${path}/${place}`)).body).toEqual({ ...meta, alternates });
        expect((await ada.api.get(`${space.path}/${path}/page/${idOf('Home')}/meta-links`)).body).toEqual({});
        expect((await ada.api.get(`${space.path}/${path}/page/none/meta-links`)).status).toBe(404);
      }
    });

    it('shows as broken, without a word of it, what leads to where the caller may not go', async () => {
      const reader = await server.member(ada.organization, 'read');
      const guest = await server.member(ada.organization, null);
      const [space, secret] = [
        await TestSpace.create(ada),
        await TestSpace.create(ada, { title: 'Secret', empty: true }),
      ];
      const page = await secret.insert('Hidden', '## Part');
      await ada.api.patch(secret.path, { defaultLevel: null });
      await ada.api.post(`${space.path}/permissions`, { users: [guest.id], role: 'read' });
      const to = { page, space: secret.id };
      const refs = [
        { kind: 'page', ...to },
        { kind: 'anchor', anchor: 'part', ...to },
        { kind: 'space', space: secret.id },
      ];
      await space.insert('Source', undefined, documentOf(...refs));
      expect(
        tell(await linksAt(ada.api, space.path))
          .map(({ to: name }) => name)
          .sort(),
      ).toEqual(['Hidden', 'Hidden#part', 'Secret']);
      for (const { api } of [reader, guest]) {
        const { items, stats } = await linksAt(api, space.path);
        expect(tell({ items } as Json)).toEqual(
          refs.map(() => ({ to: undefined, status: 'broken', from: ['Source'] })),
        );
        expect(stats).toEqual({ total: 3, broken: { total: 3 } });
      }
      await ada.api.post(`${secret.path}/permissions`, { users: [guest.id], role: 'read' });
      expect(await brokenIn(guest.api, space.path)).toEqual([]);
      await ada.api.delete(secret.path);
      expect(await brokenIn(ada.api, space.path)).toHaveLength(3);
    });
  });

  describe('GET /v1/spaces/{spaceId}/content/page/{pageId}/links', () => {
    it('tells the links of this page alone, with counts of them', async () => {
      const space = await TestSpace.create(ada);
      const one = await space.insert('One', '[w](https://example.com) [x](/pages/gone)');
      const two = await space.insert('Two', `[w](https://example.com) [one](/pages/${one})`);
      const linksOf = (page: string, query = {}) => linksAt(ada.api, `${space.path}/content/page/${page}`, query);
      expect((await linksOf(one))['stats']).toEqual({ total: 2, broken: { total: 1 } });
      expect(tell(await linksOf(one, { status: 'ok' }))).toEqual([
        { to: 'https://example.com', status: 'ok', from: ['One'] },
      ]);
      expect(tell(await linksOf(two)).map(({ to }) => to)).toEqual(['One', 'https://example.com']);
      expect((await ada.api.get(`${space.path}/content/page/none/links`)).status).toBe(404);
    });
  });

  describe('GET /v1/spaces/{spaceId}/content/page/{pageId}/backlinks', () => {
    it('tells which pages link there, those of other spaces as far as the caller may read them', async () => {
      const reader = await server.member(ada.organization, 'read');
      const space = await TestSpace.create(ada);
      const [open, closed] = [await TestSpace.create(ada), await TestSpace.create(ada)];
      const page = await space.insert('Target', '## Part');
      const own = await space.insert('Own', `[a](/pages/${page}#part)\n\n[b](/pages/${page})`);
      const late = await space.insert('Late', '[w](https://example.com)');
      for (const [other, title] of [
        [open, 'Open'],
        [closed, 'Closed'],
      ] as const) {
        await other.insert(title, undefined, documentOf({ kind: 'page', page, space: space.id }));
        // The same id in another space is another page.
        await other.insert('Stranger', undefined, documentOf({ kind: 'page', page }));
      }
      await ada.api.patch(closed.path, { defaultLevel: null });
      const path = `${space.path}/content/page/${page}`;
      expect((await backlinksAt(ada.api, path)).sort()).toEqual(['Closed', 'Open', 'Own', 'Own']);
      expect(await backlinksAt(reader.api, path)).toEqual(['Own', 'Own', 'Open']);
      const { nodes } = (await space.page(own)).document;
      const { items } = (await ada.api.get(`${path}/backlinks`)).body;
      const placesIn = (list: Json[]) =>
        list.flatMap(({ page: { id }, ...item }) => (id === own ? [item['internalLocation']] : []));
      expect(placesIn(items)).toEqual(expect.arrayContaining(nodes.map(({ key }) => ({ type: 'node', node: key }))));
      expect((await ada.api.get(`${space.path}/content/page/none/backlinks`)).status).toBe(404);
      await space.update(own, { document: { markdown: 'Nothing.' } });
      expect(await backlinksAt(reader.api, path)).toEqual(['Open']);
      await space.update(late, { document: { markdown: `[c](/pages/${page})` } });
      expect(await backlinksAt(reader.api, path)).toEqual(['Late', 'Open']);
    });

    it('follows each change of a text and of a target, and keeps its rows where neither changes', async () => {
      const space = await TestSpace.create(ada);
      const page = await space.insert('Target');
      const [at, { id: file }] = [`${space.path}/content/page/${page}`, await space.file('a.txt', 'a')];
      const above = await space.insert('Above', `[a](/pages/${page})`);
      const source = await space.insert('Source', `[b](/pages/${page})`, { into: above });
      const link = await space.insert('Link', undefined, { type: 'link', target: { kind: 'page', page } });
      const rowsNow = async () => {
        const sql = `select item_id as id, xmin::text, ctid::text from content.live_target where space_id = $1 order by id`;
        return server.rows<{ id: string }>(sql, [space.id]);
      };
      const [rows, before] = [await rowsNow(), await space.revision()];
      expect(rows.map(({ id }) => id)).toEqual([above, source, link].sort());
      await space.update(above, { title: 'Renamed', slug: 'renamed' });
      await space.update(source, { into: null, at: 0 });
      await space.update(source, { into: above, document: { markdown: `Still: [b](/pages/${page})` } });
      await space.update(link, { title: 'Named' });
      expect(await rowsNow()).toEqual(rows);
      expect((await backlinksAt(ada.api, at)).sort()).toEqual(['Named', 'Renamed', 'Source']);
      await space.update(source, { document: { markdown: 'Nothing.' } });
      await space.update(link, { target: { kind: 'file', file } });
      expect(await backlinksAt(ada.api, at)).toEqual(['Renamed']);
      expect(await backlinksAt(ada.api, `${space.path}/content/files/${file}`)).toEqual(['Named']);
      await space.change({ operation: 'revert_page', page: source, revision: before });
      expect((await backlinksAt(ada.api, at)).sort()).toEqual(['Renamed', 'Source']);
      await space.change({ operation: 'delete_page', page: above });
      expect([await backlinksAt(ada.api, at), (await rowsNow()).map(({ id }) => id)]).toEqual([[], [link]]);
    });

    it('leads to the pages of a copy in the copy', async () => {
      const space = await TestSpace.create(ada);
      const page = await space.insert('Target');
      await space.insert('Source', `[a](/pages/${page})`);
      await space.insert('By name', undefined, documentOf({ kind: 'page', page, space: space.id }));
      const copy = TestSpace.at(ada.api, (await ada.api.post(`${space.path}/duplicate`)).body.id);
      expect(await backlinksAt(ada.api, `${copy.path}/content/page/${page}`)).toEqual(['Source']);
      const all = await backlinksAt(ada.api, `${space.path}/content/page/${page}`);
      expect(all.sort()).toEqual(['By name', 'By name', 'Source']);
    });

    it('leads there still when the space is transferred to another organization', async () => {
      const [space, left] = [await TestSpace.create(ada), await TestSpace.create(ada)];
      const page = await space.insert('Target', '## Part');
      await space.insert('Source', `[a](/pages/${page}#part) [b](/pages/${page}#none)`);
      await left.insert('Left', undefined, documentOf({ kind: 'page', page, space: space.id }));
      const { id: organization } = (await ada.api.post('/v1/orgs', { title: 'Second' })).body;
      expect((await ada.api.post(`${space.path}/transfer`, { organization })).status).toBe(200);
      expect(await backlinksAt(ada.api, `${space.path}/content/page/${page}`)).toEqual(['Source']);
      expect(await brokenIn(ada.api, space.path)).toEqual([['Target#none', 'Source']]);
      expect(await brokenIn(ada.api, left.path)).toEqual([[undefined, 'Left']]);
    });
  });

  describe('of change requests', () => {
    it('tells what the change request breaks and what the space has broken already', async () => {
      const space = await TestSpace.create(ada);
      const [page, part] = [await space.insert('Target', '## Part'), await space.insert('Parted', '## Part')];
      await space.insert('Old', '[x](/pages/gone)');
      const source = await space.insert('Source', `[a](/pages/${page}) [b](/pages/${part}#part)`);
      const request = await TestChangeRequest.create(space);
      await request.change({ operation: 'delete_page', page });
      await request.update(part, { document: { markdown: '## Other' } });
      await request.insert('New', `[y](/pages/nowhere) [c](/pages/${part}#other)`);
      const list = await linksAt(ada.api, request.path);
      expect(list['stats']).toEqual({ total: 5, broken: { total: 4, changeRequest: 3 } });
      const inContext = async (brokenContext: string) =>
        tell(await linksAt(ada.api, request.path, { brokenContext })).map(({ from }) => from[0]);
      expect((await inContext('change-request')).sort()).toEqual(['New', 'Source', 'Source']);
      expect(await inContext('space')).toEqual(['Old']);
      expect(await brokenIn(ada.api, space.path)).toEqual([['/pages/gone', 'Old']]);
      const ok = await linksAt(ada.api, request.path, { status: 'ok' });
      expect(ok.items[0]).toMatchObject({
        targetReference: { page: { id: part }, versionContext: { changeRequest: { id: request.id } } },
        locationReferences: [{ page: { title: 'New', path: 'new' } }],
      });
      const ofPage = await linksAt(ada.api, `${request.path}/content/page/${source}`);
      expect(ofPage['stats']).toEqual({ total: 2, broken: { total: 2, changeRequest: 2 } });
      expect((await ada.api.get(`${request.path}/content/page/${page}/links`)).status).toBe(404);
      expect((await request.merge()).status).toBe(200);
      expect(await brokenIn(ada.api, space.path)).toHaveLength(4);
    });

    it('tells where its pages and files are linked from', async () => {
      const space = await TestSpace.create(ada);
      const page = await space.insert('Target');
      const { id: file } = await space.file('a.txt', 'a');
      const gone = await space.insert('Going', `[a](/pages/${page})\n\n[f](/files/${file})`);
      await space.insert('Staying', `[a](/pages/${page})`);
      const request = await TestChangeRequest.create(space);
      await request.update(gone, { document: { markdown: 'Nothing.' } });
      const own = await request.insert('Coming', `[a](/pages/${page})\n\n[f](/files/${file})`);
      const titlesAt = async (path: string) => (await backlinksAt(ada.api, path)).sort();
      expect(await titlesAt(`${request.path}/content/page/${page}`)).toEqual(['Coming', 'Staying']);
      expect(await titlesAt(`${request.path}/content/files/${file}`)).toEqual(['Coming']);
      expect(await titlesAt(`${space.path}/content/page/${page}`)).toEqual(['Going', 'Staying']);
      expect(await titlesAt(`${request.path}/content/page/${own}`)).toEqual([]);
      expect((await ada.api.get(`${space.path}/content/page/${own}/backlinks`)).status).toBe(404);
      expect((await ada.api.get(`${request.path}/content/page/${own}/meta-links`)).body).toEqual({});
      await request.merge();
      expect(await titlesAt(`${space.path}/content/page/${page}`)).toEqual(['Coming', 'Staying']);
      expect((await ada.api.get(`${request.path}/content/files/none/backlinks`)).status).toBe(404);
    });
  });
});
