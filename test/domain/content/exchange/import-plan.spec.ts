import { describe, expect, it } from '@jest/globals';
import type { ExistingContent, ImportPlan } from '../../../../src/content/exchange/domain/import/import-plan.js';
import { sourceOf } from '../../../../src/content/exchange/domain/import/plan-import.js';
import { codes, outline, pageAt, plan } from './import-fixture.js';

describe('Folders without a table of contents', () => {
  it('tell the order: index first, then names with numbers by value', async () => {
    const planned = await plan({
      'README.md': '',
      'page-10.md': '',
      'page-9.md': '',
      'guide/README.md': '',
      'guide/b.md': '',
      'guide/a.md': '',
      'ref/api/v1.md': '',
      'ref/notes.markdown': '',
      'setup.md': '',
      'setup/linux.md': '',
      'images/logo.png': '',
      '.github/CONTRIBUTING.md': '',
      'node_modules/x/README.md': '',
    });
    expect(outline(planned)).toEqual([
      'document README [readme] README.md',
      'document Guide [guide] guide/README.md',
      '  document A [a] guide/a.md',
      '  document B [b] guide/b.md',
      'document Page 9 [page-9] page-9.md',
      'document Page 10 [page-10] page-10.md',
      'group Ref [ref] -',
      '  document Api [api] -',
      '    document V1 [v1] ref/api/v1.md',
      '  document Notes [notes] ref/notes.markdown',
      'document Setup [setup] setup.md',
      '  document Linux [linux] setup/linux.md',
    ]);
    expect(planned.pages.every(({ titleFrom }) => titleFrom === 'name')).toBe(true);
    expect(planned.warnings).toEqual([]);
  });

  it('make slugs unique among siblings', async () => {
    const planned = await plan({ 'g/a b.md': '', 'g/a-b.md': '', 'g/a_b.md': '' });
    expect(planned.pages.map(({ slug }) => slug).sort()).toEqual(['a-b', 'a-b-1', 'a_b', 'g']);
  });
});

describe('The configuration of a space', () => {
  it('moves the root, names the files and redirects', async () => {
    const planned = await plan({
      '.gitbook.yaml': [
        'root: ./docs/',
        'structure: {readme: ./start.md, summary: ./nav/toc.md}',
        'redirects:',
        '  old/page: guide/a.md',
        '  /old/anchor/: ./guide/a.md#x',
        '  away: https://example.com/',
        '  lost: ./lost.md',
      ].join('\n'),
      'docs/nav/toc.md': '* [Start](../start.md)\n* [A](guide/a.md)\n',
      'docs/start.md': '',
      'docs/guide/a.md': '',
      'docs/.gitbook/vars.yaml': 'version: 1.2\nname: x\nbad-name: 1\n',
      'docs/.gitbook/tags.yaml': '- tag: new\n  label: New things\n  icon: rocket\n- label: none\n',
      'docs/.gitbook/includes/some-note.md': '',
      'docs/.gitbook/assets/a.png': '',
      'outside.md': '',
    });
    const { id } = pageAt(planned, 'guide/a.md');
    expect(planned.root).toBe('docs');
    expect(sourceOf(planned, 'guide/a.md')).toBe('docs/guide/a.md');
    expect(outline(planned)).toEqual(['document Start [start] start.md', 'document A [a] guide/a.md']);
    expect(planned.redirects).toEqual([
      { from: 'old/page', target: { kind: 'page', page: id } },
      { from: 'old/anchor', target: { kind: 'anchor', anchor: 'x', page: id } },
      { from: 'away', target: { kind: 'url', url: 'https://example.com/' } },
    ]);
    expect(planned.variables).toEqual({ version: 1.2, name: 'x' });
    expect(planned.tags).toEqual([{ slug: 'new', label: 'New things', icon: 'rocket' }]);
    expect(planned.reusableContents.map(({ title, sourcePath }) => [title, sourcePath])).toEqual([
      ['Some note', '.gitbook/includes/some-note.md'],
    ]);
    expect(planned.files.map(({ path, kept }) => [path, kept])).toEqual([['.gitbook/assets/a.png', true]]);
    expect(codes(planned)).toEqual(['bad-configuration', 'bad-configuration', 'redirect-target']);
  });

  it.each([
    ['not: [valid', ['bad-configuration']],
    ['just text', ['bad-configuration']],
    ['root: ../../etc', ['bad-configuration']],
    ['root: nowhere', ['bad-configuration']],
    ['root: 7\nstructure: []\nredirects: x', ['bad-configuration', 'bad-configuration', 'bad-configuration']],
    ['structure: {summary: ../outside/SUMMARY.md}', ['bad-configuration']],
    ['structure: {summary: missing.md}', ['missing-summary']],
    ['', []],
  ])('is reported when wrong, and the import goes on: %j', async (text, expected) => {
    const planned = await plan({ '.gitbook.yaml': text, 'a.md': '' });
    expect(codes(planned)).toEqual(expected);
    expect(outline(planned)).toEqual(['document A [a] a.md']);
  });

  it('lets no path leave the tree', async () => {
    const planned = await plan({ '../evil.md': '', '/abs.md': '', 'C:\\x.md': '', 'ok\\fine.md': '', './b.md': '' });
    expect(codes(planned)).toEqual(['bad-path', 'bad-path', 'bad-path']);
    expect(planned.pages.map(({ sourcePath }) => sourcePath)).toEqual(['b.md', undefined, 'ok/fine.md']);
  });
});

describe('A second import', () => {
  const texts = {
    'SUMMARY.md': '* [A](a.md)\n\n## G\n\n* [B](b.md)\n* [L](https://example.com)\n* [C](c.md)\n',
    'a.md': '',
    'b.md': '',
    'c.md': '',
  };
  const existingOf = ({ pages }: ImportPlan): ExistingContent => ({
    pages: new Map(pages.map(({ key, id }) => [key, id])),
    files: new Map(),
    reusableContents: new Map(),
    places: new Map(pages.map(({ id, parent, rank }) => [id, { parent, rank }])),
  });

  it('of the same tree plans the same pages', async () => {
    const first = await plan(texts);
    expect((await plan(texts, existingOf(first))).pages).toEqual(first.pages);
  });

  it('keeps every other page as it is when one is put between them', async () => {
    const first = await plan(texts);
    const more = {
      ...texts,
      'SUMMARY.md': texts['SUMMARY.md'].replace('* [L]', '* [New](new.md)\n* [L]'),
      'new.md': '',
    };
    const second = await plan(more, existingOf(first));
    expect(second.pages.filter(({ sourcePath }) => sourcePath !== 'new.md')).toEqual(first.pages);
    const ranks = second.pages.filter(({ parent }) => parent !== null).map(({ rank }) => rank);
    expect([...ranks].sort()).toEqual(ranks);
  });

  it('keeps ids over a change of titles and order', async () => {
    const first = await plan(texts);
    const turned = { ...texts, 'SUMMARY.md': '* [Sea](c.md)\n* [Bee](b.md)\n* [Ay](a.md)\n' };
    const second = await plan(turned, existingOf(first));
    for (const path of ['a.md', 'b.md', 'c.md']) expect(pageAt(second, path).id).toBe(pageAt(first, path).id);
  });
});
