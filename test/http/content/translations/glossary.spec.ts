import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';

describe('glossaries', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let glossary: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    glossary = `/v1/orgs/${ada.organization}/translations-glossary`;
  });
  afterAll(() => server?.stop());

  const change = async (...operations: object[]) => (await ada.api.put(glossary, { operations })).status;
  const all = async (query = {}) => (await ada.api.get(glossary, { query })).body.items;

  it('are written by operations, and answer the terms as translations', async () => {
    expect(
      await change(
        { type: 'insert', translations: { en: 'Space', de: 'Bereich' } },
        { type: 'insert', translations: { en: 'page' } },
      ),
    ).toBe(204);
    const [space, page] = await all();
    expect(space).toMatchObject({ object: 'glossary-entry', translations: { en: 'Space', de: 'Bereich' } });
    expect(space).toHaveProperty('terms', { en: 'Space', de: 'Bereich' });
    expect((await ada.api.get(`${glossary}/${page?.id}`)).body).toEqual(page);
    expect(
      await change(
        { type: 'update', id: page?.id, translations: { en: 'page', fr: 'page' } },
        { type: 'delete', id: space?.id },
        { type: 'delete', id: 'nobody' },
      ),
    ).toBe(204);
    expect((await all()).map(({ translations }) => translations)).toEqual([{ en: 'page', fr: 'page' }]);
    expect(await change({ type: 'delete', id: page?.id })).toBe(204);
  });

  it('take the earlier form of changes', async () => {
    const status = async (body: object) => (await ada.api.put(glossary, body)).status;
    expect(await status({ add: [{ terms: { en: 'step', de: 'Stufe' } }] })).toBe(204);
    const [entry] = await all();
    expect(await status({ update: [{ id: entry?.id, terms: { en: 'step', de: 'Schritt' } }] })).toBe(204);
    expect((await all()).map(({ translations }) => translations)).toEqual([{ en: 'step', de: 'Schritt' }]);
    expect(await status({ remove: [entry?.id] })).toBe(204);
    expect(await all()).toEqual([]);
  });

  it('refuse what they do not know, and change nothing', async () => {
    const insert = { type: 'insert', translations: { en: 'a' } };
    expect(await change(insert, { type: 'upsert', translations: { en: 'b' } })).toBe(400);
    expect(await change(insert, { type: 'insert', terms: { en: 'b' } })).toBe(400);
    expect(await change(insert, { type: 'insert', id: 'x', translations: { en: 'b' } })).toBe(400);
    expect(await change(insert, { type: 'insert', translations: { tlh: 'b' } })).toBe(400);
    expect(await change(insert, { type: 'delete', id: 'x', translations: {} })).toBe(400);
    expect(await change(insert, { type: 'update', id: 'nobody', translations: { en: 'b' } })).toBe(404);
    for (const body of [
      {},
      { entries: [] },
      { operations: [insert], add: [] },
      { operations: {} },
      { operations: [[]] },
    ])
      expect([body, (await ada.api.put(glossary, body)).status]).toEqual([body, 400]);
    expect(await all()).toEqual([]);
  });

  it('are listed by the terms in a language, those without one last', async () => {
    const terms = [{ de: 'c' }, { en: 'b', de: 'b' }, { en: 'B' }, { de: 'A' }, { fr: 'x' }, { en: 'a' }];
    expect(await change(...terms.map((translations) => ({ type: 'insert', translations })))).toBe(204);
    const walk = async (orderBy: string, limit: number) => {
      const found: unknown[] = [];
      for (let page: string | undefined, more = true; more; more = page !== undefined) {
        const { body } = await ada.api.get(glossary, {
          query: { orderBy, limit, ...(page === undefined ? {} : { page }) },
        });
        found.push(...body.items.map(({ translations }) => translations));
        page = (body as { next?: { page: string } }).next?.page;
      }
      return found;
    };
    const byEnglish = [{ en: 'a' }, { en: 'b', de: 'b' }, { en: 'B' }, { de: 'c' }, { de: 'A' }, { fr: 'x' }];
    for (const limit of [1, 2, 5, 50]) expect(await walk('en', limit)).toEqual(byEnglish);
    expect((await walk('de', 2)).slice(0, 3)).toEqual([{ de: 'A' }, { en: 'b', de: 'b' }, { de: 'c' }]);
    expect((await ada.api.get(glossary, { query: { orderBy: 'tlh' } })).status).toBe(400);
  });
});
