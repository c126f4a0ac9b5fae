import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { TestSite } from '../visits/visits.js';

const FLOW = 'flowchart LR\n  Start --> B{Choice}\n  B -->|"<b>yes</b>"| C((End))';

const PATIENCE_MS = 20_000;

describe('diagrams of pages', () => {
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
  });
  afterAll(() => server.stop());

  const request = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

  /** A new page with a block of code. */
  async function drawn(source: string, syntax = 'mermaid'): Promise<string> {
    await importFiles(guide, { 'README.md': `# Start\n\n\`\`\`${syntax}\n${source}\n\`\`\`\n` });
    await server.runJobs();
    return (await request(`/s/${site.id}/readme`)).body;
  }
  /** A page whose diagrams are late has their text, and is drawn again soon. */
  async function withPictures(source: string): Promise<string> {
    let html = await drawn(source);
    for (const giveUp = Date.now() + PATIENCE_MS; picturesIn(html).length === 0 && Date.now() < giveUp;) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      html = (await request(`/s/${site.id}/readme`)).body;
    }
    return html;
  }
  const picturesIn = (html: string): string[] =>
    [...html.matchAll(/<img src="(\/~\/diagram[^"]*)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'));

  it('are pictures for the light and the dark theme, with their size, and the text below', async () => {
    const html = await withPictures(FLOW);
    expect(html).toMatch(/<figure class="diagram"><img [^>]*class="light" alt="Mermaid" width="\d+" height="\d+"/);
    expect(html).toMatch(/<details><summary>Mermaid<\/summary><div class="code"/);
    const [light = '', dark = ''] = picturesIn(html);
    const [one, other] = [await request(light), await request(dark)];
    expect(one.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=31536000',
    });
    expect(one.body).toMatch(/^<svg [^>]*>[^]*Choice[^]*<\/svg>$/);
    expect(one.body).not.toMatch(/@import|<b>|<script/);
    expect([other.statusCode, other.body === one.body]).toEqual([200, false]);
    const etag = String(one.headers['etag']);
    expect((await request(light, { 'if-none-match': etag })).statusCode).toBe(304);
  });

  it('are drawn at addresses that this server signed, and at no other', async () => {
    const [light = ''] = picturesIn(await withPictures(`${FLOW}\n  C --> D`));
    expect((await request(light.replace('theme=light', 'theme=dark'))).statusCode).toBe(404);
    expect((await request(light.replace('theme=light', 'theme=blue'))).statusCode).toBe(404);
    expect((await request(`${light}A`)).statusCode).toBe(404);
    expect((await request('/~/diagram')).statusCode).toBe(404);
  });

  it.each([
    ['of other kinds', 'pie title Pets\n  "Dogs": 3'],
    ['that are none', 'Hello'],
    ['that are too long', `flowchart LR\n${'  Start --> End\n'.repeat(1_000)}`],
  ])('are shown as code %s', async (_what, source) => {
    const html = await drawn(source);
    expect(picturesIn(html)).toEqual([]);
    expect(html).toContain('data-syntax="mermaid"');
  });

  it('are of code that says so', async () => {
    expect(picturesIn(await drawn(FLOW, 'text'))).toEqual([]);
  });
});
