import { describe, expect, it } from '@jest/globals';
import { drawSitePage, type SitePage, type TreeEntry } from '#site-html';
import { Parser } from 'htmlparser2';
import { ADDRESSES, TEXTS } from '../page-html/support/hostile.js';
import { documentPage, faultPage, filledWith, pageOf, searchPage } from './support/site.js';

interface Found {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** The elements of a page in their order, each with the text in it. */
function elementsOf(page: SitePage): Found[] {
  const found: Found[] = [];
  const open: Found[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, text: '' };
      found.push(element);
      open.push(element);
    },
    ontext: (text) => open.forEach((element) => (element.text += text)),
    onclosetag: () => void open.pop(),
  });
  parser.end(drawSitePage(page));
  return found;
}

const find = (page: SitePage, name: string, attribute?: string, value?: string): Found[] =>
  elementsOf(page).filter(
    (one) =>
      one.name === name &&
      (attribute === undefined ||
        (value === undefined ? attribute in one.attributes : one.attributes[attribute] === value)),
  );

const PAGES: [string, SitePage][] = [
  ['a document', documentPage()],
  ['results of a search', searchPage()],
  ['a page that is missing', faultPage()],
];

describe('a page of a site', () => {
  it.each(PAGES)('has no style, no handler and no script of its own: %s', (_, page) => {
    for (const { name, attributes } of elementsOf(page)) {
      expect(name).not.toBe('style');
      expect(Object.keys(attributes).filter((one) => one === 'style' || one.startsWith('on'))).toEqual([]);
      if (name === 'script')
        expect(attributes['src'] ?? attributes['type']).toMatch(/^(?:\/_\/page\.js|application\/ld\+json)$/);
    }
  });

  it.each(PAGES)('has each id once, and what a button opens or a label names: %s', (_, page) => {
    const elements = elementsOf(page);
    const ids = elements.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]));
    expect(new Set(ids).size).toBe(ids.length);
    const named = elements.flatMap(({ name, attributes }) => [
      attributes['popovertarget'],
      attributes['aria-labelledby'],
      name === 'label' ? attributes['for'] : undefined,
    ]);
    expect(ids).toEqual(expect.arrayContaining(named.filter((one) => one !== undefined)));
  });

  it.each(PAGES)('has one main part, one title, and landmarks that have different names: %s', (_, page) => {
    const elements = elementsOf(page);
    expect(elements.filter(({ name }) => name === 'main')).toHaveLength(1);
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1);
    const names = elements
      .filter(({ name }) => name === 'nav' || name === 'aside')
      .map(({ attributes }) => attributes['aria-label'] ?? attributes['aria-labelledby']);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
  });

  it('begins with a link to its content, for the keyboard', () => {
    const [first] = find(documentPage(), 'a');
    expect(first).toMatchObject({ attributes: { href: '#_main', class: 'skip' }, text: 'Skip to content' });
  });

  it('says its language, its direction and the theme that was chosen', () => {
    const frame = {
      language: 'ar',
      direction: 'rtl',
      theme: { byDefault: 'light', toggleable: true, chosen: 'dark' },
    } as const;
    const [root] = find(documentPage({}, frame), 'html');
    expect(root?.attributes).toMatchObject({ lang: 'ar', dir: 'rtl', 'data-theme': 'dark' });
    expect(find(documentPage({}, frame), 'meta', 'name', 'color-scheme')[0]?.attributes['content']).toBe('dark');
  });

  it('tells search engines and social networks what it is', () => {
    const html = drawSitePage(documentPage());
    expect(html).toContain('<title>Quick start | Northwind Docs</title>');
    expect(html).toContain('<link rel="canonical" href="https://docs.example.com/quick"/>');
    expect(html).toContain('<link rel="alternate" href="https://docs.example.com/de/quick" hreflang="de"/>');
    expect(html).toContain('<meta property="og:image" content="https://docs.example.com/quick.png"/>');
    expect(html).not.toContain('noindex');
    const [data] = find(documentPage(), 'script', 'type', 'application/ld+json');
    expect(JSON.parse(data?.text ?? '')).toMatchObject({
      '@graph': [
        { '@type': 'TechArticle', headline: 'Quick start', dateModified: '2026-03-03T10:00:00.000Z' },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [{ position: 1, item: 'https://docs.example.com/s/x/start' }, { position: 2 }],
        },
      ],
    });
  });

  it('asks search engines not to list it if it is hidden, searches or is missing', () => {
    const { frame, content } = documentPage();
    const hidden = drawSitePage(pageOf(content, frame, { hidden: true }));
    for (const html of [hidden, drawSitePage(searchPage()), drawSitePage(faultPage())]) {
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).not.toContain('ld+json');
    }
  });

  it('chooses a theme, searches and takes feedback with forms that need no script', () => {
    const [search, theme, feedback] = find(documentPage(), 'form').map(({ attributes }) => attributes);
    expect(search).toMatchObject({ method: 'get', action: '/s/x/~search', role: 'search' });
    expect(theme).toMatchObject({ method: 'post', action: '/s/x/~theme' });
    expect(feedback).toMatchObject({ method: 'post', action: '/s/x/~feedback' });
    const buttons = (name: string): string[] =>
      find(documentPage(), 'button', 'name', name).map(({ attributes }) => attributes['value'] ?? '');
    expect(buttons('theme')).toEqual(['light', 'system', 'dark']);
    expect(buttons('rating')).toEqual(['bad', 'ok', 'good']);
    expect(find(documentPage(), 'input', 'name', 'back').map(({ attributes }) => attributes['value'])).toEqual([
      '/s/x/quick',
      '/s/x/quick',
    ]);
  });

  it('thanks for feedback that was given, and shows which', () => {
    const page = documentPage({ feedback: { action: '/f', page: 'p', given: 'good' } });
    expect(drawSitePage(page)).toContain('Thank you');
    expect(find(page, 'button', 'name', 'rating').map(({ attributes }) => attributes['aria-pressed'])).toEqual([
      'false',
      'false',
      'true',
    ]);
  });

  it('marks where the reader is in the tree, in the sections and among the versions', () => {
    const current = elementsOf(documentPage()).filter(({ attributes }) => 'aria-current' in attributes);
    expect(current.map(({ text, attributes }) => [text.trim(), attributes['aria-current']])).toEqual([
      ['2.0', 'page'],
      ['Guides', 'true'],
      ['Quick start', 'page'],
    ]);
  });

  it('leads to its headings, its neighbours and where it can be edited', () => {
    const addresses = find(documentPage(), 'a').map(({ attributes }) => attributes['href']);
    expect(addresses).toEqual(
      expect.arrayContaining(['#gr%C3%B6%C3%9Fe', '/s/x/docker', 'https://example.com/edit/quick.md', '/s/x/quick.md']),
    );
    expect(find(documentPage(), 'time')[0]).toMatchObject({ text: 'March 3, 2026' });
  });

  it('leaves out what its layout leaves out, and keeps its title for screen readers', () => {
    const layout = {
      title: false,
      description: false,
      tree: false,
      outline: false,
      pagination: false,
      metadata: false,
      wide: true,
    };
    const html = drawSitePage(documentPage({ layout, feedback: undefined, actions: [] }));
    expect(html).toContain('<h1 class="sr">');
    for (const part of ['class="lead"', 'id="_tree"', 'class="outline"', 'class="pagination"', '<time'])
      expect(html).not.toContain(part);
  });

  it('says that a link opens a tab of its own', () => {
    const links = find(documentPage(), 'a', 'target', '_blank');
    expect(links.map(({ text }) => text)).toEqual([
      'Forum (opens in a new tab)',
      'Status (opens in a new tab)',
      'Open in An assistant (opens in a new tab)',
    ]);
    expect(links.every(({ attributes }) => attributes['rel'] === 'noopener')).toBe(true);
  });

  it('shows what was looked for, where it is, and more of it', () => {
    const html = drawSitePage(searchPage());
    expect(html).toContain('<mark>Docker</mark>');
    expect(html).toContain('href="/s/x/~search?q=docker&amp;page=2"');
    expect(drawSitePage(searchPage({ hits: [], query: '<b>' }))).toContain('Nothing found for “&lt;b>”');
  });
});

describe('the icons of sections and of the tree', () => {
  it('are in files that pages share, of which that of the top level is the same wherever the tree is open', () => {
    const page = (title: string, icon: string, children: TreeEntry[] = []): TreeEntry => ({
      ...{ kind: 'page', title, icon, href: `/${title}`, parent: children.length > 0, open: true, children },
    });
    const filesOf = (tree: TreeEntry[]): string[] => [
      ...new Set(
        [...drawSitePage(documentPage({ tree })).matchAll(/<use href="([^"#]+)#/g)].map(([, file = '']) => file),
      ),
    ];
    const [top, below] = filesOf([page('a', 'house', [page('b', 'rocket')]), page('c', 'bell')]);
    expect(filesOf([page('a', 'house'), page('c', 'bell')])).toEqual([top]);
    expect(filesOf([page('a', 'house', [page('d', 'book')]), page('c', 'bell')])).toEqual([top, expect.anything()]);
    expect(top).toMatch(/^\/_\/icons\./);
    expect(below).not.toBe(top);
  });
});

describe('hostile texts and addresses', () => {
  /** Elements and attributes, without the icons: some texts are names of one, and names beside them are hidden. */
  const shape = (page: SitePage): string[] =>
    elementsOf(page)
      .filter(({ name }) => !['svg', 'path', 'use', 'span'].includes(name))
      .map(({ name, attributes }) => `${name} ${Object.keys(attributes).join()}`);

  it.each(PAGES)('stay texts: %s', (_, page) => {
    const plain = shape(filledWith(page, 'words', '/s/x/'));
    for (const words of TEXTS) expect(shape(filledWith(page, words, '/s/x/'))).toEqual(plain);
  });

  it.each(PAGES)('lead nowhere: %s', (_, page) => {
    for (const address of ADDRESSES)
      for (const { attributes } of elementsOf(filledWith(page, 'words', address)))
        for (const name of ['href', 'src', 'action', 'formaction'])
          expect(attributes[name] ?? '').toMatch(/^(?:(?:https?|mailto|tel):|(?![a-z][a-z0-9+.-]*:))/i);
  });
});
