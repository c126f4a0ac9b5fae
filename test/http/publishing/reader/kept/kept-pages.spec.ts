import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { UnchangedRecords } from '#kernel/application/unchanged-records';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import type { ApiClient } from '#testing/api-client';
import { wholeCustomization } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { KeptTexts } from '../../../../../src/publishing/reader/infrastructure/kept-texts.js';
import { taken } from '../../visits/visits.js';
import { makeSite, ofPayers, ofSite, SCHEMA, share, visitorsOf, type OneOfMany, type Visitor } from './many-sites.js';

/** Printed, so that a run can be repeated: set it in the environment. */
const SEED = Number(process.env['QUIRE_TEST_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = 6;
const REQUESTS = 40;
/** Requests after a change, and those before it once all rounds were asked. */
const FEW = 8;
/** How long a notice from another process takes at most. */
const HEARD_MS = 2_000;
/** How long the name of a person may be another one. */
const NAMES_MS = 5_000;

const PATHS = [
  ...['', 'guide-home', 'adapted', 'secret', 'people', 'more', 'more/start', 'no/such/page', 'adapted.md', 'secret.md'],
  ...['llms.txt', 'llms-full.txt', 'sitemap.xml', 'sitemap-pages.xml', 'robots.txt', 'feed.xml'],
  ...['.well-known/ai-catalog.json', '~/search?q=written', '~/search?q=payers', '~/icon.svg', '~/mcp'],
];
const ACCEPTED = ['text/html', 'text/markdown', 'application/json', '*/*'];
const call = (name: string, given: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
const CALLS = [
  { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  call('search', { query: 'payers' }),
  call('list_pages', {}),
];

const NAMED = /Ada (?:Example|\d+)/g;

interface Asked {
  site: number;
  visitor: number;
  path: string;
  accept: string;
  preview: boolean;
  wrongKey: boolean;
  call: number;
  named: boolean;
}

interface Reply {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

describe(`what is kept for some visitors (seed ${SEED})`, () => {
  let server: TestServer;
  let anew: TestServer;
  let sites: OneOfMany[];
  let visitors: Visitor[];
  const tags = new Map<string, string>();

  beforeAll(async () => {
    server = await TestServer.start();
    // Some of what is kept is kept as long as no change is heard.
    await server.app.get(Notifications).open();
    const [ada, bob] = [await server.administrator('One'), await server.administrator('Other')];
    sites = [
      await makeSite(server, ada, 'first', 'public'),
      await makeSite(server, ada, 'second', 'share-link'),
      await makeSite(server, ada, 'third', 'visitor-auth'),
      await makeSite(server, bob, 'fourth', 'public'),
    ];
    visitors = await visitorsOf(sites, server.clock.now());
    await server.runJobs();
    anew = await withoutKept();
  }, 180_000);

  afterAll(async () => {
    await anew.stop();
    await server.stop();
  });

  /** Another process on the same database, which draws everything that it is asked for. */
  async function withoutKept(): Promise<TestServer> {
    const other = await TestServer.start({ databaseUrl: server.databaseUrl });
    Object.assign(other.app.get(KeptTexts), { get: () => undefined });
    return other;
  }

  const asking = fc.record({
    site: fc.nat(3),
    visitor: fc.nat(100),
    path: fc.constantFrom(...PATHS),
    accept: fc.constantFrom(...ACCEPTED),
    preview: fc.boolean(),
    wrongKey: fc.nat(9).map((at) => at === 0),
    call: fc.nat(CALLS.length - 1),
    named: fc.boolean(),
  });

  function addressOf({ site, path, preview, wrongKey }: Asked): string {
    const { site: one, links, request } = sites[site] as OneOfMany;
    const base = wrongKey || links.length === 0 ? `/s/${one.id}${wrongKey ? '/wrong' : ''}` : links.at(-1)?.path;
    const isPage = preview && !/[.~]/.test(path);
    return `${base}/${isPage ? `~/changes/${request.id}/` : ''}${path}`;
  }

  function requestOf(asked: Asked, visitor: Visitor): InjectOptions {
    const url = addressOf(asked);
    const headers = { accept: asked.accept, cookie: visitor.cookie };
    if (!asked.path.endsWith('~/mcp')) return { url, headers };
    const accept = 'application/json, text/event-stream';
    return { method: 'POST', url, headers: { ...headers, accept }, payload: CALLS[asked.call] as object };
  }

  async function ask(from: TestServer, options: InjectOptions): Promise<Reply> {
    const { statusCode: status, headers, body } = await from.app.inject(options);
    const { date: _date, 'x-request-id': _id, connection: _connection, ...others } = headers;
    // Names of people may be a few seconds old.
    const { etag, 'content-length': length, ...same } = others;
    const named = body.replace(NAMED, 'Ada');
    return { status, headers: named === body ? { ...same, etag, length } : same, body: named };
  }

  /** Asks three times, as what is kept answers from the second or the third time on, and a server that keeps nothing. */
  async function expectOwn(asked: Asked): Promise<void> {
    const visitor = visitors[asked.visitor % visitors.length] as Visitor;
    const options = requestOf(asked, visitor);
    const what = `seed ${SEED}: ${visitor.name} at ${String(options.url)} (${asked.accept})`;
    const isConditional = options.method === undefined;
    // First, since anything else would look at the site anew.
    const before = isConditional ? await answersOf(options, tags.get(asked.path)) : [];
    for (const reply of before) expect([what, reply]).toEqual([what, before[0]]);
    const kept = [await ask(server, options), await ask(server, options), await ask(server, options)];
    const drawn = await ask(anew, options);
    for (const reply of kept) expect([what, reply]).toEqual([what, drawn]);
    expectForThem(asked, visitor, drawn, what);
    const { etag } = drawn.headers;
    if (typeof etag !== 'string') return;
    tags.set(asked.path, etag);
    const again = isConditional ? await answersOf(options, etag) : [];
    for (const { status } of again) expect([what, status]).toEqual([what, 304]);
  }

  /** Of both servers, to a browser that has something with this tag. */
  async function answersOf(options: InjectOptions, tag: string | undefined): Promise<Reply[]> {
    if (tag === undefined) return [];
    const conditional = { ...options, headers: { ...options.headers, 'if-none-match': tag } };
    return [await ask(server, conditional), await ask(anew, conditional)];
  }

  /** Nothing of other sites, and nothing for payers but where their own site says that they pay. */
  function expectForThem({ site }: Asked, visitor: Visitor, { body }: Reply, what: string): void {
    const { name: own } = sites[site] as OneOfMany;
    for (const { name } of sites)
      if (name !== own)
        expect([what, body.includes(ofSite(name)), body.includes(ofPayers(name))]).toEqual([what, false, false]);
    if (visitor.paysAt !== own) expect([what, body.includes(ofPayers(own))]).toEqual([what, false]);
  }

  const CHANGES: Record<string, (one: OneOfMany, at: number) => Promise<unknown>> = {
    'a page is written anew': ({ space, pages, name }, at) =>
      space.update(pages.home, { document: { markdown: `${ofSite(name)} at home, ${at}` } }),
    'a page comes': ({ space, name }, at) => space.insert(`New ${at}`, `${ofSite(name)} anew`),
    'a page is for all': ({ space, pages, name }, at) =>
      space.update(pages.secret, { document: { markdown: `${ofSite(name)} ${ofPayers(name)} ${at}` } }),
    'a page is hidden': ({ space, pages }, at) => space.update(pages.adapted, { hidden: at % 2 === 0 }),
    'the site is called differently': ({ site }, at) => site.patch({ title: `Docs ${at}` }),
    'the look changes': async ({ owner, site }, at) => {
      taken(
        await owner.api.put(
          `${site.path}/customization`,
          wholeCustomization({ footer: { groups: [], copyright: `${at}` } }),
        ),
      );
    },
    'the site is unpublished': async ({ owner, site }) => taken(await owner.api.post(`${site.path}/unpublish`)),
    'the site is published': async ({ owner, site }) => taken(await owner.api.post(`${site.path}/publish`)),
    'it is for others': ({ site }, at) =>
      site.patch({ visibility: ['unlisted', 'visitor-auth', 'public'][at % 3] ?? 'public' }),
    'a share link is revoked': async (one) => {
      const last = one.links.at(-1);
      if (!last) return;
      taken(await one.owner.api.patch(`${one.site.path}/share-links/${last.id}`, { active: false }));
    },
    'a share link is made': async (one) => (one.links.length > 0 ? share(one) : undefined),
    'a person is called differently': async ({ owner }, at) =>
      taken(await owner.api.patch(`/v1/users/${owner.id}`, { displayName: `Ada ${at}` })),
    'a change request is written on': ({ request, pages, name }, at) =>
      request.update(pages.adapted, { document: { markdown: `${ofSite(name)} in a change request ${at}` } }),
    'it adapts no more, or again': ({ site }, at) => site.patch({ adaptiveContent: { enabled: at % 2 === 1 } }),
  };

  const rounds = fc.sample(
    fc.record({
      change: fc.constantFrom(...Object.keys(CHANGES)),
      site: fc.nat(3),
      asked: fc.array(asking, { minLength: REQUESTS, maxLength: REQUESTS }),
    }),
    { seed: SEED, numRuns: ROUNDS },
  );
  /** Every change once at least, in the order of the seed, and then the random ones. */
  const changes = [...Object.keys(CHANGES), ...rounds.map(({ change }) => change)];

  it('is for them alone, after any change as well', async () => {
    for (const [at, change] of changes.entries()) {
      const { asked, site } = rounds[at % rounds.length] as (typeof rounds)[number];
      const requests = at < rounds.length ? asked : asked.slice(0, FEW);
      for (const one of requests) await expectOwn(one);
      await CHANGES[change]?.(sites[site] as OneOfMany, at);
      await server.runJobs();
      for (const one of requests.slice(0, FEW)) await expectOwn({ ...one, site });
    }
  }, 600_000);

  it('follows what another process changes, as soon as that is heard', async () => {
    const { space, site, owner, pages } = sites[3] as OneOfMany;
    taken(await owner.api.post(`${site.path}/publish`));
    await site.patch({ visibility: 'public' });
    const read = async (): Promise<string> => (await server.app.inject({ url: `/s/${site.id}/` })).body;
    for (const word of ['once', 'twice', 'thrice']) {
      for (let times = 0; times < 3; times++) await read();
      const document = { markdown: `Written ${word}` };
      await space.as(anew.as(owner.token)).update(pages.home, { document });
      for (const giveUp = Date.now() + HEARD_MS; Date.now() < giveUp && !(await read()).includes(document.markdown);)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await read()).toContain(document.markdown);
    }
  });

  it.each<[string, (one: OneOfMany, api: ApiClient) => Promise<{ status: number; body: unknown }>]>([
    ['the site', ({ site }, api) => api.patch(site.path, { title: 'Called elsewhere' })],
    ['its look', ({ site }, api) => api.put(`${site.path}/customization`, wholeCustomization({}))],
    ['its schema', ({ site }, api) => api.put(`${site.path}/adaptive-schema`, { jsonSchema: SCHEMA })],
    [
      'its sign-in',
      ({ site }, api) => api.patch(`${site.path}/publishing/auth`, { fallbackURL: 'https://a.example/' }),
    ],
    ['its share links', ({ site }, api) => api.post(`${site.path}/share-links`, { name: 'For others' })],
  ])('hears when another process changes %s', async (_, change) => {
    const one = sites[0] as OneOfMany;
    const known = server.app.get(UnchangedRecords).of(one.site.id);
    expect(known.still).toBe(true);
    taken((await change(one, anew.as(one.owner.token))) as never);
    for (const giveUp = Date.now() + HEARD_MS; Date.now() < giveUp && known.still;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(known.still).toBe(false);
  });

  it('names people as they are called, after a few seconds at most', async () => {
    const { owner, site } = sites[0] as OneOfMany;
    taken(await owner.api.post(`${site.path}/publish`));
    await site.patch({ visibility: 'public' });
    const url = `/s/${site.id}/people`;
    expect((await server.app.inject({ url })).body).toMatch(NAMED);
    taken(await owner.api.patch(`/v1/users/${owner.id}`, { displayName: 'Ada the Second' }));
    await new Promise((resolve) => setTimeout(resolve, NAMES_MS));
    expect((await server.app.inject({ url })).body).toContain('Ada the Second');
  });

  it('is the same as what a process gives that has just started', async () => {
    const started = await TestServer.start({ databaseUrl: server.databaseUrl });
    try {
      for (const visitor of visitors)
        for (const [site] of sites.entries())
          for (const path of ['adapted', 'secret', 'more/start', 'llms-full.txt']) {
            const asked = { ...(rounds[0]?.asked[0] as Asked), site, path, preview: false, wrongKey: false };
            const options = requestOf(asked, visitor);
            expect([options.url, visitor.name, await ask(server, options)]).toEqual([
              options.url,
              visitor.name,
              await ask(started, options),
            ]);
          }
    } finally {
      await started.stop();
    }
  }, 180_000);
});
