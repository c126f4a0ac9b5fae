import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { TestSource } from '../openapi/openapi-sources.js';
import { TestSite } from '../visits/visits.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG =
  '<?xml version="1.0"?><!-- a sign --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const HOUR_MS = 3_600_000;

interface Reply {
  status: number;
  bytes: Buffer;
  headers: Record<string, unknown>;
}

describe('what pages show of other hosts', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let guide: TestSpace;
  /** Its host alone may be reached, by name. */
  let host: TestSource;
  let inside: TestSource;
  let at: string;
  let pages = 0;

  beforeAll(async () => {
    [host, inside] = [await TestSource.start(), await TestSource.start()];
    at = host.url.replace('127.0.0.1', 'localhost');
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: 'localhost' } });
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
    const [first] = await site.siteSpaces();
    guide = TestSpace.at(ada.api, (first?.space as Json).id);
  });
  afterAll(async () => {
    host.stop();
    inside.stop();
    await server.stop();
  });
  beforeEach(() => {
    server.clock.reset();
    pictures('image/png', PNG);
  });

  const request = async (url: string, headers: Record<string, string> = {}): Promise<Reply> => {
    const { statusCode: status, rawPayload: bytes, headers: sent } = await server.app.inject({ url, headers });
    return { status, bytes, headers: sent };
  };
  const pictures = (type: string, body: Buffer | string, headers: Record<string, string> = {}): void =>
    host.answers((_, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body),
    );

  /** What a new page with this Markdown is drawn as. */
  async function drawn(markdown: string, frontMatter = ''): Promise<string> {
    pages += 1;
    await importFiles(guide, { 'README.md': `${frontMatter}# Start\n\nPage ${pages}.\n\n${markdown}\n` });
    await server.runJobs();
    return (await request(`/s/${site.id}/readme`)).bytes.toString();
  }
  const pictureIn = (html: string): string =>
    (/<img src="(\/~\/picture[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  const shown = async (url: string): Promise<string> => pictureIn(await drawn(`![A sign](${url})`));

  it('are pictures by addresses of this server, which asks for them without anything of the visitor', async () => {
    const html = await drawn(`![A sign](${at}/sign.png?size=2)`);
    expect(html).not.toContain(`src="${at}`);
    const visitor = { cookie: 'quire_visitor=secret', referer: 'http://docs.example.com/', 'user-agent': 'Firefox' };
    const { status, bytes, headers } = await request(pictureIn(html), visitor);
    expect([status, bytes.equals(PNG), headers['content-type']]).toEqual([200, true, 'image/png']);
    expect(headers['cache-control']).toMatch(/^public, max-age=3\d{3}$/);
    const [asked] = host.asked;
    expect(asked?.url).toBe('/sign.png?size=2');
    expect(asked?.headers).toMatchObject({ 'user-agent': 'Quire' });
    expect(Object.keys(asked?.headers ?? {})).not.toContain('cookie');
    expect(Object.keys(asked?.headers ?? {})).not.toContain('referer');
    expect(JSON.stringify(asked?.headers)).not.toContain('forwarded');
  });

  it('are pictures in the text of a line, of cards and of the cover of a page', async () => {
    const html = await drawn(
      [
        `Text with <img src="${at}/inline.png" alt="A dot" data-size="line"> in it.`,
        '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image">Cover</th></tr></thead>' +
          `<tbody><tr><td>One</td><td><a href="${at}/card.png">card.png</a></td></tr></tbody></table>`,
      ].join('\n\n'),
      `---\ncover: ${at}/cover.png\n---\n\n`,
    );
    expect(html.match(/<img [^>]*src="\/~\/picture\?key=[^"]*cover\.png"/)).not.toBeNull();
    expect(html.match(/<img [^>]*src="\/~\/picture\?key=[^"]*inline\.png"/)).not.toBeNull();
    expect(html.match(/<img [^>]*src="\/~\/picture\?key=[^"]*card\.png"/)).not.toBeNull();
  });

  it('are pictures at addresses that this server signed, and at no other', async () => {
    const address = await shown(`${at}/mine.png`);
    const { status } = await request(address.replace('mine.png', 'other.png'));
    const other = new URL(address, at);
    other.searchParams.set('key', 'A'.repeat(32));
    expect([status, (await request(other.pathname + other.search)).status]).toEqual([404, 404]);
    expect((await request('/~/picture')).status).toBe(404);
    expect((await request(address.replace('/~/picture', '/~/frame'))).status).toBe(404);
    expect(host.asked).toEqual([]);
  });

  it('are fetched once for all who want them at the same time, and are kept', async () => {
    const address = await shown(`${at}/once.png`);
    const replies = await Promise.all(Array.from({ length: 8 }, () => request(address)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const etag = String(replies[0]?.headers['etag']);
    const again = await request(address, { 'if-none-match': etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(host.asked).toHaveLength(1);
  });

  it('are fetched again after the time that their host says, and are shown meanwhile', async () => {
    pictures('image/png', PNG, { 'cache-control': 'public, max-age=600' });
    const address = await shown(`${at}/badge.png`);
    expect((await request(address)).headers['content-type']).toBe('image/png');
    pictures('image/svg+xml', SVG);
    server.clock.advance(HOUR_MS);
    expect((await request(address)).headers['content-type']).toBe('image/png');
    let type: unknown;
    for (let tries = 0; tries < 50 && type !== 'image/svg+xml'; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      type = (await request(address)).headers['content-type'];
    }
    expect(type).toBe('image/svg+xml');
  });

  it('are pictures by what is in them: one that could run a script can not, and what is none is not passed on', async () => {
    pictures('text/html', SVG);
    const { headers } = await request(await shown(`${at}/sign.svg`));
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    pictures('image/png', '<!doctype html><script>alert(1)</script>');
    expect((await request(await shown(`${at}/page.png`))).status).toBe(404);
  });

  it.each([
    ['has no such picture', (response: ServerResponse) => response.writeHead(404).end()],
    ['breaks off', (response: ServerResponse) => response.writeHead(200, { 'content-length': 99 }).destroy()],
    ['sends too much', (response: ServerResponse) => response.end(Buffer.concat([PNG, Buffer.alloc(9_000_000)]))],
  ])('are missing where the host %s, which is not asked again soon', async (what, answer) => {
    const address = await shown(`${at}/missing.png?${encodeURIComponent(what)}`);
    host.answers((_, response) => void answer(response));
    expect((await request(address)).status).toBe(404);
    expect((await request(address)).status).toBe(404);
    expect(host.asked).toHaveLength(1);
  });

  it('are never what only the server itself can reach', async () => {
    const address = await shown(`${inside.url}/secret.png`);
    expect((await request(address)).status).toBe(404);
    host.answers((_, response) => response.writeHead(302, { location: `${inside.url}/secret.png` }).end());
    expect((await request(await shown(`${at}/redirect.png`))).status).toBe(404);
    expect(inside.asked).toEqual([]);
  });

  it('are not shown, but named, where an address could not be fetched at all', async () => {
    const html = await drawn(`![A sign](ftp://files.example.com/sign.png)\n\n![Mine](http://ada:pass@localhost/a.png)`);
    expect(html).not.toMatch(/<img /);
    expect(html).not.toContain('ada:pass');
    expect(html).toContain('A sign');
  });

  it('are embeds that load nothing before a click', async () => {
    const html = await drawn(
      '{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}\n\n{% embed url="https://docs.example.com/" %}',
    );
    expect(html).not.toContain('<iframe');
    expect(html).toMatch(/<a href="https:\/\/www\.youtube\.com[^>]* data-frame="\/~\/frame\?key=/);
    expect(html).not.toMatch(/docs\.example\.com\/"[^>]*data-frame/);
  });
});
