import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { StoredContent } from './stored-content.js';

describe('garbage of random histories', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  /** Few texts, so that spaces store the same ones, also while the last space that had one is collected. */
  const TEXTS = ['Roses.', 'Tulips.', 'Yew.', 'Ivy.'];

  interface Step {
    kind: 'create' | 'insert' | 'update' | 'delete' | 'duplicate' | 'propose' | 'merge' | 'purge' | 'collect' | 'want';
    space: number;
    text: number;
    times: number;
  }
  const step = fc.record<Step>({
    kind: fc.constantFrom(
      'create',
      'insert',
      'insert',
      'update',
      'delete',
      'duplicate',
      'propose',
      'merge',
      'purge',
      'collect',
      'collect',
      'want',
    ),
    space: fc.nat(9),
    text: fc.nat(TEXTS.length - 1),
    times: fc.integer({ min: 1, max: 6 }),
  });

  interface Known {
    space: TestSpace;
    pages: string[];
    proposals: string[];
  }

  async function play(steps: Step[]): Promise<void> {
    const ada = await server.administrator();
    const content = new StoredContent(server, ada);
    const spaces: Known[] = [];
    for (const { kind, space: drawn, text, times } of steps) {
      const known = spaces[drawn % spaces.length];
      const markdown = TEXTS[text] ?? '';
      if (kind === 'create') spaces.push({ space: await TestSpace.create(ada), pages: [], proposals: [] });
      else if (kind === 'want') await content.want();
      else if (kind === 'collect') for (let i = 0; i < times; i++) await content.step();
      else if (known) await change(kind, known, markdown, times);
    }
    await content.want();
    await content.collect();
    await content.want();
    await content.collect();
    expect(await content.stored()).toEqual(await content.referredTo());

    async function change(kind: Step['kind'], known: Known, markdown: string, times: number): Promise<void> {
      const { space, pages, proposals } = known;
      const page = pages[times % pages.length];
      const proposal = proposals.at(-1);
      if (kind === 'insert') {
        const changes = Array.from({ length: times * 8 }, (_, i) => ({
          operation: 'insert_page',
          title: `${markdown} ${i}`,
          document: { markdown },
        }));
        const { changes: made } = await space.change(...changes);
        pages.push(...(made as { page: { id: string } }[]).map(({ page: { id } }) => id));
      } else if (kind === 'update' && page !== undefined) await space.update(page, { document: { markdown } });
      else if (kind === 'delete' && page !== undefined) {
        await space.change({ operation: 'delete_page', page });
        pages.splice(pages.indexOf(page), 1);
      } else if (kind === 'duplicate') {
        spaces.push({ space: await content.duplicate(space), pages: [...pages], proposals: [] });
      } else if (kind === 'propose') {
        const { body } = await ada.api.post(`${space.path}/change-requests`, { subject: markdown });
        proposals.push(body.id);
        const changes = [{ operation: 'insert_page', title: 'Proposed', document: { markdown } }];
        await ada.api.post(`${space.path}/change-requests/${body.id}/content`, { changes });
      } else if (kind === 'merge' && proposal !== undefined) {
        await ada.api.post(`${space.path}/change-requests/${proposal}/merge`);
        proposals.pop();
      } else if (kind === 'purge') {
        await content.purge(space);
        spaces.splice(spaces.indexOf(known), 1);
      }
    }
  }

  it('is gone in the end, and all that revisions refer to is there', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), play), { numRuns: 15 });
  }, 300_000);
});

describe('garbage beside writers', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  it('is collected while others store the same texts again and again', async () => {
    const ada = await server.administrator();
    const content = new StoredContent(server, ada);
    // Until a collection has ended among the writers, however slow the machine is.
    const [until, giveUp] = [Date.now() + 12_000, Date.now() + 90_000];
    const left: TestSpace[] = [];
    const outcomes = { done: 0, refused: 0, nothing: 0 };
    let [writes, collections] = [0, 0];
    const isOver = (): boolean => Date.now() > (collections > 0 && outcomes.done > 10 ? until : giveUp);
    // All writers use the same ids of templates and texts, and give up their spaces at once.
    const write = async (): Promise<void> => {
      while (!isOver()) {
        const space = await TestSpace.create(ada);
        for (let i = 0; i < 6; i++, writes++) await space.insert(`Page ${i}`, `Text ${(writes + i) % 7}.`);
        const copy = await content.duplicate(space);
        await content.purge(space);
        await copy.insert('More', `Text ${writes % 7}.`);
        if (writes % 5 === 0) left.push(copy);
        else await content.purge(copy);
      }
    };
    const collect = async (): Promise<void> => {
      while (!isOver()) {
        await content.want();
        outcomes[await content.step()]++;
        collections = await content.collections();
      }
    };
    await Promise.all([write(), write(), write(), write(), collect()]);
    const [stored, referredTo] = [await content.stored(), await content.referredTo()];
    expect(referredTo.filter((name) => !stored.includes(name))).toEqual([]);
    expect({ collections, done: outcomes.done > 10 }).toEqual({ collections: 1, done: true });
    for (const space of left) await space.pages();
    await content.collect();
    await content.want();
    await content.collect();
    expect(await content.stored()).toEqual(await content.referredTo());
  }, 180_000);
});
