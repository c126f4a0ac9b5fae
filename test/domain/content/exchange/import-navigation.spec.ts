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

describe('The tree of Docusaurus', () => {
  const pages = {
    'docs/intro.md': '---\nslug: /\nsidebar_position: 1\n---\n# Intro\n',
    'docs/02-basics/_category_.json': '{"label": "The basics", "link": {"type": "generated-index"}}',
    'docs/02-basics/02-second.md': '',
    'docs/02-basics/10-tenth.md': '---\nid: last\nsidebar_label: The last\n---\n',
    'docs/02-basics/zero.md': '---\nsidebar_position: 0.5\n---\n',
    'docs/extra/index.md': '',
    'docs/extra/_part.md': '',
    'docs/extra/topic.md': '',
    'docs/extra/more/_category_.yml': 'position: 1\n',
    'docs/extra/more/note.md': '',
    'blog/2024-01-01-post.md': '',
  };

  it('is arranged by positions, numbers and categories without sidebars', async () => {
    const planned = await plan({ ...pages, 'docusaurus.config.js': 'module.exports = {title: make()};' });
    expect(outline(planned)).toEqual([
      'document Intro [intro] intro.md',
      'group The basics [the-basics] -',
      '  document Zero [zero] 02-basics/zero.md',
      '  document Second [02-second] 02-basics/02-second.md',
      '  document Tenth [10-tenth] 02-basics/10-tenth.md',
      'document Extra [extra] extra/index.md',
      '  document More [more] -',
      '    document Note [note] extra/more/note.md',
      '  document Topic [topic] extra/topic.md',
    ]);
    expect(planned.pages.flatMap(({ linkTitle }) => linkTitle ?? [])).toEqual(['The last']);
    expect(codes(planned)).toEqual(['not-in-summary']);
  });

  it('leads from the addresses that its pages had', async () => {
    const planned = await plan({ ...pages, 'docusaurus.config.js': 'export default {};' });
    const redirects = planned.redirects.map(({ from, target }) => [
      from,
      planned.pages.find(({ id }) => target.kind === 'page' && id === target.page)?.sourcePath,
    ]);
    expect(redirects).toEqual([
      ['basics/second', '02-basics/02-second.md'],
      ['basics/tenth', '02-basics/10-tenth.md'],
      ['basics/zero', '02-basics/zero.md'],
    ]);
  });

  it('is arranged by its sidebars, as JavaScript and as TypeScript', async () => {
    const script = [
      "// @ts-check: the sidebars, 'quoted' in a comment",
      "import type {SidebarsConfig} from '@docusaurus/plugin-content-docs';",
      "const last = {type: 'doc', id: 'basics/last'};",
      'const sidebars: SidebarsConfig = {',
      '  tutorialSidebar: [',
      "    'intro',",
      "    {type: 'category', label: 'Basics as such', link: {type: 'doc', id: 'basics/second'}, items: [last]},",
      "    {type: 'category', label: 'Others', items: [{Inner: ['basics/zero', 'nowhere']}]},",
      "    {type: 'link', label: 'Forum', href: 'https://example.com/forum'},",
      "    {type: 'html', value: '<hr>'},",
      '  ],',
      "  extraDocs: [{type: 'autogenerated', dirName: 'extra'}],",
      '};',
      'export default sidebars;',
    ].join('\n');
    const wanted = [
      'group Tutorial Sidebar [tutorial-sidebar] -',
      '  document Intro [intro] intro.md',
      '  document Basics as such [02-second] 02-basics/02-second.md',
      '    document Tenth [10-tenth] 02-basics/10-tenth.md',
      '  document Others [others] -',
      '    document Inner [inner] -',
      '      document Zero [zero] 02-basics/zero.md',
      '  link Forum [] {"kind":"url","url":"https://example.com/forum"}',
      'group Extra Docs [extra-docs] -',
      '  document More [more] -',
      '    document Note [note] extra/more/note.md',
      '  document Extra [extra] extra/index.md',
      '  document Topic [topic] extra/topic.md',
    ];
    const planned = await plan({ ...pages, 'sidebars.ts': script });
    expect(outline(planned)).toEqual(wanted);
    expect(codes(planned)).toEqual(['ignored-text', 'missing-file', 'not-in-summary']);
    const plain = script.replace(/^import.*\n/m, '').replace(': SidebarsConfig', '');
    expect(await outlineOf({ ...pages, 'sidebars.js': plain })).toEqual(wanted);
    const common = plain.replace('export default sidebars', 'module.exports = sidebars');
    expect(await outlineOf({ ...pages, 'sidebars.js': common })).toEqual(wanted);
  });

  it('lies in the folder that its configuration names', async () => {
    const settings = [
      'export default async () => 1;',
      "const docs = {path: '../pages', sidebarPath: require.resolve('./menu.json')};",
      'module.exports = {',
      "  presets: [['classic', /** @type {import('x').Options} */ ({docs, blog: false})]],",
      '};',
    ];
    const planned = await plan({
      'website/docusaurus.config.js': settings.slice(1).join('\n'),
      'website/menu.json': '{"main": ["b", "a"]}',
      'pages/a.md': '',
      'pages/b.md': '',
    });
    expect([planned.root, outline(planned)]).toEqual(['pages', ['document B [b] b.md', 'document A [a] a.md']]);
  });

  it.each([
    'module.exports = require("./made").sidebars();',
    'export default {main: makeItems()};',
    'export default [broken',
    'for (;;) {}',
  ])('is arranged by its folders where the sidebars would have to be run: %s', async (script) => {
    const planned = await plan({
      'sidebars.js': script,
      'docs/b.md': '---\nsidebar_position: 1\n---\n',
      'docs/a.md': '',
    });
    expect(outline(planned)).toEqual(['document B [b] b.md', 'document A [a] a.md']);
    const warning = planned.warnings.find(({ code }) => code === 'unread-navigation');
    expect(warning).toMatchObject({ path: 'sidebars.js', message: expect.stringContaining('without running code') });
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
