import {
  STYLE,
  type DocumentPage,
  type ConnectPage,
  type FaultPage,
  type PagesPage,
  type SearchPage,
  type SiteFrame,
  type SitePage,
} from '#site-html';

const FRAME: SiteFrame = {
  language: 'en',
  direction: 'ltr',
  title: 'Northwind Docs',
  root: '/s/x/',
  here: '/s/x/quick',
  theme: { byDefault: 'system', toggleable: true },
  icons: 'regular',
  topColors: { light: '#ffffff', dark: '#0f1115' },
  files: {
    shared: '/_/',
    style: `/_/${STYLE.name}`,
    script: '/_/page.js',
    words: '/_/words.json',
    icon: '/icon',
  },
  header: [
    { title: 'Blog', href: 'https://example.com/blog', links: [] },
    { title: 'Community', links: [{ title: 'Forum', href: 'https://example.com/forum', blank: true }] },
  ],
  sections: [
    { title: 'Guides', href: '/s/x/', current: true, children: [] },
    { title: 'More', children: [{ title: 'Changes', href: '/s/x/c', description: 'By week', children: [] }] },
  ],
  variants: [
    { title: '2.0', href: '/s/x/', current: true },
    { title: '1.0', href: '/s/x/1.0/' },
  ],
  variantKind: 'version',
  announcement: { message: 'Version 2 is here.', style: 'info', link: { title: 'Read on', href: '/s/x/new' } },
  footer: {
    groups: [{ title: 'Company', links: [{ title: 'Jobs', href: '/jobs' }] }],
    copyright: '© 2026 Northwind',
    privacy: 'https://example.com/privacy',
    social: [{ platform: 'github', href: 'https://example.com/northwind', header: false }],
    trademark: true,
  },
  search: { href: '/s/x/~search', style: 'prominent', ask: true },
  themeAction: '/s/x/~theme',
  signOut: '/s/x/~out',
  preview: { title: '#12', href: '/changes/12' },
};

const DOCUMENT: DocumentPage = {
  kind: 'document',
  title: 'Quick start',
  description: 'From nothing to a site.',
  emoji: '1f680',
  cover: { light: '/cover.png', dark: '/cover-dark.png', full: false },
  breadcrumbs: [{ title: 'Start', href: '/s/x/start' }],
  tree: [
    {
      kind: 'group',
      title: 'Start',
      parent: true,
      open: true,
      children: [
        { kind: 'page', title: 'Introduction', href: '/s/x/', parent: false, children: [] },
        { kind: 'page', title: 'Quick start', href: '/s/x/quick', current: true, parent: true, children: [] },
      ],
    },
    { kind: 'link', title: 'Status', href: 'https://example.com/status', blank: true, parent: false, children: [] },
  ],
  outline: [
    { id: 'install', text: 'Install', level: 1 },
    { id: 'größe', text: 'Size', level: 2 },
  ],
  body: '<p>Hello</p>',
  previous: { title: 'Introduction', href: '/s/x/' },
  next: { title: 'With Docker', href: '/s/x/docker' },
  updatedAt: '2026-03-03T10:00:00.000Z',
  edit: 'https://example.com/edit/quick.md',
  tags: [{ label: 'Beginner', color: 'green' }],
  layout: { title: true, description: true, tree: true, outline: true, pagination: true, metadata: true, wide: false },
  actions: [
    { kind: 'copy', href: '/s/x/quick.md' },
    { kind: 'assistant', name: 'An assistant', href: 'https://example.com/new?q=x' },
  ],
  feedback: { action: '/s/x/~feedback', page: 'p1' },
};

/** A page of a site in which everything is there, unless a test says otherwise. */
export const documentPage = (own: Partial<DocumentPage> = {}, frame: Partial<SiteFrame> = {}): SitePage =>
  pageOf({ ...DOCUMENT, ...own }, frame);

export const pageOf = (
  content: DocumentPage | SearchPage | PagesPage | ConnectPage | FaultPage,
  frame: Partial<SiteFrame> = {},
  metadata: Partial<SitePage['metadata']> = {},
): SitePage => ({
  frame: { ...FRAME, ...frame },
  metadata: {
    title: 'Quick start',
    description: 'From nothing to a site.',
    canonical: 'https://docs.example.com/quick',
    alternates: [{ language: 'de', href: 'https://docs.example.com/de/quick' }],
    picture: 'https://docs.example.com/quick.png',
    hidden: false,
    feed: '/s/x/feed.xml',
    updatedAt: '2026-03-03T10:00:00.000Z',
    ...metadata,
  },
  content,
});

export const searchPage = (own: Partial<SearchPage> = {}): SitePage =>
  pageOf({
    kind: 'search',
    query: 'docker',
    hits: [{ title: 'With Docker', href: '/s/x/docker', path: ['Start'], text: [{ text: 'Docker', marked: true }] }],
    next: '/s/x/~search?q=docker&page=2',
    answer: { body: '<p>Yes.</p>', sources: [{ title: 'With Docker', href: '/s/x/docker' }] },
    ...own,
  });

export const faultPage = (own: Partial<FaultPage> = {}): SitePage =>
  pageOf({ kind: 'fault', status: 404, message: 'There is no page here.', ...own });

/** A page in which every text and every address is the given one. */
export function filledWith(page: SitePage, words: string, address: string): SitePage {
  const ADDRESSES = /^(?:href|root|here|signOut|themeAction|action|light|dark|edit|privacy|canonical|picture|feed)$/;
  const KEPT = /^(?:kind|style|shared|script|icon|icons|direction|byDefault|variantKind|level|language|body|page)$/;
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, key));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]));
    if (typeof value !== 'string' || KEPT.test(key)) return value;
    return ADDRESSES.test(key) ? address : words;
  };
  return walk(page, '') as SitePage;
}
