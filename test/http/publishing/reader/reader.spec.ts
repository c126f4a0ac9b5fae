import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { taken, TestSite } from '../visits/visits.js';

const SUMMARY = `# Table of contents

* [Start](README.md)

## Guides

* [Install](guides/install.md)
  * [On Linux](guides/linux.md)
* [Hidden](guides/hidden.md)
`;

interface Reply {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

describe('a published site in a browser', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let guide: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
    const [first] = await site.siteSpaces();
    guide = TestSpace.at(ada.api, (first?.space as Json).id);
    await importFiles(guide, {
      'SUMMARY.md': SUMMARY,
      'README.md':
        '---\ndescription: Where to begin\n---\n\n# Start\n\nRead [how to install](guides/install.md#tools).\n',
      'guides/install.md': '# Install\n\n## Tools\n\nTake a <script>alert(1)</script> hammer.\n',
      'guides/linux.md': '# On Linux\n\nUse a terminal.\n',
      'guides/hidden.md': '---\nhidden: true\n---\n\n# Hidden\n\nNot in menus.\n',
    });
    await server.runJobs();
  });

  afterAll(() => server.stop());
  const request = async (options: object): Promise<Reply> => {
    const { statusCode: status, headers, body: text } = await server.app.inject(options);
    return { status, text, headers };
  };
  const read = (path = '', headers: Record<string, string> = {}): Promise<Reply> =>
    request({ url: `/s/${site.id}/${path}`, headers });

  it('is at the address that its record tells, which renderers can resolve as well', async () => {
    const root = await site.root();
    expect(root).toMatch(new RegExp(`/s/${site.id}/$`));
    expect((await request({ url: new URL(root).pathname })).text).toContain('Welcome to Guide.');
    const resolved = await site.resolve(`${root}guides/install`);
    expect(resolved.body).toMatchObject({ site: site.id, pathname: 'guides/install', basePath: `/s/${site.id}/` });
  });

  it('draws a page with its place in the tree, its neighbours and links to other pages', async () => {
    const { status, text } = await read('readme');
    expect(status).toBe(200);
    expect(text).toContain(`href="/s/${site.id}/guides/install#tools"`);
    expect(text).toContain('aria-current="page"');
    const { text: below } = await read('guides/install');
    expect(below).toContain('On Linux');
    expect(below).not.toContain('>Hidden<');
    expect(below).toMatch(/<h2 id="tools">/);
  });

  it('runs nothing that a page says, and lets nothing in from other hosts', async () => {
    const { text, headers } = await read('guides/install');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toMatch(/ style=| on\w+=|<script>/);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:|\*/);
  });

  it('serves every file that a page loads', async () => {
    const { text } = await read();
    const files = [...text.matchAll(/(?:href|src)="([^"]*~\/[^"]+\.(?:css|js|svg))"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const url of files) expect([url, (await request({ url })).status]).toEqual([url, 200]);
  });

  it('answers 304 while nothing changed, and shows a change with the next request', async () => {
    const { headers } = await read('guides/install/linux');
    const again = await read('guides/install/linux', { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    await guide.insert('Brand new', 'It is here.');
    expect((await read('brand-new')).text).toContain('It is here.');
    const changed = await read('guides/install/linux', { 'if-none-match': String(headers['etag']) });
    expect([changed.status, changed.text.includes('Brand new')]).toEqual([200, true]);
  });

  it('gives the Markdown of a page to those who ask for it, by its address or by what they accept', async () => {
    const { text, headers } = await read('guides/install/linux.md');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text).toContain('Use a terminal.');
    expect((await read('guides/install/linux', { accept: 'text/markdown' })).text).toBe(text);
    expect((await read('guides/install/linux', { accept: 'text/html, text/markdown' })).text).toContain(
      '<!doctype html>',
    );
  });

  it('finds pages, on a page and for the dialog', async () => {
    const { text } = await read('~/search?q=terminal');
    expect(text).toContain(`href="/s/${site.id}/guides/install/linux`);
    expect(text).toContain('<mark>terminal</mark>');
    const { text: json } = await read('~/search?q=terminal', { accept: 'application/json' });
    const { hits } = JSON.parse(json) as { hits: Json[] };
    expect(hits[0]).toMatchObject({
      title: 'On Linux',
      text: expect.arrayContaining([{ text: 'terminal', marked: true }]),
    });
  });

  it('keeps the theme that a reader chose in a cookie of the site', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const payload = `theme=dark&back=${encodeURIComponent(`/s/${site.id}/guides/install/linux`)}`;
    const sent = await request({ method: 'POST', url: `/s/${site.id}/~/theme`, headers, payload });
    expect([sent.status, sent.headers['location']]).toEqual([303, `/s/${site.id}/guides/install/linux`]);
    expect(String(sent.headers['set-cookie'])).toMatch(new RegExp(`^quire_theme=dark;.*Path=/s/${site.id}/`));
    expect((await read('', { cookie: 'quire_theme=dark' })).text).toContain('data-theme="dark"');
  });

  it('leads to no other host after a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    for (const back of ['https://evil.example', '//evil.example', '/\\evil.example', `/${'a'.repeat(5_000)}`]) {
      const payload = `theme=dark&back=${encodeURIComponent(back)}`;
      const sent = await request({ method: 'POST', url: `/s/${site.id}/~/theme`, headers, payload });
      expect(sent.headers['location']).toBe(`/s/${site.id}/`);
    }
  });

  it('takes what readers think of a page where the site asks them', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const rate = () =>
      request({ method: 'POST', url: `/s/${site.id}/~/feedback`, headers, payload: 'rating=good&page=x' });
    expect((await rate()).status).toBe(404);
    const { body: settings } = await ada.api.get(`${site.path}/customization`);
    taken(await ada.api.put(`${site.path}/customization`, { ...settings, feedback: { enabled: true } }));
    expect((await read()).text).toContain(`action="/s/${site.id}/~/feedback"`);
    expect((await rate()).status).toBe(303);
    const body = {
      select: [{ column: 'eventsCount' }],
      where: [{ column: 'eventType', operator: 'eq', value: ['page_post_feedback'] }],
    };
    const { status } = await ada.api.post(`${site.path}/insights/events/aggregate`, body);
    expect(status).toBeLessThan(500);
  });

  it('answers 404 in its own look for a page that is not there, and follows redirects', async () => {
    const missing = await read('no/such/page');
    expect([missing.status, missing.text.includes('404')]).toEqual([404, true]);
    const destination = { kind: 'external', url: 'https://example.com/elsewhere' };
    taken(await ada.api.post(`${site.path}/redirects`, { source: '/old', destination }));
    const led = await read('old');
    expect([led.status, led.headers['location']]).toEqual([307, 'https://example.com/elsewhere']);
  });

  it('is on the start page of the server only while everyone may read it', async () => {
    const start = async () => (await request({ url: '/' })).text.includes(`/s/${site.id}/`);
    expect(await start()).toBe(true);
    await site.patch({ visibility: 'unlisted' });
    expect([await start(), (await read()).headers['x-robots-tag']]).toEqual([false, 'noindex']);
    await site.patch({ visibility: 'public' });
  });

  it('lists all pages on a page of its own, without the hidden ones', async () => {
    const { status, text, headers } = await read('~/pages');
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(text).toContain('<h1>All pages</h1>');
    expect(text).toContain(`href="/s/${site.id}/guides/install/linux"`);
    expect(text).not.toContain('>Hidden<');
    for (const page of ['2', '0', 'x', '1e1']) expect((await read(`~/pages?page=${page}`)).status).toBe(404);
  });

  it('sends its files compressed, each under a name of its own', async () => {
    const { text } = await read();
    const [, style = ''] = /rel="stylesheet" href="([^"]+look[^"]+)"/.exec(text) ?? [];
    const { headers } = await request({ url: style, headers: { 'accept-encoding': 'br' } });
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': expect.stringContaining('immutable') });
    expect(Number(headers['content-length'])).toBeLessThan(7_500);
  });

  it('looks the same to browsers where it is unpublished as where no site ever was', async () => {
    taken(await ada.api.post(`${site.path}/unpublish`));
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const gone = await read('guides/install', { accept, 'accept-language': 'de-AT,de;q=0.9' });
    const never = await request({
      url: '/s/AAAAAAAAAAAAAAAAAAAA/guides/install',
      headers: { accept, 'accept-language': 'de-AT,de;q=0.9' },
    });
    expect([gone.status, gone.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(gone.text).toContain('<html lang="de"');
    expect(gone.headers['content-security-policy']).toContain("default-src 'none'");
    expect([never.status, never.text]).toEqual([gone.status, gone.text]);
    expect((await read('guides/install')).headers['content-type']).toBe('application/json; charset=utf-8');
    taken(await ada.api.post(`${site.path}/publish`));
  });

  it('shows browsers a page that says nothing of what went wrong', async () => {
    await server.rows('alter table publishing.site rename to away');
    try {
      for (const url of ['/', `/s/${site.id}/guides/install`]) {
        const { status, text, headers } = await request({ url, headers: { accept: 'text/html' } });
        expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
        expect(text).toContain('<h1>Something went wrong</h1>');
        expect(text).not.toMatch(/publishing\.site|relation|\.ts|\.js:/);
        expect((await request({ url })).headers['content-type']).toBe('application/json; charset=utf-8');
      }
    } finally {
      await server.rows('alter table publishing.away rename to site');
    }
    expect((await read()).status).toBe(200);
  });

  it('is gone at once when it is unpublished', async () => {
    expect((await read()).status).toBe(200);
    taken(await ada.api.post(`${site.path}/unpublish`));
    expect((await read()).status).toBe(404);
    taken(await ada.api.post(`${site.path}/publish`));
  });
});

describe('a site for some visitors only', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  it('is read with the key of a share link, which stays in all its addresses', async () => {
    const site = await TestSite.publish(server, ada, ['Shared'], { visibility: 'share-link' });
    const link = taken(await ada.api.post(`${site.path}/share-links`, { name: 'For friends' }));
    const path = new URL((link['urls'] as { published: string }).published).pathname;
    const { statusCode, body } = await server.app.inject({ url: path });
    expect([statusCode, path, body.slice(0, 300)]).toEqual([200, path, body.slice(0, 300)]);
    expect(body).toContain(`href="${path}"`);
    expect((await server.app.inject({ url: `/s/${site.id}/` })).statusCode).toBe(404);
  });

  it('sends visitors without a token to where they sign in', async () => {
    const site = await TestSite.publish(server, ada, ['Secret'], { visibility: 'visitor-auth' });
    const missing = await server.app.inject({ url: `/s/${site.id}/` });
    expect(missing.statusCode).toBe(404);
    taken(await ada.api.patch(`${site.path}/publishing/auth`, { fallbackURL: 'https://app.example.com/login' }));
    const sent = await server.app.inject({ url: `/s/${site.id}/guides/a` });
    expect([sent.statusCode, sent.headers.location]).toEqual([
      307,
      'https://app.example.com/login?location=%2Fguides%2Fa',
    ]);
    const back = await server.app.inject({ url: `/s/${site.id}/guides/a?jwt_token=abc.def.ghi&x=1` });
    expect([back.statusCode, back.headers.location]).toEqual([303, `/s/${site.id}/guides/a?x=1`]);
    expect(String(back.headers['set-cookie'])).toMatch(/^quire_visitor=abc\.def\.ghi;.*HttpOnly/);
  });
});

describe('a site with a host name of its own', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({ live: true });
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  it('is read there, and only what is below it', async () => {
    const site = await TestSite.publish(server, ada, ['Hosted']);
    await site.patch({ hostname: 'docs.reader.test' });
    const at = async (url: string, host = 'docs.reader.test') => server.app.inject({ url, headers: { host } });
    for (let tries = 0; tries < 200 && (await at('/hosted-home')).statusCode === 404; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const { body } = await at('/hosted-home');
    expect(body).toContain('Welcome to Hosted.');
    expect(body).toContain('rel="canonical" href="https://docs.reader.test/"');
    expect((await at('/v1/user')).statusCode).toBe(404);
    expect((await at('/v1/user', 'localhost')).statusCode).toBe(401);
    const named = await server.app.inject({ url: '/s/~docs.reader.test/hosted-home' });
    expect([named.statusCode, named.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    await site.patch({ hostname: null });
    for (let tries = 0; tries < 100 && (await at('/v1/user')).statusCode !== 401; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await at('/v1/user')).statusCode).toBe(401);
  });
});
