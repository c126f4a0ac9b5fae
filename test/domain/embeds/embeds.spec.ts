import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboundEmbeds } from '#embeds';
import { GuardedOutbound } from '#outbound';
import { endpointOf } from '../../../libs/embeds/providers.js';
import { listen, stopServers } from '../outbound/servers.js';

const HTML = 'text/html; charset=utf-8';

describe('what is known of an address that is embedded', () => {
  const outbound = new GuardedOutbound({ allow: ['127.0.0.1/32'] });
  const embeds = new OutboundEmbeds(outbound);
  const pages = new Map<string, { type: string; body: string | Buffer }>();
  const asked: string[] = [];
  let site: string;

  beforeAll(async () => {
    site = await listen(({ url = '' }, response) => {
      asked.push(url);
      const page = pages.get(url);
      if (page === undefined) response.writeHead(404).end();
      else {
        const length = Buffer.byteLength(page.body);
        response.writeHead(200, { 'content-type': page.type, 'content-length': length }).end(page.body);
      }
    });
  });

  afterAll(async () => {
    await outbound.close();
    await stopServers();
  });

  /** What is known of a page with this head. */
  function describeHead(path: string, head: string, type = HTML) {
    pages.set(path, { type, body: `<!doctype html><html><head>${head}</head><body><h1>Not this</h1></body></html>` });
    return embeds.describe(site + path);
  }

  /** What is known of a page whose head names this oEmbed answer. */
  function describeTold(path: string, told: object) {
    pages.set(`${path}.json`, { type: 'application/json', body: JSON.stringify(told) });
    return describeHead(path, `<link rel="alternate" type="application/json+oembed" href="${path}.json">`);
  }

  it('is its title, the name of its site and its icon, as the head of the page says', async () => {
    const head =
      '<title>Shown in tabs</title><meta property="og:title" content="A &amp; B"><link rel="icon" href="/i.svg">';
    expect(await describeHead('/all', `${head}<meta property="og:site_name" content="Example">`)).toEqual({
      title: 'A & B',
      site: 'Example',
      icon: `${site}/i.svg`,
    });
  });

  it('is a title of one line and the host where the page says no more', async () => {
    expect(await describeHead('/plain', `<title>\n  Only\n a ${'long '.repeat(100)}title</title>`)).toEqual({
      title: expect.stringMatching(/^Only a long .{285,290}…$/),
      site: '127.0.0.1',
    });
  });

  it('reads pages in other encodings', async () => {
    pages.set('/latin', {
      type: 'text/html; charset=iso-8859-1',
      body: Buffer.from('<title>Größe</title></head>', 'latin1'),
    });
    expect(await embeds.describe(`${site}/latin`)).toMatchObject({ title: 'Größe' });
  });

  it('is a frame of our own where the page names an oEmbed answer with a frame', async () => {
    const html = '<script>steal()</script><iframe onload="steal()" src="//video.example/7?a=1&amp;b=%22"></iframe>';
    const told = { type: 'video', title: 'Film "1"', provider_name: 'Films', html, width: '640', height: 360 };
    const known = await describeTold('/film', told);
    expect(known).toMatchObject({ title: 'Film "1"', site: 'Films' });
    expect(known?.html).toMatch(
      /^<iframe src="https:\/\/video\.example\/7\?a=1&#38;b=%22" title="Film &#34;1&#34;" width="640" height="360" sandbox="/,
    );
    expect(known?.html).not.toContain('steal');
  });

  it('is the picture where the answer is a photo', async () => {
    const known = await describeTold('/photo', {
      type: 'photo',
      title: 'Sea',
      url: 'https://a.example/sea.jpg',
      width: 9e9,
    });
    expect(known?.html).toBe('<img src="https://a.example/sea.jpg" alt="Sea" loading="lazy">');
  });

  it.each([
    ['a script', '<blockquote>Words</blockquote><script src="https://a.example/x.js"></script>'],
    ['a frame that runs code', '<iframe src="javascript:alert(1)"></iframe>'],
    ['a frame without encryption', '<iframe src="http://a.example/"></iframe>'],
    ['a frame of the page itself', '<iframe src="/frame"></iframe>'],
    ['a frame with a document of its own', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ])('has no markup where the answer has %s', async (name, html) => {
    const known = await describeTold(`/no/${encodeURIComponent(name)}`, { type: 'rich', title: 'Post', html });
    expect(known).toEqual({ title: 'Post', site: '127.0.0.1' });
  });

  it.each([
    ['no page', () => embeds.describe(`${site}/missing`)],
    ['no HTML', () => describeHead('/data', '<title>Data</title>', 'application/pdf')],
    ['no title', () => describeHead('/untitled', '<title> </title>')],
    ['nobody', () => embeds.describe('http://127.0.0.1:9/')],
    ['an address inside', () => embeds.describe('http://127.0.0.2/')],
  ])('is nothing where there is %s', async (_, known) => {
    expect(await known()).toBeUndefined();
  });

  it('goes on without an oEmbed answer that is none', async () => {
    pages.set('/odd.json', { type: 'application/json', body: '[1' });
    const head = '<title>Odd</title><link rel="alternate" type="application/json+oembed" href="/odd.json">';
    expect(await describeHead('/odd', head)).toEqual({ title: 'Odd', site: '127.0.0.1' });
    expect(await describeTold('/null', [null])).toBeUndefined();
  });

  it('reads no further than the head of a page', async () => {
    const body = `<title>Long</title></head><body>${'x'.repeat(2_000_000)}`;
    pages.set('/long', { type: HTML, body });
    expect(await embeds.describe(`${site}/long`)).toMatchObject({ title: 'Long' });
    pages.set('/endless', {
      type: HTML,
      body: `<title>Endless</title>${'<meta name="x" content="y">'.repeat(50_000)}`,
    });
    expect(await embeds.describe(`${site}/endless`)).toMatchObject({ title: 'Endless' });
  });

  it('is asked for once, however many want to know, and kept', async () => {
    pages.set('/often', { type: HTML, body: '<title>Often</title>' });
    const known = await Promise.all(Array.from({ length: 20 }, () => embeds.describe(`${site}/often`)));
    known.push(await embeds.describe(`${site}/often`));
    expect(new Set(known.map((each) => each?.title))).toEqual(new Set(['Often']));
    expect(asked.filter((url) => url === '/often')).toHaveLength(1);
  });
});

describe('the registry of oEmbed', () => {
  it('knows where to ask about the addresses of a site, whatever the case of its host', () => {
    const asked = new URL(endpointOf('https://WWW.youtube.com/watch?v=a&t=1') ?? '');
    expect(asked.origin + asked.pathname).toBe('https://www.youtube.com/oembed');
    expect(asked.searchParams.get('url')).toBe('https://WWW.youtube.com/watch?v=a&t=1');
    expect(asked.searchParams.get('format')).toBe('json');
  });

  it('does not ask a site about addresses of another whose name ends like its own', () => {
    expect(endpointOf('https://notyoutube.com/watch?v=a')).toBeUndefined();
    expect(endpointOf('https://example.com/https://www.youtube.com/watch?v=a')).toBeUndefined();
  });
});
