import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { idAt, importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { TestSite } from '../visits/visits.js';

const NEWS = { kind: 'external', url: 'https://example.com/news' };

describe('redirects of sites', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let other: TestSpace;
  let site: string;
  let root: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    [space, other] = [await TestSpace.create(ada), await TestSpace.create(ada)];
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const { status, body } = await ada.api.post(`/v1/orgs/${ada.organization}/sites`, {
      title: 'Handbook',
      spaces: [space.id, other.id],
    });
    expect(status).toBe(201);
    site = `/v1/orgs/${ada.organization}/sites/${body.id}`;
    root = (await ada.api.post(`${site}/publish`)).body.urls['published'] ?? '';
  });

  const create = (source: string, destination: object = NEWS, more: object = {}): Promise<Answer> =>
    ada.api.post(`${site}/redirects`, { source, destination, ...more });
  async function made(source: string, destination: object = NEWS, more: object = {}): Promise<Json> {
    const { status, body, text } = await create(source, destination, more);
    expect([status, text]).toEqual([201, text]);
    return body;
  }
  const list = async (query: Record<string, string | number | boolean> = {}): Promise<Json> =>
    (await ada.api.get(`${site}/redirects`, { query })).body;
  const sourcesOf = ({ items }: Json): unknown[] => items.map(({ source }) => source);
  const find = (source: string, query: Record<string, string> = {}, api = ada.api): Promise<Answer> =>
    api.get(`${site}/redirect`, { query: { source, ...query } });
  async function targetOf(source: string): Promise<unknown> {
    const { status, body } = await find(source);
    return status === 200 ? body['target'] : status;
  }
  const siteSpaces = async (): Promise<Json[]> => (await ada.api.get(`${site}/site-spaces`)).body.items;

  it('are created live, and say what they lead from and to', async () => {
    const { status, body, headers } = await create('/Old/Page/', NEWS, { unknown: true });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'site-redirect',
      id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
      source: '/old/page',
      destination: NEWS,
      draft: false,
      captureWildcard: false,
      permanent: false,
      createdAt: expect.stringMatching(/^\d{4}-/),
      urls: { location: `http://quire.test${site}/redirects/${body.id}` },
    });
    expect(headers['location']).toBe(body.urls['location']);
    expect((await list()).items).toEqual([body]);
  });

  it('are one for one source: another way to write it, or a change to it, is a conflict', async () => {
    await made('/old');
    const wildcard = await made('/old*');
    await made('/old/*');
    for (const source of ['/old', '/OLD/', '/%6Fld']) expect((await create(source)).status).toBe(409);
    const { status, body } = await ada.api.patch(`${site}/redirects/${wildcard.id}`, { source: '/old/*' });
    expect([status, body.error.message]).toEqual([409, 'The site has a redirect from /old/* already']);
    expect((await ada.api.patch(`${site}/redirects/${wildcard.id}`, { source: '/Old*' })).status).toBe(200);
    expect(
      await server.rows('select from publishing.redirect where site_id = $1', [site.split('/').at(-1)]),
    ).toHaveLength(3);
  });

  it('change what is sent and leave the rest', async () => {
    const redirect = await made('/old');
    const path = `${site}/redirects/${redirect.id}`;
    const changes = { draft: true, permanent: true, captureWildcard: true };
    const { status, body } = await ada.api.patch(path, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...redirect, ...changes, updatedAt: expect.stringMatching(/^\d{4}-/) });
    const destination = { kind: 'external', url: 'https://example.com/' };
    expect((await ada.api.patch(path, { source: '/older/*', destination, draft: false })).body).toMatchObject({
      ...changes,
      draft: false,
      source: '/older/*',
      destination,
    });
    expect((await ada.api.patch(`${site}/redirects/nobody`, {})).status).toBe(404);
  });

  it('end when they are deleted, again and again', async () => {
    const { id } = await made('/old');
    for (let time = 0; time < 2; time++) {
      expect((await ada.api.delete(`${site}/redirects/${id}`)).status).toBe(204);
    }
    expect(await targetOf('/old')).toBe(404);
  });

  it('are listed without drafts or as drafts, in three orders, page by page', async () => {
    const [b, a] = [await made('/b'), await made('/a')];
    await made('/a*');
    await made('/waiting', NEWS, { draft: true });
    expect(sourcesOf(await list({ draft: true }))).toEqual(['/waiting']);
    expect(sourcesOf(await list({ orderBy: 'source' }))).toEqual(['/a', '/a*', '/b']);
    server.clock.advance(1000);
    await ada.api.patch(`${site}/redirects/${b.id}`, { permanent: true });
    server.clock.advance(1000);
    await ada.api.patch(`${site}/redirects/${a.id}`, { permanent: true });
    for (const [query, sources] of [
      [{}, ['/a*', '/a', '/b']],
      [{ orderBy: 'createdAt' }, ['/a*', '/a', '/b']],
      [{ orderBy: 'updatedAt' }, ['/a', '/b', '/a*']],
      [{ orderBy: 'source' }, ['/a', '/a*', '/b']],
      [{ orderBy: 'source', search: '*' }, ['/a*']],
      [{ orderBy: 'source', search: '/A' }, ['/a', '/a*']],
      [{ search: '%' }, []],
    ] as [Record<string, string>, string[]][]) {
      const pages: unknown[] = [];
      let page: Json = await list({ ...query, limit: 1 });
      pages.push(...sourcesOf(page));
      while (page.next as unknown) {
        page = await list({ ...query, limit: 1, page: page.next.page });
        pages.push(...sourcesOf(page));
      }
      expect([query, pages]).toEqual([query, sources]);
      expect([query, sourcesOf(await list(query))]).toEqual([query, sources]);
    }
  });

  it('refuse tokens of pages that they did not give', async () => {
    await made('/a');
    await made('/b');
    const bySource = (await list({ limit: 1, orderBy: 'source' })).next.page;
    const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const page of ['nonsense', bySource, token([1e300, 'a']), token([null, null]), token(['2026', 'x'])]) {
      expect((await ada.api.get(`${site}/redirects`, { query: { page } })).status).toBe(400);
    }
    expect((await ada.api.get(`${site}/redirects`, { query: { orderBy: 'source', page: token([1, 2]) } })).status).toBe(
      400,
    );
    expect((await ada.api.get(`${site}/redirects`, { query: { orderBy: 'name' } })).status).toBe(400);
  });

  it('lead from just their path, else from the wildcard that says most', async () => {
    const to = (name: string) => ({ kind: 'external', url: `https://example.com/${name}` });
    await made('/docs*', to('begins'));
    await made('/docs/*', to('below'));
    await made('/docs/a/*', to('deeper'));
    await made('/docs/a/b*', to('nearest'));
    await made('/docs/a/b', to('exact'));
    for (const [source, name] of [
      ['/docs/a/b', 'exact'],
      ['/DOCS/A/B/?q=1', 'exact'],
      ['docs/a/b#c', 'exact'],
      ['/docs/a/b/c', 'nearest'],
      ['/docs/a/c', 'deeper'],
      ['/docs/a/', 'below'],
      ['/docs/x', 'below'],
      ['/docs', 'begins'],
      ['/docs-old/x', 'begins'],
    ] as const) {
      expect([source, await targetOf(source)]).toEqual([source, `https://example.com/${name}`]);
    }
    for (const source of ['/', '', '/doc', '/other/docs/a', `/${'x'.repeat(2000)}`, "/';--", '/%FF']) {
      expect([source, await targetOf(source)]).toEqual([source, 404]);
    }
    expect((await find(`/${'x'.repeat(2048)}`)).status).toBe(400);
    expect((await ada.api.get(`${site}/redirect`)).status).toBe(400);
  });

  it('answer with the redirect that was met', async () => {
    const redirect = await made('/old/*', NEWS, { captureWildcard: true });
    expect((await find('/old/May')).body).toEqual({ redirect, target: 'https://example.com/news/May' });
  });

  it('lead nowhere while they are drafts', async () => {
    const { id } = await made('/old', NEWS, { draft: true });
    expect(await targetOf('/old')).toBe(404);
    await ada.api.patch(`${site}/redirects/${id}`, { draft: false });
    expect(await targetOf('/old')).toBe(NEWS.url);
  });

  it('are met by an index', async () => {
    const plan = await server.rows<{ 'QUERY PLAN': string }>(
      `explain select id from publishing.redirect r where r.organization_id = 'o' and r.site_id = 's'
         and r.source = any(array['/a', '/ab']) and (r.wildcard or r.source = '/ab') and not r.draft
       order by r.wildcard, length(r.source) desc limit 1`,
    );
    expect(JSON.stringify(plan)).toContain('redirect_by_source');
  });

  it('lead to spaces and sections of the site while they are there', async () => {
    const [, second] = await siteSpaces();
    await made('/variant', { kind: 'site-space', siteSpaceId: second?.id });
    expect(await targetOf('/variant')).toBe(`${root}${second?.path}`);
    const third = await TestSpace.create(ada);
    const section = (await ada.api.post(`${site}/sections`, { spaceId: third.id, title: 'API' })).body;
    const { destination } = await made('/part', { kind: 'site-section', siteSectionId: section.id });
    expect(destination).toEqual({ kind: 'site-section', siteSectionId: section.id });
    expect(await targetOf('/part')).toBe(`${root}${section.path}`);
    await ada.api.delete(`${site}/sections/${section.id}`);
    expect(await targetOf('/part')).toBe(404);
    expect(sourcesOf(await list())).toContain('/part');
  });

  it('lead to pages wherever they go, named by where they are now', async () => {
    const [, second] = await siteSpaces();
    const [guides, page] = [await other.insert('Guides'), await other.insert('Install')];
    const { destination } = await made('/setup', { kind: 'path', spaceId: other.id, path: '/install/' });
    expect(destination).toEqual({ kind: 'site-page', siteSpaceId: second?.id, pageId: page });
    expect(await targetOf('/setup')).toBe(`${root}${second?.path}/install`);
    await other.update(page, { into: guides, slug: 'set-up' });
    expect(await targetOf('/setup')).toBe(`${root}${second?.path}/guides/set-up`);
    await made('/guides', destination as object);
    expect(await targetOf('/guides')).toBe(`${root}${second?.path}/guides/set-up`);
    await other.change({ operation: 'delete_page', page });
    expect(await targetOf('/setup')).toBe(404);
  });

  it('lead to the address of a share link for who reads by it, and tell its key to no other host', async () => {
    await ada.api.patch(site, { visibility: 'share-link' });
    const { body: link } = await ada.api.post(`${site}/share-links`, { name: 'Reviewers' });
    const published = link.urls['published'] ?? '';
    const shareKey = published.split('/').at(-2) ?? '';
    const [, second] = await siteSpaces();
    await made('/here', { kind: 'site-space', siteSpaceId: second?.id });
    await made('/there', NEWS);
    const target = async (source: string, key: string) => (await find(source, { shareKey: key })).body['target'];
    expect(await target('/here', shareKey)).toBe(`${published}${second?.path}`);
    expect(await target('/there', shareKey)).toBe(NEWS.url);
    expect(await target('/here', 'wrong')).toBe(`${root}${second?.path}`);
    await ada.api.patch(`${site}/share-links/${link.id}`, { active: false });
    expect(await target('/here', shareKey)).toBe(`${root}${second?.path}`);
  });

  it('lead visitors of the site, to what they may see of it', async () => {
    const published = await TestSite.publish(server, ada, ['Open', 'Hidden']);
    const [, hidden] = await published.siteSpaces();
    await ada.api.post(`${published.path}/redirects`, { source: '/news', destination: NEWS });
    const destination = { kind: 'site-space', siteSpaceId: hidden?.id };
    await ada.api.post(`${published.path}/redirects`, { source: '/variant', destination });
    const { api } = await published.visit();
    const target = async (source: string, of = published.path) => {
      const { status, body } = await api.get(`${of}/redirect`, { query: { source } });
      return status === 200 ? body['target'] : status;
    };
    expect(await target('/news')).toBe(NEWS.url);
    expect(await target('/variant')).toBe(`${await published.root()}${hidden?.path}`);
    await ada.api.patch(`${published.path}/site-spaces/${hidden?.id}`, { condition: 'visitor.claims.member' });
    expect(await target('/variant')).toBe(404);
    await made('/news');
    expect(await target('/news', site)).toBe(404);
    expect((await api.get(`${published.path}/redirects`)).status).toBe(403);
  });

  it('refuse what is no source or no destination', async () => {
    for (const source of ['/', '/*', 'old', '/a*b', '/old?x=1', '/a b', '/a\u0000', `/${'x'.repeat(512)}`, 5, null]) {
      const { status, body } = await ada.api.post(`${site}/redirects`, { source, destination: NEWS });
      expect([source, status, body.error.message]).toEqual([source, 400, expect.stringMatching(/source|NUL/)]);
    }
    for (const destination of [
      null,
      'https://example.com',
      [],
      {},
      { kind: 'external' },
      { kind: 'external', url: 'javascript:alert(1)' },
      { kind: 'external', url: '//evil.example' },
      { kind: 'site-space', siteSpaceId: 5 },
      { kind: '__proto__' },
    ]) {
      const { status, body } = await ada.api.post(`${site}/redirects`, { source: '/old', destination });
      expect([destination, status, body.error.message]).toEqual([
        destination,
        400,
        expect.stringContaining('destination'),
      ]);
    }
    for (const destination of [
      { kind: 'site-space', siteSpaceId: 'nobody' },
      { kind: 'site-section', siteSectionId: 'nobody' },
      { kind: 'site-page', siteSpaceId: 'nobody', pageId: 'nobody' },
      { kind: 'path', spaceId: 'nobody', path: 'a' },
      { kind: 'path', spaceId: space.id, path: 'nobody' },
    ]) {
      expect([destination, (await create('/old', destination)).status]).toEqual([destination, 404]);
    }
    expect((await list()).items).toEqual([]);
  });

  it('are at most 5,000', async () => {
    const { id } = await made('/old');
    await server.rows(
      `insert into publishing.redirect (organization_id, site_id, id, source, wildcard, capture_wildcard, draft, permanent,
         destination, created_at, updated_at)
       select organization_id, site_id, 'more' || n, '/more' || n, false, false, false, false, destination, now(), now()
       from publishing.redirect, generate_series(1, 4999) n where id = $1`,
      [id],
    );
    expect((await create('/one-more')).status).toBe(409);
  });

  it('are for those who may create, and shown to readers', async () => {
    const redirect = await made('/old');
    const path = `${site}/redirects/${redirect.id}`;
    const [reader, guest] = [
      await server.member(ada.organization, 'review'),
      await server.member(ada.organization, null),
    ];
    const stranger = await server.administrator();
    expect((await reader.api.get(`${site}/redirects`)).status).toBe(200);
    expect((await find('/old', {}, reader.api)).status).toBe(200);
    for (const [{ api }, status] of [
      [guest, 403],
      [stranger, 404],
    ] as const) {
      expect((await api.get(`${site}/redirects`)).status).toBe(status);
      expect((await find('/old', {}, api)).status).toBe(status);
    }
    expect((await reader.api.patch(path, {})).status).toBe(403);
    expect((await reader.api.delete(path)).status).toBe(403);
    expect((await reader.api.post(`${site}/redirects`, { source: '/x', destination: NEWS })).status).toBe(403);
    expect((await ada.api.get(`/v1/orgs/${ada.organization}/sites/nobody/redirects`)).status).toBe(404);
    expect((await ada.api.delete(`/v1/orgs/${ada.organization}/sites/nobody/redirects/none`)).status).toBe(204);
  });

  it('that came with the content of a space lead on where the site has none of its own', async () => {
    const [imported, first] = [await TestSpace.create(ada), await TestSpace.create(ada)];
    await importFiles(imported, {
      '.gitbook.yaml':
        'redirects:\n  old/start: guide.md#steps\n  away: https://example.com/x\n  kept: guide.md\n  gone: guide.md\n',
      'guide.md': '# Guide\n\n## Steps\n',
    });
    const { body } = await ada.api.post(`/v1/orgs/${ada.organization}/sites`, {
      title: 'Imported',
      spaces: [first.id, imported.id],
    });
    site = `/v1/orgs/${ada.organization}/sites/${body.id}`;
    root = (await ada.api.post(`${site}/publish`)).body.urls['published'] ?? '';
    const path = (await siteSpaces()).find((entry) => (entry['space'] as Json).id === imported.id)?.['path'] as string;
    expect(await find(`/${path}/old/start/`)).toMatchObject({
      status: 200,
      body: { target: `${root}${path}/guide#steps` },
    });
    expect((await find(`/${path}/old/start`)).body['redirect']).toBeUndefined();
    expect(await targetOf(`/${path}/away`)).toBe('https://example.com/x');
    await made(`/${path}/kept`);
    expect(await targetOf(`/${path}/kept`)).toBe('https://example.com/news');
    for (const other of ['/old/start', `/${path}/old`, `/${path}`, '/']) expect(await targetOf(other)).toBe(404);
    await imported.change({ operation: 'delete_page', page: await idAt(imported, 'guide') });
    expect(await targetOf(`/${path}/gone`)).toBe(404);
  });
});
