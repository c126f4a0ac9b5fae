import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { PAYLOADS, PLACES, WORDS } from './support/payloads.js';
import { dangersInServed } from './support/served-page.js';
import { FILES, HostileSite } from './support/hostile-site.js';

const FEWEST_PAGES = 250;
/** Places of the site itself that take such a text, or such an address. */
const FEWEST = { words: 5, addresses: 4 };

describe('a site whose authors write what would run', () => {
  let server: TestServer;
  let hostile: HostileSite;

  beforeAll(async () => {
    server = await TestServer.shared();
    hostile = await HostileSite.publish(server);
  }, 180_000);

  afterAll(() => server.stop());

  const read = async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode: status, body, headers: sent } = await server.app.inject({ url, headers });
    return { status, body, sent };
  };
  const expectHarmless = async (url: string, status = 200): Promise<string> => {
    const { status: got, body } = await read(url);
    expect([url, got, dangersInServed(body)]).toEqual([url, status, []]);
    return body;
  };

  it('has it on many pages, in all forms in which pages are written', async () => {
    expect(hostile.pages.length).toBeGreaterThan(FEWEST_PAGES);
    const pages = await Promise.all(hostile.pages.slice(0, 3).map((page) => read(page)));
    for (const { body } of pages) expect(body.length).toBeGreaterThan(5_000);
  });

  it('serves no page with anything that runs, or that is loaded from another host', async () => {
    for (const page of hostile.pages) await expectHarmless(page);
  });

  it('gives programs the Markdown of each page as text', async () => {
    for (const page of hostile.pages.slice(0, 20)) {
      const { sent } = await read(`${page}.md`);
      expect([sent['content-type'], sent['x-content-type-options']]).toEqual([
        'text/markdown; charset=utf-8',
        'nosniff',
      ]);
    }
  });

  it.each([...WORDS, ...PLACES])('serves no such page where the site itself has %j', async (payload) => {
    expect(await hostile.write(payload)).toBeGreaterThanOrEqual(
      payload.words === undefined ? FEWEST.addresses : FEWEST.words,
    );
    for (const page of ['/files', '/imported/i0', '/~/search?q=text']) await expectHarmless(hostile.path + page);
    await expectHarmless(`${hostile.path}/no/such/page`, 404);
    await expectHarmless('/');
  });

  it.each(PAYLOADS)('serves no such page, and leads nowhere else, where a reader sends %j', async (payload) => {
    const text = payload.words ?? payload.address ?? payload.formula ?? '';
    const sent = encodeURIComponent(text);
    const plain = await read(hostile.path + '/files');
    for (const query of [`q=${sent}`, `q=a&page=${sent}`, `${sent}=1`])
      await expectHarmless(`${hostile.path}/~/search?${query}`);
    await expectHarmless(`${hostile.path}/${sent}`, 404);
    const chosen = await read(`${hostile.path}/files`, { cookie: `quire_theme=${sent}; quire_claims=${sent}` });
    expect(chosen.body).toBe(plain.body);
    const claimed = await read(`${hostile.path}/files?visitor.plan=${sent}&jwt_token=${sent}&x=${sent}`);
    expect([claimed.status, claimed.sent.location]).toEqual([
      303,
      `${hostile.path}/files?${new URLSearchParams({ x: text })}`,
    ]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const form = {
      method: 'POST',
      url: `${hostile.path}/~/theme`,
      headers,
      payload: `theme=${sent}&back=${sent}`,
    } as const;
    const { statusCode, headers: answered } = await server.app.inject(form);
    expect([statusCode, answered['set-cookie']]).toEqual([303, undefined]);
    expect(new URL(String(answered.location), 'http://quire.test').host).toBe('quire.test');
  });

  it.each(FILES.map(([name], at) => [name, at] as const))(
    'serves the file %s so that it runs nothing',
    async (_, at) => {
      const { sent, status } = await read(hostile.files[at] ?? '');
      const policy = String(sent['content-security-policy']);
      expect([status, sent['x-content-type-options']]).toEqual([200, 'nosniff']);
      expect([policy, String(sent['content-disposition'])].join()).toMatch(/sandbox|^attachment/);
    },
  );
});

describe('what a served page must not contain', () => {
  it.each([
    ['<p style="color:red">x</p>', '<p style="color:red">'],
    ['<p ONCLICK=x>x</p>', '<p onclick="x">'],
    ['<a href="java&#10;script:x">x</a>', '<a href="java\nscript:x">'],
    ['<a href=" &#1;JavaScript:x">x</a>', '<a href=" \u0001JavaScript:x">'],
    ['<form action="data:x"></form>', '<form action="data:x">'],
    ['<img src="data:x">', '<img src="data:x">'],
    ['<img src="/\\evil.example/x.png">', '<img src="/\\evil.example/x.png">'],
    ['<img src="\t//evil.example">', '<img src="\t//evil.example">'],
    ['<script>x</script>', '<script>x'],
    ['<script src="https://evil.example/x.js"></script>', '<script>'],
    ['<script type="application/ld+json">{}</script x><script>x</script>', '<script>x'],
    ['<script type="application/ld+json">{"a":1};x</script>', '<script>{"a":1};x'],
    ['<link rel="stylesheet" href="//evil.example/x.css">', '<link rel=stylesheet href="//evil.example/x.css">'],
    ['<meta http-equiv="refresh" content="0">', '<meta http-equiv>'],
    ['<svg><foreignObject></foreignObject></svg>', '<foreignobject>'],
    ['<iframe src="/x"></iframe>', '<iframe>'],
    ['<base href="/">', '<base>'],
    ['<p id="a"></p><p id="a"></p>', 'id="a"'],
    ['<a data-copy="false" href="https://evil.example/">x</a>', '<a data-copy href="https://evil.example/">'],
    ['<!-- x -->', 'a comment'],
  ])('is noticed in %s', (html, danger) => {
    expect(dangersInServed(html)).toContain(danger);
  });
});
