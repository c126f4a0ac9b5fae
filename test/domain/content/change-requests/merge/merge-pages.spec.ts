import { describe, expect, it } from '@jest/globals';
import { body, contentOf, linesOf, merge, order, page, withPages } from './merge-fixture.js';

const base = contentOf(
  page('a', { rank: 'a1', title: 'The first page', description: 'What it is about' }),
  page('b', { rank: 'a2' }),
  page('b1', { parent: 'b', rank: 'a1' }),
  page('b2', { parent: 'b', rank: 'a2' }),
  page('c', { rank: 'a3' }),
  page('c1', { parent: 'c', rank: 'a1' }),
);

describe('fields of pages', () => {
  it('merge without a conflict where the sides changed different pages or fields', async () => {
    const main = withPages(base, { a: { title: 'Main', updatedAt: '2030-02-01T00:00:00.000Z' }, b: { icon: 'star' } });
    const other = withPages(base, {
      a: { hidden: true, updatedAt: '2030-01-15T00:00:00.000Z' },
      c: { emoji: '1f600' },
    });
    const { content, conflicts, pages, moved } = await merge(base, main, other);
    expect(content.pages.get('a')).toMatchObject({
      title: 'Main',
      hidden: true,
      updatedAt: '2030-02-01T00:00:00.000Z',
    });
    expect([content.pages.get('b')?.icon, content.pages.get('c')?.emoji]).toEqual(['star', '1f600']);
    expect(conflicts).toEqual([]);
    expect([...pages.keys()].sort()).toEqual(['a', 'c']);
    expect(moved.size).toBe(0);
  });

  it("keep main's value where both changed one, with a conflict that has other's value and a combined proposal", async () => {
    const main = withPages(base, { a: { title: 'The very first page' } });
    const other = withPages(base, { a: { title: 'The first chapter' } });
    const { content, conflicts } = await merge(base, main, other);
    expect(content.pages.get('a')?.title).toBe('The very first page');
    expect(conflicts).toEqual([
      {
        subject: 'page',
        id: 'a',
        kind: 'field',
        field: 'title',
        base: 'The first page',
        main: 'The very first page',
        other: 'The first chapter',
        proposal: 'The very first chapter',
      },
    ]);
  });

  it('are merged inside layouts, covers and variables, and tags are combined', async () => {
    const from = withPages(base, { a: { layout: { width: 'wide' }, tags: ['x', 'y'], variables: { v: 1, w: 1 } } });
    const main = withPages(from, {
      a: { layout: { width: 'default' }, tags: ['x', 'y', 'm'], variables: { v: 2, w: 1 } },
    });
    const other = withPages(from, {
      a: { layout: { width: 'wide', cover: false }, tags: ['y', 'o'], variables: { v: 3, w: 2 } },
    });
    const { content, conflicts } = await merge(from, main, other);
    expect(content.pages.get('a')).toMatchObject({
      layout: { width: 'default', cover: false },
      tags: ['y', 'm', 'o'],
      variables: { v: 2, w: 2 },
    });
    expect(conflicts).toMatchObject([{ field: 'variables.v', base: 1, main: 2, other: 3 }]);
  });

  it('have a conflict where one side removed what the other changed', async () => {
    const { description: _, ...bare } = page('a', { rank: 'a1', title: 'The first page' });
    const main = { ...base, pages: new Map(base.pages).set('a', bare) };
    const { conflicts, content } = await merge(base, main, withPages(base, { a: { description: 'Changed' } }));
    expect(content.pages.get('a')).not.toHaveProperty('description');
    expect(conflicts).toMatchObject([{ field: 'description', base: 'What it is about', other: 'Changed' }]);
    expect(conflicts[0]).not.toHaveProperty('main');
  });
});

describe('deleted pages', () => {
  it('stay deleted where the other side left them unchanged', async () => {
    const { content, conflicts, pages } = await merge(
      base,
      withPages(base, { c: { title: 'C' } }),
      withPages(base, { b: undefined, b1: undefined, b2: undefined }),
    );
    expect([...content.pages.keys()].sort()).toEqual(['a', 'c', 'c1']);
    expect(pages.get('b')).toBeNull();
    expect(conflicts).toEqual([]);
  });

  it('are kept where the other side edited them, whichever side deleted them', async () => {
    const deleted = withPages(base, { b: undefined, b1: undefined, b2: undefined });
    const edited = withPages(base, { b1: { title: 'Edited' } });
    for (const [main, other] of [
      [deleted, edited],
      [edited, deleted],
    ] as const) {
      const { content, conflicts } = await merge(base, main, other);
      expect(content.pages.get('b1')).toMatchObject({ title: 'Edited', parent: null });
      expect(order(content)).toEqual(['a', 'b1', 'c']);
      expect(conflicts).toMatchObject([{ kind: 'delete-edit', id: 'b1', base: { title: 'b1' } }]);
      expect(Object.keys(conflicts[0] ?? {})).toContain(main === edited ? 'main' : 'other');
      expect(Object.keys(conflicts[0] ?? {})).not.toContain(main === edited ? 'other' : 'main');
    }
  });

  it('are not kept because of a time stamp alone', async () => {
    const main = withPages(base, { a: { updatedAt: '2031-01-01T00:00:00.000Z' } });
    expect((await merge(base, main, withPages(base, { a: undefined }))).content.pages.has('a')).toBe(false);
  });

  it('leave the pages below them to the nearest remaining ancestor, in their place', async () => {
    const from = withPages(base, { b1x: { parent: 'b1', rank: 'a1' } });
    const main = withPages(from, { b1: undefined, b1x: undefined });
    const other = withPages(from, { n: { parent: 'b1x', rank: 'a1', slug: 'n' } });
    const { content, conflicts, moved } = await merge(from, main, other);
    expect(order(content, 'b')).toEqual(['n', 'b2']);
    expect(conflicts).toMatchObject([{ kind: 'place', id: 'n', main: { parent: 'b' }, other: { parent: 'b1x' } }]);
    expect([...moved]).toEqual(['n']);
  });

  it("leave main's new pages in the tree where other deleted their parent", async () => {
    const main = withPages(base, { n: { parent: 'b', rank: 'a3' } });
    const { content, conflicts } = await merge(
      base,
      main,
      withPages(base, { b: undefined, b1: undefined, b2: undefined }),
    );
    expect(order(content)).toEqual(['a', 'n', 'c']);
    expect(conflicts).toMatchObject([{ kind: 'place', id: 'n', main: { parent: null } }]);
  });
});

describe('the page tree', () => {
  it('combines a move of one side with an edit of the other', async () => {
    const { content, conflicts, moved } = await merge(
      base,
      withPages(base, { a: { title: 'A' } }),
      withPages(base, { a: { parent: 'c', rank: 'a2' } }),
    );
    expect(content.pages.get('a')).toMatchObject({ title: 'A', parent: 'c' });
    expect([conflicts, [...moved]]).toEqual([[], ['a']]);
  });

  it("keeps main's place where both moved a page", async () => {
    const { content, conflicts } = await merge(
      base,
      withPages(base, { a: { parent: 'b', rank: 'a3' } }),
      withPages(base, { a: { parent: 'c', rank: 'a2' } }),
    );
    expect(content.pages.get('a')).toMatchObject({ parent: 'b', rank: 'a3' });
    expect(conflicts).toMatchObject([
      { kind: 'place', id: 'a', base: { parent: null }, main: { parent: 'b' }, other: { parent: 'c' } },
    ]);
  });

  it('breaks a cycle at the page that only other moved', async () => {
    const { content, conflicts } = await merge(
      base,
      withPages(base, { b: { parent: 'c', rank: 'a2' } }),
      withPages(base, { c: { parent: 'b', rank: 'a3' } }),
    );
    expect([content.pages.get('b')?.parent, content.pages.get('c')?.parent]).toEqual(['c', null]);
    expect(conflicts).toMatchObject([{ kind: 'place', id: 'c', main: { parent: null }, other: { parent: 'b' } }]);
  });

  it('breaks a cycle across pages that neither side touched', async () => {
    const main = withPages(base, { b: { parent: 'c1', rank: 'a1' } });
    const { content } = await merge(base, main, withPages(base, { c: { parent: 'b2', rank: 'a1' } }));
    expect([content.pages.get('b')?.parent, content.pages.get('c')?.parent]).toEqual(['c1', null]);
  });

  it('adds a suffix to a slug that main uses already', async () => {
    const { content, conflicts, moved } = await merge(
      base,
      withPages(base, { m: { slug: 'setup', rank: 'a4' } }),
      withPages(base, { o: { slug: 'setup', rank: 'a5' } }),
    );
    expect([content.pages.get('m')?.slug, content.pages.get('o')?.slug]).toEqual(['setup', 'setup-1']);
    expect(conflicts).toEqual([{ subject: 'page', id: 'o', kind: 'slug', main: 'setup-1', other: 'setup' }]);
    expect([...moved]).toEqual(['o']);
  });

  it('lets another page take over a slug', async () => {
    const other = withPages(base, { a: { slug: 'b' }, b: { slug: 'a' } });
    const { content, conflicts } = await merge(base, withPages(base, { c: { title: 'C' } }), other);
    expect([content.pages.get('a')?.slug, content.pages.get('b')?.slug]).toEqual(['b', 'a']);
    expect(conflicts).toEqual([]);
  });

  it("orders pages that both sides added in one place, main's first", async () => {
    const main = withPages(base, { m1: { rank: 'a4' }, m2: { rank: 'a5' } });
    const other = withPages(base, { o1: { rank: 'a4' }, o2: { rank: 'a5' } });
    const { content, conflicts } = await merge(base, main, other);
    expect(order(content)).toEqual(['a', 'b', 'c', 'm1', 'm2', 'o1', 'o2']);
    expect(
      new Set([...content.pages.values()].filter(({ parent }) => parent === null).map(({ rank }) => rank)).size,
    ).toBe(7);
    expect(conflicts).toEqual([]);
  });

  it('looks up records outside the diffs once, however many pages moved', async () => {
    const pages = Array.from({ length: 200 }, (_, index) => page(`p${index}`, { rank: 'a0V' }));
    const from = contentOf(...pages, ...base.pages.values());
    const moves = Object.fromEntries(pages.slice(0, 100).map(({ id }, index) => [id, { parent: `p${100 + index}` }]));
    const { asked } = await merge(from, withPages(from, { a: { title: 'A' } }), withPages(from, moves));
    expect(asked).toEqual({ withAncestors: 1, children: 1, documents: 0 });
  });

  it('looks up nothing where no page moved and no body was changed twice', async () => {
    const { asked } = await merge(
      base,
      withPages(base, { a: { title: 'A' } }),
      withPages(base, { b: { document: body('k:new') } }),
    );
    expect(asked).toEqual({ withAncestors: 0, children: 0, documents: 0 });
  });
});

describe('bodies', () => {
  const from = withPages(base, { a: { document: body('k:one', 'l:two', 'm:three') } });

  it('are merged block by block where both sides changed them', async () => {
    const main = withPages(from, { a: { document: body('k:ONE', 'l:two', 'm:three') } });
    const { content, conflicts, documents } = await merge(
      from,
      main,
      withPages(from, { a: { document: body('k:one', 'l:two', 'm:THREE') } }),
    );
    expect(linesOf(content.pages.get('a')?.document)).toEqual(['k:ONE', 'l:two', 'm:THREE']);
    expect(conflicts).toEqual([]);
    expect(documents.map(({ hash }) => hash)).toEqual([content.pages.get('a')?.document]);
  });

  it("keep main's block where both changed it", async () => {
    const main = withPages(from, { a: { document: body('k:one', 'l:main', 'm:three') } });
    const { content, conflicts } = await merge(
      from,
      main,
      withPages(from, { a: { document: body('k:one', 'l:other', 'm:3') } }),
    );
    expect(linesOf(content.pages.get('a')?.document)).toEqual(['k:one', 'l:main', 'm:3']);
    expect(conflicts).toMatchObject([
      { subject: 'page', id: 'a', kind: 'block', keys: ['l'], after: 'k', other: [{ key: 'l' }] },
    ]);
  });

  it("keep main's version where the merged body would be too large", async () => {
    const long = (letter: string): string => letter.repeat(500);
    const main = withPages(from, { a: { document: body(`k:${long('x')}`, 'l:two', 'm:three') } });
    const other = withPages(from, { a: { document: body('k:one', 'l:two', `m:${long('y')}`) } });
    const { content, conflicts } = await merge(from, main, other, 1000);
    expect(content.pages.get('a')?.document).toBe(main.pages.get('a')?.document);
    expect(conflicts).toMatchObject([{ kind: 'block', keys: ['k', 'l', 'm'] }]);
  });
});

describe('other content of a space', () => {
  const file = { id: 'f', name: 'a.png', blob: '1', contentType: 'image/png', size: 1 };
  const from = {
    ...base,
    files: new Map([['f', file]]),
    contents: new Map([['r', { id: 'r', title: 'R', document: body('k:one') }]]),
    variables: { v: 'x', w: 'x' },
  };

  it('merges names and bytes of files separately', async () => {
    const main = { ...from, files: new Map([['f', { ...file, name: 'b.png' }]]) };
    const other = { ...from, files: new Map([['f', { ...file, blob: '2', size: 2 }]]) };
    const { content, conflicts } = await merge(from, main, other);
    expect(content.files.get('f')).toEqual({ ...file, name: 'b.png', blob: '2', size: 2 });
    expect(conflicts).toEqual([]);
    const clash = await merge(from, { ...from, files: new Map([['f', { ...file, blob: '3' }]]) }, other);
    expect(clash.conflicts).toMatchObject([
      { subject: 'file', id: 'f', kind: 'field', field: 'bytes', main: { blob: '3' }, other: { blob: '2' } },
    ]);
  });

  it('keeps a file that one side deleted and the other replaced', async () => {
    const { content, conflicts } = await merge(
      from,
      { ...from, files: new Map() },
      { ...from, files: new Map([['f', { ...file, blob: '2' }]]) },
    );
    expect(content.files.get('f')?.blob).toBe('2');
    expect(conflicts).toMatchObject([{ subject: 'file', kind: 'delete-edit' }]);
  });

  it('merges reusable content as it does pages', async () => {
    const main = { ...from, contents: new Map([['r', { id: 'r', title: 'Main', document: body('k:one', 'm:m') }]]) };
    const other = { ...from, contents: new Map([['r', { id: 'r', title: 'Other', document: body('k:two') }]]) };
    const { content, conflicts } = await merge(from, main, other);
    expect(content.contents.get('r')?.title).toBe('Main');
    expect(linesOf(content.contents.get('r')?.document)).toEqual(['k:two', 'm:m']);
    expect(conflicts).toMatchObject([{ subject: 'reusable-content', field: 'title' }]);
  });

  it('merges variables one by one', async () => {
    const { content, variables, conflicts } = await merge(
      from,
      { ...from, variables: { v: 'm', n: 1 } },
      { ...from, variables: { v: 'o', w: 'x', p: true } },
    );
    expect(variables).toEqual({ v: 'm', n: 1, p: true });
    expect(content.variables).toBe(variables);
    expect(conflicts).toEqual([
      { subject: 'variable', id: 'v', kind: 'field', field: 'value', base: 'x', main: 'm', other: 'o' },
    ]);
  });
});
