import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_BLOCKS, scriptWords, SCRIPTS, STYLE, type SearchHit } from '#site-html';
import { drawFrame } from '../../../src/publishing/media/infrastructure/draw-frame.js';
import { drawMarkdown } from '../../domain/page-html/support/page.js';

/** The strictest policy that pages of a site are served with. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Sections are long enough to be scrolled through one by one. */
const LONG = 'main h2 { margin-block-end: 150vh }';

const MARKDOWN = `
\`\`\`js
const a = 1;
const b = 2;
\`\`\`

{% tabs %}
{% tab title="npm" slug="npm" %}
With npm.
{% endtab %}
{% tab title="yarn" slug="yarn" %}
With yarn.
{% endtab %}
{% endtabs %}

{% tabs %}
{% tab title="npm" slug="npm" %}
Also npm.
{% endtab %}
{% tab title="yarn" slug="yarn" %}
Also yarn.
{% endtab %}
{% tab title="pnpm" slug="pnpm" %}
Also pnpm.
{% endtab %}
{% endtabs %}

## First

## Second
`;

const TABLE = `<div class="table" role="region" tabindex="0" aria-label="Table 1" data-search><table>
  <thead><tr><th>City</th><th>Land</th></tr></thead><tbody>
  <tr><td>Zürich</td><td rowspan="2">Switzerland</td></tr><tr><td>Genève</td></tr>
  <tr><td>Wien</td><td>Austria</td></tr></tbody></table></div>`;

const EMBED = `<a class="embed" href="/s/docs/video" data-frame="/~/frame"><span class="name">A film</span></a>`;

/** A page as the views of a site draw it, with what scripts look for. */
const pageWith = (title: string): string => `<!doctype html>
  <html lang="en" data-theme="system" data-words="/files/${scriptWords('en').name}"><head><title>${title}</title>
  <meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="theme-color" content="#fff">
  <link rel="stylesheet" href="/files/style.css"><link rel="icon" href="/files/icon.svg">
  <script src="/files/${SCRIPTS.page.name}" type="module"></script></head><body>
  <header><a class="home" href="/s/docs/">Docs</a>
  <form class="search" role="search" action="/s/docs/search"><input type="search" name="q" id="_q" placeholder="Search"><button>Search</button></form>
  <form class="theme" method="post" action="/s/docs/~/theme"><button name="theme" value="light" aria-pressed="false">Light</button>
  <button name="theme" value="dark" aria-pressed="false">Dark</button></form></header>
  <nav class="outline"><ul><li><a href="#first">First</a></li><li><a href="#second">Second</a></li></ul></nav>
  <main><h1>${title}</h1><a data-copy="" href="/s/docs/guide.md"><span>Copy page</span></a>
  <a class="button" href="/s/docs/search?q=install" data-action="search" data-query="install">How to install</a>
  ${EMBED}${TABLE}${drawMarkdown(MARKDOWN)}
  <form class="feedback" method="post" action="/s/docs/feedback"><input type="hidden" name="page" value="p1">
  <p role="status">Was this page helpful?</p><button name="rating" value="bad">No</button><button name="rating" value="good">Yes</button></form>
  </main></body></html>`;

/** What the server was sent. */
export interface Seen {
  path: string;
  accept: string | undefined;
  cookie: string | undefined;
  body: string;
}

/** A tiny server of pages with the scripts of a site, for a browser. */
export class ScriptedSite {
  readonly seen: Seen[] = [];
  /** The origin of what is embedded. */
  otherHost = '';
  /** Whether feedback is refused. */
  isFull = false;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://site.example');
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { accept, cookie } = request.headers;
    this.seen.push({ path, accept, cookie, body });
    response.setHeader('content-security-policy', POLICY);
    const send = (type: string, text: string, status = 200): unknown =>
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text);
    const file = [...Object.values(SCRIPTS), scriptWords('en')].find(({ name }) => path === `/files/${name}`);
    if (file) return response.writeHead(200, { 'content-type': file.type }).end(file.text);
    if (path === '/~/frame') {
      const { html, policy } = drawFrame('https://video.example/1', {
        kind: 'frame',
        title: 'A film',
        src: `${this.otherHost}/film`,
      });
      return response.setHeader('content-security-policy', policy) && send('text/html', html);
    }
    if (path === '/files/icon.svg') return send('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    if (path === '/files/style.css') return send('text/css', STYLE.text + ALL_BLOCKS + LONG);
    if (path === '/s/docs/guide.md') return send('text/markdown', '# Guide\n');
    if (path === '/s/docs/feedback') {
      if (this.isFull) return send('text/plain', 'Too many', 429);
      return response.writeHead(303, { location: '/s/docs/guide' }).end();
    }
    const query = searchParams.get('q') ?? '';
    if (path !== '/s/docs/search' || accept !== 'application/json')
      return send('text/html', pageWith(query === '' ? path : `Results for ${query}`));
    if (query === 'broken') return send('text/plain', 'Broken', 500);
    if (query.startsWith('slow')) await sleep(800);
    return send('application/json', JSON.stringify({ hits: query === 'nothing' ? [] : hitsFor(query) }));
  }
}

const hitsFor = (query: string): SearchHit[] => [
  {
    title: `About ${query}`,
    href: '/s/docs/first',
    path: ['Guide', 'Start'],
    text: [
      { text: 'To <b>', marked: false },
      { text: query, marked: true },
    ],
  },
  { title: 'Second', href: '/s/docs/second', path: [], text: [] },
  { title: 'Hostile', href: 'javascript:alert(1)', path: [], text: [] },
];
