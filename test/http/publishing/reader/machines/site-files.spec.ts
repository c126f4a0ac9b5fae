import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../../contexts/content/exchange/transfer-fixture.js';
import { taken, TestSite } from '../../visits/visits.js';

const SUMMARY = `# Table of contents

* [Start](README.md)
* [News & notes](news.md)
* [Secret](secret.md)
* [Unlisted](unlisted.md)
`;

describe('what programs read of a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let guide: TestSpace;
  let root: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
    const [first] = await site.siteSpaces();
    guide = TestSpace.at(ada.api, (first?.space as Json).id);
    await importFiles(guide, {
      'SUMMARY.md': SUMMARY,
      'README.md': '---\ndescription: Where to begin\n---\n\n# Start\n\nRead the [news](news.md#first).\n',
      'news.md':
        '# News & notes\n\n## First\n\n{% updates %}\n{% update date="2026-02-03" %}\n## Tabs <b>\n\nThey came.\n{% endupdate %}\n\n{% update date="2026-01-02" %}\nOlder.\n{% endupdate %}\n{% endupdates %}\n',
      'secret.md': '---\nhidden: true\n---\n\n# Secret\n\nNot for menus.\n',
      'unlisted.md': '---\nnoRobotsIndex: true\n---\n\n# Unlisted\n\nNot for engines.\n',
    });
    await server.runJobs();
    root = await site.root();
  });

  afterAll(() => server.stop());

  const at = async (url: string) => {
    const { statusCode: status, headers, body: text } = await server.app.inject({ url });
    return { status, text, type: headers['content-type'], etag: headers.etag };
  };
  const read = (path: string) => at(`/s/${site.id}/${path}`);

  it('lists the pages as links to their Markdown, without hidden ones', async () => {
    const { status, text } = await read('llms.txt');
    expect([status, text]).toEqual([200, text]);
    expect(text).toMatch(/^# Docs\n\n/);
    expect(text).toContain(`- [Start](${root}readme.md): Where to begin`);
    expect(text).toContain(`[News & notes](${root}news.md)`);
    expect(text).not.toContain('Secret');
    expect((await read('news.md')).text).toContain('# News');
  });

  it('gives the texts of all pages in one file', async () => {
    const { text } = await read('llms-full.txt');
    expect(text).toContain(`Source: ${root}news`);
    expect(text).toContain('They came.');
    expect(text).not.toContain('Not for menus');
    for (const page of ['readme.md', 'news.md']) expect(text).toContain((await read(page)).text.trim());
  });

  it('describes a page to engines by its description, or else by what it says first', async () => {
    const described = async (path: string) =>
      /<meta name="description" content="([^"]*)"/.exec((await read(path)).text)?.[1];
    expect(await described('readme')).toBe('Where to begin');
    expect(await described('unlisted')).toBe('Not for engines.');
    expect(await described('news')).toBe('First');
  });

  it('shows a change with the next request', async () => {
    await guide.insert('Brand new', 'It is here.');
    expect((await read('llms.txt')).text).toContain('Brand new');
    expect((await read('llms-full.txt')).text).toContain('It is here.');
  });

  it('has sitemaps of the pages that engines may list', async () => {
    expect((await read('sitemap.xml')).text).toContain(`<loc>${root}sitemap-pages.xml</loc><lastmod>`);
    const { text } = await read('sitemap-pages.xml');
    expect(text).toContain(`<url><loc>${root}news</loc><lastmod>`);
    expect(text).not.toMatch(/secret|unlisted/);
    for (const name of ['sitemap-pages-1.xml', 'sitemap-pages-2.xml', 'sitemap-pages-02.xml', 'sitemap-pages-x.xml'])
      expect((await read(name)).status).toBe(404);
    expect((await read('robots.txt')).text).toContain(`Sitemap: ${root}sitemap.xml`);
  });

  it('has a feed of changed pages, and of the updates that a page tells of', async () => {
    const feed = await read('feed.xml');
    expect(feed.type).toBe('application/atom+xml; charset=utf-8');
    expect(feed.text).toContain('<title>News &amp; notes</title>');
    const updates = (await read('news/feed.xml')).text;
    expect(updates).toMatch(/<title>Tabs.*<summary>They came\.<\/summary>[\s\S]*<title>2026-01-02<\/title>/);
    expect((await read('unlisted/feed.xml')).status).toBe(404);
  });

  it('is in a catalog for assistants, with questions that it may answer', async () => {
    const { entries } = JSON.parse((await read('.well-known/ai-catalog.json')).text) as { entries: Json[] };
    const [mcp, list] = entries;
    expect(mcp).toMatchObject({
      identifier: `urn:air:${new URL(root).hostname}:mcp:${site.id}`,
      data: { remotes: [{ type: 'streamable-http', url: `${root}~/mcp` }] },
    });
    expect(list).toMatchObject({ url: `${root}llms.txt` });
    const asked = (mcp?.['representativeQueries'] as unknown as string[]).length;
    expect(asked >= 2 && asked <= 5).toBe(true);
    const catalog = (await at('/.well-known/ai-catalog.json')).text;
    expect(catalog).toContain(`${root}.well-known/ai-catalog.json`);
    expect((await at('/robots.txt')).text).toContain(`${root}sitemap.xml`);
  });

  it('is not given to assistants where the site leaves them out, nor to engines where it is not public', async () => {
    await site.patch({ agentsContext: 'excluded' });
    expect((await read('llms.txt')).status).toBe(404);
    await site.patch({ agentsContext: 'included', visibility: 'unlisted' });
    expect((await read('sitemap.xml')).status).toBe(404);
    expect((await read('robots.txt')).text).not.toContain('Sitemap');
    expect((await at('/robots.txt')).text).not.toContain(`${root}sitemap.xml`);
    taken(await ada.api.patch(site.path, { visibility: 'public' }));
    expect((await read('sitemap.xml')).status).toBe(200);
  });
});
