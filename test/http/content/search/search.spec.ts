import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { onOneServer } from '#testing/one-server';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { SearchAnew1790000000214 } from '../../../../src/content/migrations/1790000000214-search-anew.js';

describe('search', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let install: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    space = await TestSpace.create(ada, { title: 'Handbook', empty: true });
    const home = await space.insert('Basics', 'What everybody needs.');
    install = await space.insert(
      'Installation',
      'How to install the product.\n\n## Requirements\n\nA database such as PostgreSQL, and café-sized patience.',
      { into: home, description: 'From nothing to running' },
    );
    await space.insert('Hidden page', 'Nobody finds the xylophone.', { hidden: true });
    await server.runJobs();
  });

  afterAll(() => server.stop());

  const titles = async (query: string, at = space): Promise<string[]> =>
    (await ada.api.get(`${at.path}/search`, { query: { query } })).body.items.map(({ title }) => title);

  it('answers questions with the passages themselves where there is no language model, and says so', async () => {
    const asked = { query: { format: 'markdown' } };
    const { body } = await ada.api.post(`/v1/orgs/${ada.organization}/ask`, { query: 'postgresql' }, asked);
    const { answer } = body as unknown as { answer: { answer: { markdown: string }; sources: object[] } };
    expect(answer.answer.markdown).toMatch(/No language model[^]*\*\*Installation: Requirements\*\*\n\n> A database/);
    expect(answer.sources).toMatchObject([{ type: 'page', space: space.id, page: install }]);
  });

  describe('searching a space', () => {
    it('finds pages with the stretches that match, under the pages above them', async () => {
      const { body } = await ada.api.get(`${space.path}/search`, { query: { query: 'postgresql' } });
      expect(body.items).toMatchObject([
        {
          id: install,
          type: 'page',
          title: 'Installation',
          description: 'From nothing to running',
          path: 'basics/installation',
          ancestors: [{ title: 'Basics' }],
        },
      ]);
      expect(body.items[0]?.sections[0]).toMatchObject({ title: 'Requirements' });
      expect(body.items[0]?.sections[0]?.path).toContain('#requirements');
      expect(body.items[0]?.sections[0]?.body).toContain('PostgreSQL');
    });

    it('takes the last word as a beginning, tolerates a typo, and folds accents', async () => {
      expect(await titles('postg')).toEqual(['Installation']);
      expect(await titles('instalation')).toContain('Installation');
      expect(await titles('cafe')).toEqual(['Installation']);
      expect(await titles('zebra')).toEqual([]);
    });

    it('leaves out pages that are hidden', async () => {
      expect(await titles('xylophone')).toEqual([]);
    });

    it('follows changes once the index has caught up', async () => {
      const own = await TestSpace.create(ada);
      const page = await own.insert('Draft', 'About walruses.');
      await server.runJobs();
      expect(await titles('walruses', own)).toEqual(['Draft']);
      await own.update(page, { title: 'Final', document: { markdown: 'About penguins.' } });
      await server.runJobs();
      expect(await titles('walruses', own)).toEqual([]);
      expect(await titles('penguins', own)).toEqual(['Final']);
      await own.change({ operation: 'delete_page', page });
      expect(await titles('penguins', own)).toEqual([]);
      await server.runJobs();
      expect(await titles('penguins', own)).toEqual([]);
    });

    it('gives the rest page by page', async () => {
      const own = await TestSpace.create(ada);
      for (let i = 1; i <= 5; i++) await own.insert(`Kettle ${i}`);
      await server.runJobs();
      const seen: string[] = [];
      let page: string | undefined;
      do {
        const query = { query: 'kettle', limit: 2, ...(page === undefined ? {} : { page }) };
        const { body } = await ada.api.get(`${own.path}/search`, { query });
        seen.push(...body.items.map(({ title }) => title as string));
        page = body.next?.page;
      } while (page !== undefined);
      expect(seen.sort()).toEqual(['Kettle 1', 'Kettle 2', 'Kettle 3', 'Kettle 4', 'Kettle 5']);
    });

    it.each([
      ['no query', {}],
      ['an empty query', { query: '' }],
      ['a query of 513 characters', { query: 'x'.repeat(513) }],
      ['two queries', { query: ['a', 'b'] }],
    ])('is refused with %s', async (_what, query) => {
      const { status, body } = await ada.api.get(`${space.path}/search`, { query });
      expect(status).toBe(400);
      expect(body.error.message).toMatch(/query/);
    });

    it.each(["' or 1=1 --", '& | ! ( ) :* <->', '%', '"quoted', '\\', 'a'.repeat(512), '日本', '🎉'])(
      'takes the query %s as words',
      async (query) => {
        expect((await ada.api.get(`${space.path}/search`, { query: { query } })).status).toBe(200);
      },
    );
  });

  describe('searching an organization', () => {
    it('finds spaces with their pages, only those the caller may see', async () => {
      const owner = await server.administrator();
      const [shown, hidden] = [
        await TestSpace.create(owner, { title: 'Shown', empty: true }),
        await TestSpace.create(owner, { title: 'Hidden', empty: true }),
      ];
      await shown.insert('Gadget guide');
      await hidden.insert('Gadget secrets');
      await owner.api.patch(hidden.path, { defaultLevel: null });
      await server.runJobs();
      const find = async (api: TestUser['api']): Promise<string[]> =>
        (await api.get(`/v1/orgs/${owner.organization}/search`, { query: { query: 'gadget' } })).body.items
          .map(({ title }) => title as string)
          .sort();
      expect(await find(owner.api)).toEqual(['Hidden', 'Shown']);
      expect(await find((await server.member(owner.organization, 'read')).api)).toEqual(['Shown']);
      expect(await find((await server.member(owner.organization, null)).api)).toEqual([]);
      const { body } = await owner.api.get(`/v1/orgs/${owner.organization}/search`, { query: { query: 'guide' } });
      expect(body.items).toMatchObject([{ type: 'space', id: shown.id, pages: [{ title: 'Gadget guide' }] }]);
    });
  });

  onOneServer(it, 'a migration of before there was distribution, run once more')(
    'finds everything again when an index of before was built anew',
    async () => {
      await server.rows(`update content.search_passage set terms = ''`);
      expect(await titles('patience')).toEqual([]);
      const runner = server.app.get(DataSource).createQueryRunner();
      await new SearchAnew1790000000214().up(runner);
      await runner.release();
      expect(new Set(await server.runJobs())).toEqual(new Set(['content.index-spaces']));
      await server.runJobs();
      expect(await titles('patience')).toEqual(['Installation']);
      expect(await titles('instalation')).toContain('Installation');
    },
  );
});
