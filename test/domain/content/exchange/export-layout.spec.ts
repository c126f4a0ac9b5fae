import { describe, expect, it } from '@jest/globals';
import type { ContentRef } from '#rich-document';
import { createHrefs, relativePath } from '../../../../src/content/exchange/domain/export/href-for.js';
import { createResolver } from '../../../../src/content/exchange/domain/import/resolve-href.js';
import { exported, file, imported, page } from './export-fixture.js';

describe('The files of an export', () => {
  it('lays pages out by their slugs, and those with subpages as the index of a folder', () => {
    const plan = exported([
      page('home', { rank: 'a0', slug: 'readme', title: 'Home' }),
      page('g', { rank: 'a1', type: 'group', title: 'Get started', slug: 'start' }),
      page('install', { parent: 'g' }),
      page('linux', { parent: 'install', linkTitle: 'On "Linux"' }),
      page('last', { rank: 'a2' }),
      page('repo', { rank: 'a3', type: 'link', slug: '', target: { kind: 'url', url: 'https://example.com' } }),
      page('again', { rank: 'a4', type: 'link', slug: '', target: { kind: 'page', page: 'linux' } }),
    ]);
    expect(plan.pages.map(({ path }) => path)).toEqual([
      'README.md',
      'start/install/README.md',
      'start/install/linux.md',
      'last.md',
    ]);
    expect(plan.texts[0]).toEqual({
      path: 'SUMMARY.md',
      text: [
        '# Table of contents',
        '',
        '* [Home](README.md)',
        '',
        '## Get started <a href="#start" id="start"></a>',
        '',
        '* [install](start/install/README.md)',
        '  * [linux](start/install/linux.md "On \\"Linux\\"")',
        '',
        '***',
        '',
        '* [last](last.md)',
        '* [repo](https://example.com)',
        '* [again](start/install/linux.md#)',
        '',
      ].join('\n'),
    });
  });

  it('keeps the paths of the tree it came from while they tell the slug', () => {
    const known = new Map([
      ['a', 'docs/old place/a.md'],
      ['b', 'docs/other-name.md'],
      ['c', '../c.md'],
      ['d', 'SUMMARY.md'],
      ['e', '.github/e.md'],
    ]);
    const pages = ['a', 'b', 'c', 'd', 'e'].map((id) => page(id));
    const paths = exported(pages, { sourcePaths: { pages: known } }).pages.map(({ path }) => path);
    expect(paths).toEqual(['docs/old place/a.md', 'b.md', 'c.md', 'd.md', 'e.md']);
  });

  it('carries files, reusable contents, variables, tags and redirects', async () => {
    const redirects = [
      { from: 'old/way', target: { kind: 'anchor' as const, anchor: 'x', page: 'p' } },
      { from: 'odd: "key"', target: { kind: 'url' as const, url: 'https://example.com/#a' } },
    ];
    const variables = { version: '1.0', count: 3, on: true, text: 'a: "b" # c\u0085' };
    const tags = [{ slug: 'new', label: 'New: things', color: '$primary', emoji: '1f389' }];
    const plan = exported([page('p')], {
      files: [
        file('f1', 'a.png'),
        file('f2', 'A.png'),
        file('f3', '../x:y.png'),
        file('f4', 'kept.png'),
        file('f5', 'loose.png'),
      ],
      reusableContents: [
        { id: 'r1', title: 'A Note!', document: 'd1' },
        { id: 'r2', title: 'A note', document: 'd2' },
      ],
      sourcePaths: {
        files: new Map([
          ['f4', 'images/kept.png'],
          ['f5', 'images/loose.png'],
        ]),
      },
      referencedFiles: new Set(['f4']),
      redirects,
      variables,
      tags,
    });
    expect(plan.files.map(({ path }) => path)).toEqual([
      '.gitbook/assets/a.png',
      '.gitbook/assets/A-1.png',
      '.gitbook/assets/-x-y.png',
      'images/kept.png',
      '.gitbook/assets/loose.png',
    ]);
    const back = await imported(plan);
    expect(back.warnings).toEqual([]);
    expect(back.files.map(({ id }) => id)).toEqual(['f1', 'f2', 'f3', 'f4', 'f5']);
    expect(back.reusableContents.map(({ id }) => id)).toEqual(['r1', 'r2']);
    expect(plan.reusableContents.map(({ frontmatter }) => frontmatter)).toEqual([
      { title: 'A Note!' },
      { title: 'A note' },
    ]);
    expect([back.redirects, back.variables, back.tags]).toEqual([redirects, variables, tags]);
  });

  it('keep the names of files and folders apart', () => {
    const pages = [page('1', { slug: 'a.md' }), page('2', { parent: '1' }), page('3', { rank: 'a1', slug: 'a' })];
    for (const order of [pages, pages.map((record) => ({ ...record, rank: record.id === '3' ? 'Zz' : 'a0' }))]) {
      const paths = exported(order).pages.map(({ path }) => path);
      expect(paths.filter((path) => paths.some((other) => other.startsWith(`${path}/`)))).toEqual([]);
      expect(new Set(paths).size).toBe(3);
    }
  });

  it('leave the addresses of groups to groups', async () => {
    const pages = [
      page('pages', { rank: 'a0' }),
      page('below', { parent: 'pages', slug: 'x' }),
      page('group', { rank: 'a1', type: 'group', slug: 'x' }),
      page('link', { rank: 'a2', type: 'link', slug: '', target: { kind: 'page', page: 'group' } }),
    ];
    const back = await imported(exported(pages));
    expect(back.pages.at(-1)?.target).toEqual({ kind: 'page', page: 'group' });
  });

  it('says what it leaves out', () => {
    const plan = exported([
      page('c', { type: 'computed', slug: '' }),
      page('l', { type: 'link', slug: '', target: { kind: 'page', page: 'gone' } }),
    ]);
    expect(plan.omitted.map(({ page: id }) => id)).toEqual(['c', 'l']);
  });
});

describe('An address in an export', () => {
  it('resolves to the same reference when the export is imported', async () => {
    const pages = [
      page('home', { slug: 'readme' }),
      page('g', { type: 'group', rank: 'a1' }),
      page('a', { parent: 'g', title: 'A', slug: 'a' }),
      page('b', { parent: 'a', slug: 'b.c' }),
    ];
    const plan = exported(pages, {
      files: [file('f', 'two words (1)#?%20.png')],
      reusableContents: [{ id: 'r', title: 'Note', document: 'd' }],
      sourcePaths: { files: new Map([['f', 'img/two words (1)#?%20.png']]) },
    });
    const hrefFor = createHrefs(plan.paths);
    const resolve = createResolver(await imported(plan));
    const refs: ContentRef[] = [
      { kind: 'page', page: 'b' },
      { kind: 'anchor', anchor: 'x y', page: 'b' },
      { kind: 'anchor', anchor: 'here' },
      { kind: 'file', file: 'f' },
      { kind: 'url', url: 'https://example.com/?a=b' },
      { kind: 'page', page: 'p', space: 's' },
      { kind: 'anchor', anchor: 'x', page: 'p', space: 's' },
      { kind: 'file', file: 'f', space: 's' },
      { kind: 'space', space: 's' },
      { kind: 'collection', collection: 'c' },
      { kind: 'user', user: 'u' },
      { kind: 'tag', tag: 't' },
      { kind: 'tag', tag: 't', space: 's' },
      { kind: 'openapi', spec: 'o' },
    ];
    for (const { path } of plan.pages) {
      for (const ref of refs) expect(resolve(path, hrefFor(path, ref) ?? '', 'link')).toEqual(ref);
      const note: ContentRef = { kind: 'reusable-content', reusableContent: 'r' };
      expect(resolve(path, hrefFor(path, note) ?? '', 'include')).toEqual(note);
    }
    expect(hrefFor('README.md', { kind: 'page', page: 'g' })).toBe('/pages/g');
    expect(hrefFor('README.md', { kind: 'page', page: 'gone' })).toBeUndefined();
  });

  it('is the shortest relative path', () => {
    expect(relativePath('', 'a/b.md')).toBe('a/b.md');
    expect(relativePath('a', 'a/b.md')).toBe('b.md');
    expect(relativePath('a/b', 'a/c/d.md')).toBe('../c/d.md');
    expect(relativePath('a', 'a')).toBe('../a');
  });
});
