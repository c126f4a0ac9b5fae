import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

const RUNS = 10;
/** Few titles, so that many slugs are taken; some are what another becomes with a number. */
const TITLES = ['Same', 'Same', 'Same 1', 'Other', 'Other 1'];
/** The pages that are there from the beginning; those below the first are its children. */
const FIRST = ['Root', 'Same', 'Other', 'Below', 'Same', 'Other'];
const BELOW = 3;

interface Step {
  does: 'insert' | 'insert' | 'move' | 'delete' | 'link';
  title: string;
  /** One of the first pages. */
  page: number;
  /** One of the first pages, or the root. */
  into: number;
  at: number | undefined;
}

const steps = fc.array(
  fc.record({
    does: fc.constantFrom('insert', 'insert', 'insert', 'move', 'move', 'delete', 'link'),
    title: fc.constantFrom(...TITLES),
    page: fc.nat(FIRST.length - 1),
    into: fc.constantFrom(-1, -1, 0, 0, 2),
    at: fc.option(fc.nat(9), { nil: undefined }),
  }),
  { minLength: 8, maxLength: 20 },
) as fc.Arbitrary<Step[]>;

/**
 * The first change of a request asks for what is beside its place; the others read the children of a page. So the same
 * changes are made one by one, and all in one request.
 */
describe('the places of pages', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  async function firstSpace(): Promise<{ space: TestSpace; ids: string[] }> {
    const space = await TestSpace.create(ada);
    const ids: string[] = [];
    for (const title of FIRST) {
      const into = ids.length < BELOW ? null : ids[0];
      ids.push(await space.insert(title, undefined, { into }));
    }
    return { space, ids };
  }

  /** The changes that can be made one after the other. */
  function changesOf(all: readonly Step[], ids: readonly string[]): object[] {
    const gone = new Set<string>();
    return all.flatMap(({ does, title, page, into, at }): object[] => {
      const [id = '', parent] = [ids[page], into === -1 ? null : (ids[into] ?? null)];
      if (parent !== null && gone.has(parent)) return [];
      const link = { type: 'link', target: { kind: 'url', url: 'https://example.com' } };
      if (does === 'insert' || does === 'link')
        return [{ operation: 'insert_page', title, into: parent, at, ...(does === 'link' ? link : {}) }];
      // Those that others are put into stay where they are.
      if (page === 0 || page === 2 || gone.has(id)) return [];
      if (does === 'move') return [{ operation: 'update_page', page: id, into: parent, at }];
      gone.add(id);
      return [{ operation: 'delete_page', page: id }];
    });
  }

  async function countedOf(space: TestSpace): Promise<unknown> {
    const [row] = await server.rows(
      `select h.pages as told, (select count(*)::int from content.live_page p where p.organization_id = h.organization_id and p.space_id = h.space_id) as real
       from content.space_head h where h.space_id = $1`,
      [space.id],
    );
    return row;
  }

  it('are the same one by one and together, and the pages are counted', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const [one, many] = [await firstSpace(), await firstSpace()];
        for (const change of changesOf(all, one.ids)) await one.space.change(change);
        const together = changesOf(all, many.ids);
        if (together.length > 0) await many.space.change(...together);
        const paths = await one.space.paths();
        expect(await many.space.paths()).toEqual(paths);
        for (const { space } of [one, many])
          expect(await countedOf(space)).toEqual({ told: paths.length, real: paths.length });
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('are the same in a change request, where what differs is beside what does not', async () => {
    const pathsOf = (pages: Json[]): string[] =>
      pages.flatMap((page) => [page.path ?? `(${page.title})`, ...pathsOf(page.pages)]);
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const [live, other] = [await firstSpace(), await firstSpace()];
        for (const change of changesOf(all, live.ids)) await live.space.change(change);
        const { body: request } = await ada.api.post(`${other.space.path}/change-requests`, {});
        const content = `${other.space.path}/change-requests/${request.id}/content`;
        for (const change of changesOf(all, other.ids)) {
          expect((await ada.api.post(content, { changes: [change] })).status).toBe(200);
        }
        expect(pathsOf((await ada.api.get(`${content}/pages`)).body.pages)).toEqual(await live.space.paths());
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('are counted in copies, and after a merge that deletes some', async () => {
    const { space, ids } = await firstSpace();
    const copy = await ada.api.post(`${space.path}/duplicate`, {});
    expect(await countedOf(TestSpace.at(ada.api, copy.body.id))).toEqual({ told: FIRST.length, real: FIRST.length });
    const { body: changing } = await ada.api.post(`${space.path}/change-requests`, { subject: 'Less' });
    const path = `${space.path}/change-requests/${changing.id}`;
    const changes = [
      { operation: 'delete_page', page: ids[0] },
      { operation: 'insert_page', title: 'More' },
    ];
    expect((await ada.api.post(`${path}/content`, { changes })).status).toBe(200);
    expect((await ada.api.post(`${path}/merge`)).status).toBe(200);
    expect((await space.paths()).toSorted()).toEqual(['more', 'other', 'same']);
    expect(await countedOf(space)).toEqual({ told: 3, real: 3 });
  });

  it('are found with as many statements at any depth', async () => {
    const { space, ids } = await firstSpace();
    const chain = [ids[0] ?? ''];
    while (chain.length < 12) chain.push(await space.insert('Deep', undefined, { into: chain.at(-1) }));
    const cost = async (into: string | undefined): Promise<number> => {
      await space.update(ids[1] ?? '', { into: null });
      const sent = jest.spyOn(pg.Client.prototype, 'query');
      await space.update(ids[1] ?? '', { into });
      const { length } = sent.mock.calls;
      sent.mockRestore();
      return length;
    };
    await cost(chain[0]);
    expect(await cost(chain.at(-1))).toBeLessThanOrEqual(await cost(chain[1]));
  });

  it('read no siblings, however many there are', async () => {
    const { space } = await firstSpace();
    const titles = Array.from({ length: 40 }, () => ({ operation: 'insert_page', title: 'Same' }));
    await space.change(...titles);
    const { changes } = await space.change({ operation: 'insert_page', title: 'Same', at: 0 });
    const [created] = changes as Json[];
    expect((await space.page(created?.page.id ?? '')).slug).toBe('same-41');
    expect((await space.paths())[0]).toBe('same-41');
    const refused = await space.send([{ operation: 'insert_page', title: 'Same', slug: 'same-7' }]);
    expect(refused.status).toBe(409);
  });
});
