import { describe, expect, it } from '@jest/globals';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import { ContentDraft } from '../../../../src/content/revisions/domain/content/content-draft.js';
import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';
import { FixedContent, HEAD, NOW } from './fixed-content.js';

const draftOf = (...pages: ConstructorParameters<typeof FixedContent>[0]): ContentDraft =>
  new ContentDraft(HEAD, new FixedContent(pages), NOW);
const changesOf = (draft: ContentDraft) => draft.toRevision('edits', 'user').pages;
const gone = (draft: ContentDraft): string[] =>
  [...changesOf(draft)].flatMap(([id, record]) => (record === null ? [id] : [])).sort();

/** The children of a page in their order. */
async function order(draft: ContentDraft, ids: readonly string[]): Promise<string[]> {
  const records = await Promise.all(ids.map((id) => draft.page(id)));
  return records.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ id }) => id);
}

describe('a draft', () => {
  it('becomes a revision with only the changes', async () => {
    const draft = draftOf(['a', null], ['b', null]);
    await draft.updatePage('a', { title: 'New' });
    const revision = draft.toRevision('edits', 'user');
    expect([...revision.pages.keys()]).toEqual(['a']);
    expect(revision.pages.get('a')).toMatchObject({ title: 'New', updatedAt: NOW.toISOString() });
    expect(revision.moved.size).toBe(0);
  });

  it('applies each change to the result of those before it', async () => {
    const draft = draftOf();
    const parent = await draft.insertPage({ type: 'group', title: 'Parent' });
    const child = await draft.insertPage({ type: 'document', title: 'Child' }, { into: parent.id });
    await draft.updatePage(child.id, { title: 'Renamed' });
    expect(await draft.page(child.id)).toMatchObject({ title: 'Renamed', parent: parent.id, slug: 'child' });
    expect(draft.grows).toBe(2);
    await draft.deletePage(parent.id);
    await expect(draft.page(child.id)).rejects.toThrow(NotFound);
    expect(draft.grows).toBe(0);
  });

  it('does not read below pages that are new in it', async () => {
    const content = new FixedContent([['a', null]]);
    const draft = new ContentDraft(HEAD, content, NOW);
    const [one, two] = ['one', 'two'].map((id) => ({ ...pageOf(id), parent: null }));
    await draft.preload(['one', 'two']);
    for (const record of [one, two]) await draft.putPage(record as PageRecord);
    for (const parent of ['one', 'two']) await draft.insertPage({ type: 'document', title: 'Same' }, { into: parent });
    const beside = await draft.insertPage({ type: 'document', title: 'Same' }, { into: 'one' });
    await draft.insertPage({ type: 'document', title: 'Below' }, { into: beside.id });
    expect(beside.slug).toBe('same-1');
    expect(content.parents).toEqual([null]);
  });
});

const pageOf = (id: string): PageRecord => ({
  ...{ id, type: 'document', parent: null, rank: 'a1', slug: id, title: id },
  createdAt: NOW.toISOString(),
});

describe('placing', () => {
  it('puts a page at an index among its siblings, and at the end beyond them', async () => {
    const draft = draftOf(['a', null], ['b', null], ['c', null]);
    const ids: string[] = ['a', 'b', 'c'];
    for (const [title, at] of [
      ['first', 0],
      ['third', 2],
      ['last', 99],
    ] as const) {
      ids.push((await draft.insertPage({ type: 'document', title, id: title }, { at })).id);
    }
    expect(await order(draft, ids)).toEqual(['first', 'a', 'third', 'b', 'c', 'last']);
    await draft.updatePage('c', {}, { at: 0 });
    expect((await order(draft, ids))[0]).toBe('c');
  });

  it('reads no siblings for the first change, whose page further changes see', async () => {
    const content = new FixedContent([
      ['a', null],
      ['b', null],
      ['c', null],
    ]);
    const draft = new ContentDraft(HEAD, content, NOW);
    const first = await draft.insertPage({ type: 'document', title: 'A' }, { at: 1 });
    expect([first.slug, content.parents]).toEqual(['a-1', []]);
    const second = await draft.insertPage({ type: 'document', title: 'A' }, { at: 1 });
    expect([second.slug, content.parents]).toEqual(['a-2', [null]]);
    expect((await draft.siblings(null)).map(({ slug }) => slug)).toEqual(['a', 'a-2', 'a-1', 'b', 'c']);
  });

  it('moves the first page as it would with its siblings read', async () => {
    const pages = [
      ['a', null],
      ['b', null],
      ['c', null],
      ['d', 'a'],
      ['b-1', 'a'],
      ['b', 'a'],
    ] as const;
    const ids = pages.map(([id, parent], index) => [`${id}${index}`, parent === null ? null : 'a0'] as const);
    const places = [undefined, 0, 1, 2, 3, 9].flatMap((at) => [null, 'a0', undefined].map((into) => ({ into, at })));
    for (const place of places) {
      const moved = await Promise.all(
        [false, true].map(async (read) => {
          const draft = new ContentDraft(HEAD, new FixedContent(ids), NOW);
          if (read) for (const parent of [null, 'a0']) await draft.siblings(parent);
          const { rank, slug, parent } = await draft.updatePage('b1', {}, place);
          return { rank, slug, parent, beside: await draft.siblings(parent) };
        }),
      );
      expect(moved[0]).toEqual(moved[1]);
    }
  });

  it('works a thousand times between the same two pages', async () => {
    const draft = draftOf(['a', null], ['z', null]);
    const ids = ['a', 'z'];
    for (let i = 0; i < 1000; i++) {
      ids.push((await draft.insertPage({ type: 'document', title: 'x', id: `x${i}`, slug: `x${i}` }, { at: 1 })).id);
    }
    const shown = await order(draft, ids);
    expect(shown.slice(0, 3)).toEqual(['a', 'x999', 'x998']);
    expect(shown.at(-1)).toBe('z');
  });

  it('refuses cycles, also of pages moved in the same draft', async () => {
    const draft = draftOf(['a', null], ['b', null], ['c', 'b']);
    await draft.updatePage('b', {}, { into: 'a' });
    for (const into of ['a', 'b', 'c']) await expect(draft.updatePage('a', {}, { into })).rejects.toThrow(Invalid);
  });

  it('keeps groups at the root and refuses pages below a link', async () => {
    const draft = draftOf(['group', null, 'group'], ['page', null], ['link', null, 'link']);
    await expect(draft.updatePage('group', {}, { into: 'page' })).rejects.toThrow(/root only/);
    await expect(draft.updatePage('page', {}, { into: 'link' })).rejects.toThrow(/can't hold pages/);
    await expect(draft.insertPage({ type: 'document', title: 'x' }, { into: 'nothing' })).rejects.toThrow(NotFound);
  });
});

describe('slugs', () => {
  it('that were chosen are refused when taken; generated or moved ones get a suffix', async () => {
    const draft = draftOf(['a', null], ['b', null], ['below', 'b']);
    await expect(draft.insertPage({ type: 'document', title: 'x', slug: 'a' })).rejects.toThrow(Conflict);
    expect((await draft.insertPage({ type: 'document', title: 'A' })).slug).toBe('a-1');
    const inner = await draft.insertPage({ type: 'document', title: 'A' }, { into: 'b' });
    expect(inner.slug).toBe('a');
    expect((await draft.updatePage(inner.id, {}, { into: null })).slug).toBe('a-2');
    await expect(draft.updatePage('below', { slug: 'b' }, { into: null })).rejects.toThrow(Conflict);
  });

  it('are free again once their page is deleted or has another', async () => {
    const draft = draftOf(['a', null], ['b', null]);
    await draft.deletePage('a');
    await draft.updatePage('b', { slug: 'c' });
    for (const slug of ['a', 'b'])
      expect((await draft.insertPage({ type: 'document', title: 'x', slug })).slug).toBe(slug);
  });
});

describe('deleting', () => {
  it('deletes all pages below, but not those moved away before', async () => {
    const draft = draftOf(['a', null], ['b', 'a'], ['c', 'b'], ['d', 'a'], ['e', 'd'], ['other', null]);
    await draft.updatePage('d', {}, { into: 'other' });
    const added = await draft.insertPage({ type: 'document', title: 'x' }, { into: 'c' });
    await draft.deletePage('a');
    expect(gone(draft)).toEqual(['a', 'b', 'c', added.id].sort());
    expect(await draft.page('e')).toMatchObject({ parent: 'd' });
    expect(draft.toRevision('edits', 'user').moved.has(added.id)).toBe(false);
  });

  it('reads the descendants of many pages once, and skips deleted pages', async () => {
    const content = new FixedContent([
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', null],
      ['e', 'd'],
      ['kept', null],
    ]);
    const draft = new ContentDraft(HEAD, content, NOW);
    await draft.updatePage('e', {}, { into: 'kept' });
    await draft.deletePages(['b', 'a', 'never', 'd']);
    await draft.deletePages(['c', 'd']);
    expect(gone(draft)).toEqual(['a', 'b', 'c', 'd']);
    expect(content.asked).toBe(1);
    expect((await draft.insertPage({ type: 'document', title: 'x', slug: 'a' })).slug).toBe('a');
  });

  it('deletes pages that were moved below in the same draft', async () => {
    const draft = draftOf(['a', null], ['b', null], ['c', 'b']);
    await draft.updatePage('b', {}, { into: 'a' });
    await draft.deletePage('a');
    expect(gone(draft)).toEqual(['a', 'b', 'c']);
  });
});

describe('restoring', () => {
  const former = {
    id: 'a',
    type: 'document',
    parent: 'gone',
    rank: 'a0',
    title: 'Former',
    slug: 'b',
    createdAt: NOW.toISOString(),
  } as const;

  it('puts a deleted page at the end of the root, under a free slug', async () => {
    const draft = draftOf(['b', null]);
    expect(await draft.restorePage(former, undefined)).toMatchObject({ title: 'Former', parent: null, slug: 'b-1' });
    expect(await order(draft, ['a', 'b'])).toEqual(['b', 'a']);
  });

  it('keeps the place of an existing page', async () => {
    const draft = draftOf(['b', null], ['a', 'b']);
    expect(await draft.restorePage(former, undefined)).toMatchObject({ title: 'Former', parent: 'b', slug: 'a' });
  });
});
