import { describe, expect, it } from '@jest/globals';
import { readYaml } from '#rich-document';
import type { ImportPlan } from '../../../../src/content/exchange/domain/import/import-plan.js';
import { codes, outline, plan as planWith } from './import-fixture.js';

/** With the parser of the product. */
const plan = (texts: Record<string, string>): Promise<ImportPlan> => planWith(texts, undefined, readYaml);

const outlineOf = async (texts: Record<string, string>): Promise<string[]> => outline(await plan(texts));

describe('The tree of MkDocs', () => {
  const pages = {
    'docs/index.md': '',
    'docs/about.md': '',
    'docs/guide/index.md': '',
    'docs/guide/setup.md': '',
    'docs/guide/deep/one.md': '',
    'docs/left.md': '',
    'docs/more/z.md': '',
    'docs/more/deep/y.md': '',
    'README.md': 'of the repository',
  };
  const nav = [
    'site_name: Example',
    'nav:',
    '  - index.md',
    '  - Guide:',
    '      - guide/index.md',
    '      - Set up: guide/setup.md',
    '      - Deep:',
    '          - guide/deep/one.md',
    '  - More:',
    '      - About: about.md',
    '      - Code: https://example.com/code',
    '      - Gone: gone.md',
    '      - Empty:',
    '  - Whole: more/',
  ].join('\n');

  it('is arranged by its nav, with sections as groups and pages', async () => {
    const planned = await plan({ ...pages, 'mkdocs.yml': nav });
    expect(planned.root).toBe('docs');
    expect(outline(planned)).toEqual([
      'document Index [readme] index.md',
      'document Guide [guide] guide/index.md',
      '  document Set up [setup] guide/setup.md',
      '  document Deep [deep] -',
      '    document One [one] guide/deep/one.md',
      'group More [more] -',
      '  document About [about] about.md',
      '  link Code [] {"kind":"url","url":"https://example.com/code"}',
      'group Whole [whole] -',
      '  document Deep [deep] -',
      '    document Y [y] more/deep/y.md',
      '  document Z [z] more/z.md',
    ]);
    expect(planned.pages.map(({ titleFrom }) => titleFrom).slice(0, 3)).toEqual(['name', 'summary', 'summary']);
    expect(planned.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['ignored-text', 'mkdocs.yml'],
      ['missing-file', 'mkdocs.yml'],
      ['not-in-summary', 'left.md'],
    ]);
  });

  it('is read whatever objects of Python its configuration names, in a folder of another name', async () => {
    const settings = [
      'docs_dir: ./content',
      'nav: [index.md, "B! !x": b.md]',
      'markdown_extensions:',
      '  - pymdownx.emoji:',
      '      emoji_index: !!python/name:material.extensions.emoji.twemoji',
      '      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}',
      '  - attr_list',
      'extra: !ENV [SECRET, none]',
      `# ${'long '.repeat(1_000)}`,
      'plugins:',
      '  - search',
      '  - redirects:',
      '      redirect_maps:',
      "        'old/index.md': b.md",
      "        'gone.md': nowhere.md",
    ].join('\n');
    const planned = await plan({ 'mkdocs.yml': settings, 'content/index.md': '', 'content/b.md': '' });
    expect(outline(planned)).toEqual(['document Index [readme] index.md', 'document B! !x [b] b.md']);
    expect(planned.redirects).toEqual([{ from: 'old', target: { kind: 'page', page: planned.pages[1]?.id } }]);
    expect(codes(planned)).toEqual(['redirect-target']);
  });

  it.each([
    ['site_name: x', []],
    ['nav: all of it', ['unread-navigation']],
    ['nav: {a: [b}', ['unread-navigation']],
    [`nav: [valid # ${'long '.repeat(1_000)}`, ['unread-navigation']],
    ['docs_dir: ../elsewhere', []],
  ])('is arranged by its folders where the configuration is %j', async (settings, expected) => {
    const planned = await plan({ 'mkdocs.yml': settings, 'docs/b.md': '', 'docs/a.md': '' });
    expect(outline(planned)).toEqual(['document A [a] a.md', 'document B [b] b.md']);
    expect(codes(planned)).toEqual(expected);
  });

  it('gives way to a table of contents and a configuration of our own', async () => {
    const own = { 'mkdocs.yml': 'nav: [b.md]', 'docs/b.md': '', 'a.md': '' };
    expect(await outlineOf({ ...own, 'SUMMARY.md': '* [A](a.md)\n' })).toEqual(['document A [a] a.md']);
    expect(await outlineOf({ ...own, '.gitbook.yaml': 'root: ./docs/' })).toEqual(['document B [b] b.md']);
  });
});

describe('The tree of VitePress', () => {
  const pages = {
    'docs/index.md': '---\nlayout: home\n---\n',
    'docs/guide/start.md': '',
    'docs/guide/index.md': '',
    'docs/guide/more.md': '',
    'docs/api/cli.md': '',
    'docs/team.md': '',
  };

  it('is arranged by its sidebars, one after the other', async () => {
    const config = [
      "import { defineConfig, type DefaultTheme } from 'vitepress'",
      'export default defineConfig({',
      "  title: process.env.TITLE ?? 'Example',",
      '  themeConfig: {',
      '    sidebar: {',
      "      '/guide/': { base: '/guide/', items: guide() },",
      "      '/api/': [{ text: 'CLI <Badge>new</Badge>', link: '/api/cli.html' }, { text: 'Home page', link: 'https://example.com' }],",
      '    },',
      '  },',
      '})',
      'function guide(): DefaultTheme.SidebarItem[] {',
      "  return [{ text: 'Guide', collapsed: false, items: [{ text: 'Begin', link: 'start' }, { text: 'All', link: '', items: [{ link: 'more' }] }] }]",
      '}',
    ].join('\n');
    const planned = await plan({ ...pages, 'docs/.vitepress/config.mts': config });
    expect(planned.root).toBe('docs');
    expect(outline(planned)).toEqual([
      'document Index [readme] index.md',
      'group Guide [guide] -',
      '  document Begin [start] guide/start.md',
      '  document All [all] -',
      '    document More [more] guide/more.md',
      'document CLI new [cli] api/cli.md',
      'link Home page [] {"kind":"url","url":"https://example.com"}',
    ]);
    expect(planned.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['not-in-summary', 'guide/index.md'],
      ['not-in-summary', 'team.md'],
    ]);
  });

  it('is arranged by its folders, and the order in frontmatter, where the sidebar is made by code', async () => {
    const config = "export default { themeConfig: { sidebar: generateSidebar({ root: 'docs' }) } }";
    const planned = await plan({
      ...pages,
      'docs/guide/start.md': '---\norder: 1\n---\n',
      'docs/.vitepress/config.js': config.replace('{ root', 'other, { root'),
    });
    expect(outline(planned).slice(0, 5)).toEqual([
      'document Index [readme] index.md',
      'group Api [api] -',
      '  document Cli [cli] api/cli.md',
      'document Guide [guide] guide/index.md',
      '  document Start [start] guide/start.md',
    ]);
    expect(planned.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['unread-navigation', 'docs/.vitepress/config.js'],
    ]);
  });
});

describe('A book.json', () => {
  it('names the folder, the files and the variables, as the configuration of a space does', async () => {
    const planned = await plan({
      'book.json': JSON.stringify({
        root: './book',
        structure: { readme: 'first.md', summary: 'nav/toc.md' },
        variables: { version: '2.1', 'bad name': 1 },
        plugins: ['search'],
      }),
      'book/nav/toc.md': '* [First](../first.md)\n* [A](../a.md)\n',
      'book/first.md': '',
      'book/a.md': '',
    });
    expect([planned.root, outline(planned)]).toEqual([
      'book',
      ['document First [first] first.md', 'document A [a] a.md'],
    ]);
    expect(planned.variables).toEqual({ version: '2.1' });
    expect(planned.warnings.map(({ code, path }) => [code, path])).toEqual([['bad-configuration', 'book.json']]);
  });

  it('says nothing where there is a configuration of the space', async () => {
    const planned = await plan({ 'book.json': '{"root": "book"}', '.gitbook.yaml': '', 'a.md': '' });
    expect([planned.root, outline(planned)]).toEqual(['', ['document A [a] a.md']]);
  });
});
