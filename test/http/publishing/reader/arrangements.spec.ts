import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { taken, TestSite } from '../visits/visits.js';
import { read } from './read-sites.js';

const CONFIG = `site:
  title: Acme
  structure:
    - type: section
      key: guide
      title: Guide
      localizedTitle: { ar: الدليل }
      path: guide
      default: true
      children:
        - { type: space, key: en, title: English, path: en, default: true, content: { directory: ./en, language: en } }
        - { type: space, key: ar, title: العربية, path: ar, content: { directory: ./ar, language: ar } }
        - { type: space, key: old, title: Hidden, path: old, hidden: true, content: { directory: ./old, language: de } }
    - type: section-group
      key: more
      title: More
      children:
        - type: section
          key: api
          title: API
          path: api
          description: Calls
          children:
            - { type: space, key: v2, title: v2, path: v2, default: true, content: { directory: ./v2 } }
            - { type: space, key: v1, title: v1, path: v1, content: { directory: ./v1 } }
        - { type: external-link, key: status, title: Status, url: "https://status.example.com" }
`;

describe('a site of sections, groups, variants and languages, in a browser', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let base: string;
  const spaces: Record<string, TestSpace> = {};

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    const path = `/v1/orgs/${ada.organization}/sites`;
    site = TestSite.at(server, ada, taken(await ada.api.post(path, { title: 'Acme' })).id);
    base = `/s/${site.id}/`;
    taken(await ada.api.put(`${site.path}/config`, { text: CONFIG }));
    for (const { path: name, space } of await site.siteSpaces())
      spaces[String(name)] = TestSpace.at(ada.api, (space as Json).id);
    await spaces['en']?.insert('Welcome', 'To Acme.');
    await spaces['en']?.insert('Install', 'One command.');
    await spaces['ar']?.insert('أهلا', 'مرحبا.');
    await spaces['ar']?.insert('التثبيت', 'أمر واحد.', { slug: 'install' });
    await spaces['old']?.insert('Alt', 'Von früher.');
    const calls = await spaces['v2']?.insert('Calls', 'All calls.');
    await spaces['v2']?.insert('Errors', `Of [calls](/pages/${calls}).`);
    await spaces['v1']?.insert('Calls', 'Former calls.');
    await spaces['en']?.insert('Further', 'More.');
    const target = { kind: 'page', space: spaces['v2']?.id, page: calls };
    await spaces['en']?.insert('Of the API', undefined, { type: 'link', target });
    taken(await ada.api.post(`${site.path}/publish`));
  });

  afterAll(() => server.stop());

  it('has the sections, the groups with theirs, and external links in its menu', async () => {
    const { text } = await read(site);
    const menu = /<nav class="sections".*?<\/nav>/s.exec(text)?.[0] ?? '';
    expect(menu).toContain(`href="${base}"`);
    expect(menu).toContain(`href="${base}api/"`);
    expect(menu).toContain('href="https://status.example.com"');
    for (const title of ['Guide', 'More', 'API', 'Calls', 'Status']) expect(menu).toContain(title);
    expect((await read(site, 'api/')).text).toContain('All calls.');
  });

  it('serves a default space below its own path as well, with one canonical address', async () => {
    for (const path of ['install', 'guide/install', 'guide/en/install', 'en/install']) {
      const { status, text } = await read(site, path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain(`rel="canonical" href="http://quire.test${base}install"`);
    }
    expect((await read(site, 'api/v1/calls')).text).toContain('Former calls.');
    expect((await read(site, 'api/v3/calls')).status).toBe(404);
  });

  it('leads from a page to the same page of other variants, or else to their beginning', async () => {
    const { text } = await read(site, 'api/v2');
    expect(text).toContain(`href="${base}api/v1/"`);
    expect((await read(site, 'api/errors')).text).toContain(`href="${base}api/v1/"`);
    expect((await read(site, 'install')).text).toContain(`href="${base}ar/install"`);
    expect((await read(site, 'ar/install')).text).toContain(`href="${base}install"`);
    expect((await read(site, 'further')).text).toContain(`href="${base}ar/"`);
  });

  it('tells search engines of the same page in other languages, and none of hidden ones', async () => {
    const { text } = await read(site, 'install');
    const root = `http://quire.test${base}`;
    const named = [...text.matchAll(/<link rel="alternate" href="([^"]+)" hreflang="([^"]+)"/g)].map(([, href, of]) => [
      of,
      href,
    ]);
    expect(named).toEqual([
      ['en', `${root}install`],
      ['ar', `${root}ar/install`],
    ]);
    expect((await read(site, 'further')).text).not.toContain('hreflang');
    expect(text).not.toContain(`${base}old/`);
    expect((await read(site, 'old/')).text).toContain('Von früher.');
  });

  it('is in the language and the direction of what is read', async () => {
    const { text } = await read(site, 'ar/install');
    expect(text).toMatch(/<html[^>]* lang="ar"[^>]* dir="rtl"|<html[^>]* dir="rtl"[^>]* lang="ar"/);
    expect(text).toContain('الدليل');
    expect((await read(site, 'install')).text).toContain('lang="en"');
  });

  it('leads to pages of other spaces at the address that they have on the site', async () => {
    expect((await read(site, 'further')).text).toMatch(new RegExp(`href="${base}api/"[^>]*><span>Of the API`));
  });

  it('searches all of it, and shows where in it a page is', async () => {
    await server.runJobs();
    const { text } = await read(site, '~/search?q=calls');
    expect(text).toContain(`href="${base}api/`);
    expect(text).toContain('<mark>calls</mark>');
    const headers = { accept: 'text/html', 'accept-encoding': 'br' };
    const page = await server.app.inject({ url: `${base}~/search?q=calls`, headers });
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept, accept-encoding, cookie' });
  });

  it('links nothing where nothing is: groups without a page are headings, lost links are text', async () => {
    const space = spaces['v1'] as TestSpace;
    await importFiles(space, {
      'SUMMARY.md': '# Contents\n\n* [Start](README.md)\n\n## Elsewhere\n\n* [Example](https://example.com/docs)\n',
      'README.md': [
        '# Start',
        'See [what is lost](/broken/pages/abc), [what is gone](../nowhere.md), [left](broken-reference) and [x](y/z.md#a).',
        '<img src="../.gitbook/assets/lost.svg" alt="A sketch" class="gitbook-drawing">',
      ].join('\n\n'),
    });
    const { text } = await read(site, 'api/v1/');
    expect(text).toMatch(/<p><span>Elsewhere<\/span><\/p>/);
    expect(text).toContain('href="https://example.com/docs"');
    expect(text).not.toContain(`${base}api/v1/elsewhere`);
    expect((await read(site, 'api/v1/readme')).text).toContain('See what is lost, what is gone, left and x.');
    expect((await read(site, 'api/v1/readme')).text).not.toContain('lost.svg');
  });

  it('leads to no variant without pages', async () => {
    const leads = async () => (await read(site, 'api/errors')).text.includes(`href="${base}api/v1/"`);
    expect(await leads()).toBe(true);
    const old = spaces['v1'] as TestSpace;
    await old.change(...(await old.pages()).map(({ id }) => ({ operation: 'delete_page', page: id })));
    expect(await leads()).toBe(false);
    await old.insert('Start', 'Former calls.');
    expect(await leads()).toBe(true);
  });

  it('names the feed of a page with updates, and the one of the space on others', async () => {
    await spaces['en']?.insert(
      'News',
      '{% updates %}\n{% update date="2026-01-05" %}\n## Faster\n\nTwice.\n{% endupdate %}\n{% endupdates %}',
    );
    const feedIn = async (path: string) =>
      /type="application\/atom\+xml"[^>]*|<link rel="alternate" href="([^"]+)" type="application\/atom\+xml"/.exec(
        (await read(site, path)).text,
      )?.[1];
    const feed = await feedIn('news');
    expect(feed).toBe(`http://quire.test${base}news/feed.xml`);
    expect((await read(site, 'news/feed.xml')).text).toContain('<title>Faster</title>');
    expect(await feedIn('install')).toBe(`http://quire.test${base}feed.xml`);
  });

  it('has nothing of a space that is taken out or moved to another site, with the next request', async () => {
    const [, , , , former] = await site.siteSpaces();
    expect((await read(site, 'api/v1/')).status).toBe(200);
    taken(await ada.api.delete(`${site.path}/site-spaces/${former?.id}`));
    expect((await read(site, 'api/')).text).not.toContain('api/v1/');
    expect((await read(site, 'api/v1/')).status).toBe(404);
    const elsewhere = await TestSite.publish(server, ada, ['Elsewhere']);
    taken(await ada.api.post(`${elsewhere.path}/site-spaces`, { spaceId: spaces['v1']?.id }));
    expect((await read(elsewhere, 'v1/')).text).toContain('Start');
  });
});
