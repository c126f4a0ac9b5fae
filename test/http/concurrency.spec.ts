import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('concurrency', () => {
  const WRITERS = 20;

  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const revisions = async (space: TestSpace): Promise<{ id: string; parent: string | null }[]> =>
    server.rows(
      `select r.id, p.parent_id as parent from content.revision r
     left join content.revision_parent p on p.organization_id = r.organization_id and p.revision_id = r.id
     where r.space_id = $1 order by r.generation`,
      [space.id],
    );

  describe('writers at the same time', () => {
    it('all land, each in a revision of its own on top of the one before', async () => {
      const space = await TestSpace.create(ada);
      const pages = await Promise.all(
        Array.from({ length: WRITERS }, (_, i) => space.insert(`Page ${String(i).padStart(2, '0')}`)),
      );
      await Promise.all(pages.map((page, i) => space.update(page, { document: { markdown: `Text ${i}.` } })));
      const chain = await revisions(space);
      expect(chain).toHaveLength(1 + 2 * WRITERS);
      for (const [index, { parent }] of chain.entries()) expect(parent).toBe(chain[index - 1]?.id ?? null);
      expect(await space.revision()).toBe(chain.at(-1)?.id);
      const texts = await Promise.all(pages.map((page) => space.markdown(page)));
      for (const [i, text] of texts.entries()) expect(text).toContain(`Text ${i}.`);
      const last = await ada.api.get(`${space.path}/revisions/${chain.at(-1)?.id}/pages`);
      expect(last.body.pages.map(({ id }) => id)).toEqual((await space.pages()).map(({ id }) => id));
      expect(last.body.pages).toHaveLength(WRITERS);
    });

    it('go on while a change request of a hundred pages is merged, and neither loses anything', async () => {
      const space = await TestSpace.create(ada);
      const batches = async (make: (index: number) => object, send: (changes: object[]) => Promise<unknown>) => {
        for (const from of [0, 50]) await send(Array.from({ length: 50 }, (_, at) => make(from + at)));
      };
      const body = (markdown: string) => ({ document: { markdown } });
      const inSpace = (changes: object[]) => space.change(...changes);
      const title = (i: number) => `Page ${String(i).padStart(3, '0')}`;
      const others = await Promise.all(Array.from({ length: WRITERS }, (_, i) => space.insert(`Other ${i}`)));
      await batches((i) => ({ operation: 'insert_page', title: title(i), ...body('One.\n\nTwo.\n\nThree.') }), inSpace);
      const ids = (await space.pages()).slice(WRITERS).map(({ id }) => id);
      const write = (text: string) => (i: number) => ({ operation: 'update_page', page: ids[i], ...body(text) });
      const request = await TestChangeRequest.create(space);
      await batches(write('Ours.\n\nTwo.\n\nThree.'), inSpace);
      await batches(write('One.\n\nTwo.\n\nTheirs.'), (changes) => request.change(...changes));
      const [merged] = await Promise.all([
        request.merge(),
        ...others.map(async (other, i) => {
          await space.update(ids[i] ?? '', { description: `Writer ${i}` });
          await space.update(other, body(`Writer ${i}.`));
          await space.insert(`New ${i}`, undefined, { into: other });
        }),
      ]);
      expect(merged.body.result).toBe('merge');
      const texts = await Promise.all(ids.map((id) => space.markdown(id)));
      for (const [i, text] of texts.entries())
        expect([i, text]).toEqual([i, expect.stringMatching(/Ours\.\s+Two\.\s+Theirs\./)]);
      const written = await Promise.all(ids.slice(0, WRITERS).map((id) => space.page(id)));
      expect(written).toMatchObject(others.map((_, i) => ({ title: title(i), description: `Writer ${i}` })));
      for (const [i, other] of others.entries()) expect(await space.markdown(other)).toContain(`Writer ${i}.`);
      const paths = await space.paths();
      expect(others.map((_, i) => `other-${i}/new-${i}`).filter((path) => !paths.includes(path))).toEqual([]);
      expect(paths).toHaveLength(100 + 2 * WRITERS);
    });

    it('of one page lose none of the fields each set', async () => {
      const space = await TestSpace.create(ada);
      const page = await space.insert('Page');
      const fields = {
        emoji: '🎉',
        icon: 'bolt',
        description: 'Words',
        linkTitle: 'Short',
        hidden: true,
        noIndex: true,
      };
      await Promise.all(Object.entries(fields).map(([name, value]) => space.update(page, { [name]: value })));
      expect(await space.page(page)).toMatchObject(fields);
    });

    it('that want one slug get it once', async () => {
      const space = await TestSpace.create(ada);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => space.send([{ operation: 'insert_page', title: 'Same', slug: 'same' }])),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
      expect(await space.paths()).toEqual(['same']);
    });

    it('with the same If-Match win once', async () => {
      const space = await TestSpace.create(ada);
      const { etag = '' } = (await ada.api.get(space.path)).headers;
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          ada.api.patch(space.path, { title: `T${i}` }, { headers: { 'if-match': etag } }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      for (const status of statuses) expect([200, 409, 412]).toContain(status);
    });

    it('of one space wait for none of another', async () => {
      const [held, free] = [await TestSpace.create(ada), await TestSpace.create(ada)];
      const client = await server.pool.connect();
      try {
        await client.query('begin');
        await client.query('select 1 from content.space_head where organization_id = $1 and space_id = $2 for update', [
          ada.organization,
          held.id,
        ]);
        const waiting = held.insert('Late');
        expect(await free.insert('Now')).not.toBe('');
        expect(await held.paths()).toEqual([]);
        await client.query('commit');
        expect(await waiting).not.toBe('');
      } finally {
        client.release();
      }
      expect(await held.paths()).toEqual(['late']);
    });
  });
});
