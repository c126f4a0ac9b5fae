import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSite } from '../../visits/visits.js';
import { BODIES, HEADERS, PARTS, PATHS, QUERIES } from './hostile-requests.js';
import { ROUTES, routesBeside, type Kind } from './routes-beside.js';

/** Of one request, on a machine that others use as well. */
const LONGEST_MS = 4_000;
const HOST = 'docs.example.com';
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "media-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

interface Reply {
  status: number;
  body: string;
  headers: Record<string, unknown>;
}

describe('routes that are not in the document of the API', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let hosted: TestSite;

  beforeAll(async () => {
    server = await TestServer.start({ live: true });
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
    hosted = await TestSite.publish(server, ada, ['Hosted']);
    await hosted.patch({ hostname: HOST });
    for (let tries = 0; tries < 400 && (await atHost('/')).status !== 200; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
  });

  afterAll(() => server.stop());

  /** Answers in time, and not by a fault of the server. */
  async function send(options: InjectOptions): Promise<Reply> {
    const began = performance.now();
    const { statusCode: status, headers, body } = await server.app.inject(options);
    const what = `${options.method ?? 'GET'} ${String(options.url).slice(0, 200)} ${JSON.stringify(options.headers ?? {}).slice(0, 200)}`;
    expect([what, status >= 500, performance.now() - began > LONGEST_MS]).toEqual([what, false, false]);
    return { status, headers, body };
  }
  const atHost = (url: string, more: InjectOptions = {}): Promise<Reply> =>
    send({ url, ...more, headers: { host: HOST, ...more.headers } });
  const base = (): string => `/s/${site.id}`;

  it('are all named in one table', () => {
    expect(routesBeside(server).sort()).toEqual(Object.values(ROUTES).flat().sort());
  });

  it.each(Object.entries(ROUTES).flatMap(([kind, routes]) => routes.map((route) => [route, kind as Kind] as const)))(
    '%s (%s) answers hostile parts of its path, queries, headers and bodies in time, and never with 5xx',
    async (route) => {
      const [method = '', pattern = ''] = route.split(' ');
      const withPart = (part: string): string => pattern.replace(/:\w+|\*$/g, () => part);
      const known = pattern.replace(':siteId', site.id).replace(/:\w+|\*$/g, 'x');
      const headers = method === 'POST' ? FORM : {};
      const way = { method: method as 'GET', headers };
      // Broken names of integrations that are not there are answered alike; all values would only repeat that.
      for (const part of PARTS) await send({ ...way, url: withPart(part) });
      for (const query of QUERIES) await send({ ...way, url: `${known}?${query}` });
      for (const more of HEADERS) await send({ ...way, url: known, headers: { ...headers, ...more } });
      if (method !== 'POST') return;
      for (const [type, payload] of BODIES) {
        const { status } = await send({ ...way, url: known, headers: { ...headers, 'content-type': type }, payload });
        expect(status).toBeGreaterThanOrEqual(200);
      }
    },
  );

  it.each(PATHS.map((path) => [path.slice(0, 80), path] as const))(
    'of sites answer the path %s in time, with no page that is not there',
    async (_shown, path) => {
      for (const reply of [await send({ url: base() + path }), await atHost(path), await send({ url: path })]) {
        expectSafe(reply);
        if (reply.status >= 300 && reply.status < 400 && !leadsToPreview(reply)) expectOwnPlace(reply);
      }
      for (const name of ['theme', 'feedback'])
        for (const reply of [
          await send({ method: 'POST', url: `${base()}${path}/~/${name}`, headers: FORM, payload: 'theme=dark' }),
          await atHost(`${path}/~/${name}`, { method: 'POST', headers: FORM, payload: 'theme=dark' }),
        ])
          if (reply.status < 400) expectOwnPlace(reply);
    },
  );

  it.each(PATHS.map((path) => [path.slice(0, 80), path] as const))(
    'lead nowhere else when claims are taken from the path %s',
    async (_shown, path) => {
      for (const reply of [await send({ url: `${base()}${path}?visitor.a=b` }), await atHost(`${path}?visitor.a=b`)])
        if (reply.status < 400) expectOwnPlace(reply);
    },
  );

  /** Previews are on the server's own host alone. */
  const leadsToPreview = ({ headers }: Reply): boolean =>
    /^http:\/\/quire\.test\/o\/\w+\/sites\/\w+\/preview\//.test(String(headers.location));

  /** Leads to an address of the host that was asked. */
  function expectOwnPlace({ status, headers }: Reply): void {
    const { location } = headers;
    if (status < 300) return;
    expect(new URL(String(location), 'http://asked.example').host).toBe('asked.example');
    expect(String(location)).toMatch(/^\/(?![/\\])/);
  }

  /** The headers of every answer, and those of HTML. */
  function expectSafe({ status, headers }: Reply): void {
    expect(headers['x-content-type-options']).toBe('nosniff');
    const type = String(headers['content-type']);
    for (const cookie of [headers['set-cookie'] ?? []].flat().map(String)) expect(cookie).toMatch(/; SameSite=Lax/);
    if (status >= 400 && !type.startsWith('text/html')) expect(type).toMatch(/^application\/json/);
    if (!type.startsWith('text/html')) return;
    expect(headers).toMatchObject({
      'content-security-policy': POLICY,
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  }

  it('of sites send the same policy with every page, of whatever kind', async () => {
    const pages = ['/', '/guide-home', '/~/search?q=welcome', '/no/such/page'];
    for (const page of pages)
      for (const reply of [await send({ url: base() + page }), await atHost(page)]) {
        expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
        expectSafe(reply);
      }
    expectSafe(await send({ url: '/' }));
  });

  it('set cookies below their site only, that scripts can not read, but for the theme', async () => {
    const claims = await send({ url: `${base()}/a?visitor.plan=pro&jwt_token=abc` });
    const cookies = [claims.headers['set-cookie']].flat().map(String);
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(new RegExp(`Path=${base()}/; HttpOnly; SameSite=Lax`));
    const theme = await send({ method: 'POST', url: `${base()}/~/theme`, headers: FORM, payload: 'theme=dark' });
    expect(String(theme.headers['set-cookie'])).toMatch(
      new RegExp(`^quire_theme=dark;.*Path=${base()}/; SameSite=Lax`),
    );
  });

  it.each(['a;b', 'a<b', 'a%3Bb', 'a%3Cb', 'ä', 'a b', 'a,b', 'a"b', "a'b"])(
    'set no cookie that could not be sent, for a site that is called %s',
    async (name) => {
      for (const base of [`/s/${name}`, `/s/${site.id}/${name}`]) {
        await send({ url: `${base}/?visitor.a=b` });
        await send({ method: 'POST', url: `${base}/~/theme`, headers: FORM, payload: 'theme=dark' });
      }
    },
  );

  it('of a site with a host name are not reached by naming that host in an address', async () => {
    const names = [`~${HOST}`, `%7E${HOST}`, `%7e${HOST}`, '%7Elocalhost', '%7E%00', '~', '%7E'];
    for (const name of names)
      for (const path of [
        `/s/${name}`,
        `/s/${name}/`,
        `/%73/${name}/`,
        `/s/${name}/~/search?q=a`,
        `/s/${name}/~/icon.svg`,
      ]) {
        const reply = await send({ url: path });
        expect([path, [308, 400, 404].includes(reply.status)]).toEqual([path, true]);
        const claimed = await send({ url: `${path}${path.includes('?') ? '&' : '?'}visitor.a=b` });
        for (const cookie of [claimed.headers['set-cookie'] ?? []].flat().map(String))
          expect(cookie).not.toContain('Path=/;');
      }
  });

  it('answer alike for a site that is not there, is not published, or is not for this visitor', async () => {
    const hidden = await TestSite.publish(server, ada, ['Hidden']);
    await ada.api.post(`${hidden.path}/unpublish`);
    const shared = await TestSite.publish(server, ada, ['Shared'], { visibility: 'share-link' });
    const secret = await TestSite.publish(server, ada, ['Secret'], { visibility: 'visitor-auth' });
    const unknown = 'x'.repeat(site.id.length);
    const below = [
      ...['/', '/shared-home', '/secret-home', '/hidden-home', '/a.md', '/llms.txt', '/llms-full.txt', '/sitemap.xml'],
      ...['/robots.txt', '/feed.xml', '/.well-known/ai-catalog.json', '/~/search?q=welcome', '/~/icon.svg'],
      ...['/~/look.abc.css', '/favicon.ico', '/wrong-key/', '/wrong-key/shared-home', '/wrong-key/~/search?q=a'],
    ];
    const expectAlike = async (asked: (id: string) => InjectOptions): Promise<void> => {
      const other = await send(asked(unknown));
      for (const { id } of [hidden, shared, secret]) {
        const { url } = asked(id);
        expect([url, comparable(await send(asked(id)), id)]).toEqual([url, comparable(other, unknown)]);
      }
      expect([asked(unknown).url, other.status]).toEqual([asked(unknown).url, 404]);
    };
    for (const path of below) await expectAlike((id) => ({ url: `/s/${id}${path}` }));
    const accept = 'application/json, text/event-stream';
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    await expectAlike((id) => ({ method: 'POST', url: `/s/${id}/~/mcp`, headers: { accept }, payload }));
    const rated = { method: 'POST', headers: FORM, payload: 'rating=good&page=x' } as const;
    await expectAlike((id) => ({ ...rated, url: `/s/${id}/~/feedback` }));
  });

  /** Everything of an answer that could tell two addresses apart, besides the address itself. */
  function comparable({ status, headers, body }: Reply, id: string): unknown {
    const { date: _date, 'x-request-id': _id, ...others } = headers;
    return [status, others, body.replaceAll(id, 'the site')];
  }
});
