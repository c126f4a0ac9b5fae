import { h, write, type Child } from '#page-html';
import { drawHead, withHead } from './views/head.js';
import { plainFrame } from './draw-fault-page.js';
import type { FrameFiles } from './model.js';

/** What a server has to offer at its own address. */
export interface StartPage {
  /** Those that everyone may read. */
  sites: readonly { title: string; href: string }[];
  files: FrameFiles;
  links: { signIn: string; api: string };
}

const NAME = 'Quire';

/** The page at the address of a server, in English, whose first site is what newcomers see first. */
export function drawStartPage({ sites, files, links }: StartPage): string {
  const metadata = { title: NAME, canonical: '/', alternates: [], hidden: false };
  const content = { kind: 'fault', status: 200, message: '' } as const;
  const page = h(
    'html',
    { lang: 'en', dir: 'ltr', 'data-words': files.words, 'data-theme': 'system' },
    h('head', null, drawHead({ frame: plainFrame({ language: 'en', root: '/', files }), metadata, content })),
    h(
      'body',
      null,
      h('a', { class: 'skip', href: '#_main' }, 'Skip to content'),
      h(
        'header',
        { class: 'top' },
        h(
          'div',
          { class: 'bar' },
          h('a', { href: '/', class: 'home' }, h('span', null, NAME)),
          h('nav', { class: 'links', 'aria-label': 'Quire' }, ...navigation(links)),
        ),
      ),
      h(
        'div',
        { class: 'frame no-tree no-outline' },
        h(
          'main',
          { id: '_main', tabindex: -1 },
          h(
            'div',
            { class: 'opening' },
            h('h1', null, 'Documentation on this server'),
            h('p', { class: 'lead' }, sites.length === 0 ? 'No site is published yet.' : 'Choose what to read.'),
          ),
          h('div', { class: 'body' }, sites.length > 0 && h('ul', { class: 'cards large' }, ...sites.map(card))),
        ),
      ),
    ),
  );
  return withHead(write(page), files, true);
}

const navigation = ({ signIn, api }: StartPage['links']): Child[] => [
  h('a', { href: api }, 'API'),
  h('a', { href: signIn, class: 'button secondary' }, 'Sign in'),
];

function card({ title, href }: { title: string; href: string }): Child {
  return h(
    'li',
    null,
    h('div', null, h('strong', null, title)),
    h('a', { class: 'card-target', href }, h('span', { class: 'sr' }, title)),
  );
}
