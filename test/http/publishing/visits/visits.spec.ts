import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { CreateToken } from '#organization';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { TestSite } from './visits.js';

const DAY = 86_400_000;

describe('published URLs', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const payloadOf = (token: unknown): Json =>
    JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Json;

  it('lead to the one space of a plain site, whatever page is named', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook']);
    const root = await site.root();
    const [siteSpace] = await site.siteSpaces();
    const base = new URL(root).pathname;
    const answer = await site.resolve(root);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      organization: ada.organization,
      site: site.id,
      siteSpace: siteSpace?.id,
      space: (siteSpace?.['space'] as Json).id,
      pathname: '',
      basePath: base,
      siteBasePath: base,
      canonicalUrl: root,
      complete: true,
    });
    expect((await site.resolve(`${root}guides/first steps`)).body).toMatchObject({
      pathname: 'guides/first%20steps',
      basePath: base,
      canonicalUrl: `${root}guides/first%20steps`,
    });
  });

  it('lead to sections and variants, the defaults at the root', async () => {
    const site = await TestSite.publish(server, ada, ['One', 'Two']);
    const third = await TestSpace.create(ada, { title: 'Three' });
    const { body: section } = await ada.api.post(`${site.path}/sections`, { spaceId: third.id, title: 'Reference' });
    await site.patch({ hostname: 'docs.sections.example' });
    const at = async (path: string) => (await site.resolve(`https://docs.sections.example${path}`)).body;
    expect(await at('/')).toMatchObject({ basePath: '/', siteBasePath: '/', complete: false });
    expect(await at('/two/page')).toMatchObject({ basePath: '/two/', siteBasePath: '/', pathname: 'page' });
    expect(await at('/reference')).toMatchObject({
      siteSection: section.id,
      space: third.id,
      basePath: '/reference/',
      complete: true,
    });
    expect(await at('/elsewhere/page')).toMatchObject({ basePath: '/', pathname: 'elsewhere/page' });
    expect(await at('/docs/one')).toMatchObject({
      basePath: '/docs/one/',
      pathname: '',
      canonicalUrl: 'https://docs.sections.example/',
    });
  });

  it('are known at the own address, at the hostname and at the proxy, and show the proxy', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook']);
    const own = await site.root();
    await site.patch({ hostname: 'docs.many.example', proxy: 'many.example/docs/v1' });
    const bases = [];
    for (const url of [own, 'https://docs.many.example/a', 'https://many.example/docs/v1/a']) {
      const { body } = await site.resolve(url);
      expect(body['canonicalUrl']).toMatch(/^https:\/\/many\.example\/docs\/v1\//);
      bases.push(body['siteBasePath']);
    }
    expect(bases).toEqual([new URL(own).pathname, '/', '/docs/v1/']);
    expect((await site.resolve('https://many.example/docs')).status).toBe(404);
    expect((await site.resolve('https://many.example/')).status).toBe(404);
  });

  it('lead to a site of another organization as soon as that has the address, or a longer one', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook']);
    const other = await TestSite.publish(server, await server.administrator(), ['Guides']);
    const sitesAt = async (...urls: string[]): Promise<unknown[]> => {
      const answers = await Promise.all(urls.map((url) => site.resolve(url)));
      return answers.map(({ body }) => body['site']);
    };
    const [short, long] = ['https://docs.moved.example/a', 'https://docs.moved.example/below/a'];
    await site.patch({ hostname: 'docs.moved.example' });
    expect(await sitesAt(short, long)).toEqual([site.id, site.id]);
    await other.patch({ proxy: 'docs.moved.example/below' });
    expect(await sitesAt(short, long)).toEqual([site.id, other.id]);
    await site.patch({ hostname: null });
    await other.patch({ hostname: 'docs.moved.example', proxy: null });
    expect(await sitesAt(short, long)).toEqual([other.id, other.id]);
  });

  it('name the change request or the revision whose preview they show', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook']);
    const root = await site.root();
    expect((await site.resolve(`${root}~/changes/abc/guides`)).body).toMatchObject({
      changeRequest: 'abc',
      pathname: 'guides',
      basePath: new URL(root).pathname,
    });
    expect((await site.resolve(`${root}~/revisions/xyz`)).body).toMatchObject({ revision: 'xyz', pathname: '' });
  });

  it('are answered alike by the older way', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook']);
    const url = await site.root();
    const old = await server.anonymous.get('/v1/urls/published', { query: { url } });
    expect(old.body).toEqual((await site.resolve(url)).body);
  });

  it('answer 404 alike where nothing is, and where nothing is published', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook']);
    const root = await site.root();
    await ada.api.post(`${site.path}/unpublish`);
    const answers = [
      await site.resolve(root),
      await site.resolve('https://nobody.example/'),
      await site.resolve(`${new URL(root).origin}/${ada.organization}/unknown`),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  it.each([
    [{}, 400],
    [{ url: 'no url' }, 400],
    [{ url: 'ftp://docs.example.org/' }, 400],
    [{ url: `https://docs.example.org/${'x'.repeat(3000)}` }, 400],
    [{ url: 'https://docs.example.org/%E0%A4%A/%', cacheBust: 1 }, 404],
    [{ url: 'https://docs.example.org/%00', visitor: { unknown: 1, unsignedClaims: { a: 'b' } } }, 404],
  ])('answer %j with %i', async (body, status) => {
    expect((await server.anonymous.post('/v1/urls/published', body)).status).toBe(status);
  });

  it('give tokens that are the same all day and end shortly after it', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook', 'API']);
    const root = await site.root();
    const token = async (path = '') => (await site.resolve(root + path)).body['apiToken'];
    const first = await token();
    expect(await token('some/page')).toBe(first);
    expect(await token('api')).not.toBe(first);
    const [one, two] = await site.siteSpaces();
    const now = server.clock.now().getTime();
    expect(payloadOf(first)).toMatchObject({
      kind: 'site',
      organization: ada.organization,
      site: site.id,
      siteSpace: one?.id,
      space: (one?.['space'] as Json).id,
      spaces: [(one?.['space'] as Json).id, (two?.['space'] as Json).id],
      exp: ((Math.floor(now / DAY) + 1) * DAY + 5 * 60_000) / 1000,
    });
  });

  describe('a content token', () => {
    it('reads what a renderer needs, page by page, and says under which tags to keep it', async () => {
      const site = await TestSite.publish(server, ada, ['Handbook']);
      const { body, api } = await site.visit();
      const space = (await api.get(`/v1/spaces/${body['space']}`)).body;
      expect(space).toMatchObject({ id: body['space'], comments: 0, permissions: { view: true, edit: false } });
      const published = await api.get(`${site.path}/published`);
      expect(published.headers['x-gitbook-cache-tag']).toBe(`site:${site.id}`);
      const revisionPath = `/v1/spaces/${space.id}/revisions/${space.revision}`;
      const revision = await api.get(revisionPath, { query: { metadata: true } });
      expect(revision.headers['x-gitbook-cache-tag']).toBe(`space:${space.id}:revision:${space.revision}`);
      const page = revision.body.pages[0];
      expect(page).toMatchObject({ title: 'Handbook home', type: 'document', pages: [] });
      const document = await api.get(`${revisionPath}/page/${page?.id}/document`, {
        query: { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' },
      });
      expect(document.text).toContain('Welcome to Handbook.');
      const markdown = await api.get(`${revisionPath}/path/${page?.path}`, { query: { format: 'markdown' } });
      expect(markdown.body.markdown).toContain('Welcome to Handbook.');
    });

    it('reads of an embedded address of which nothing is known a link to it, that a renderer shows it at all', async () => {
      const site = await TestSite.publish(server, ada, ['Handbook']);
      const { body, api } = await site.visit();
      const url = 'http://169.254.169.254/page';
      const embed = await api.get(`/v1/spaces/${body['space']}/embed`, { query: { url } });
      expect([embed.status, embed.body]).toEqual([200, { type: 'link', title: url, site: '169.254.169.254' }]);
      expect((await ada.api.get(`/v1/spaces/${body['space']}/embed`, { query: { url } })).status).toBe(404);
    });

    it('reads nothing of another site, of other spaces, or of the organization', async () => {
      const site = await TestSite.publish(server, ada, ['Handbook']);
      const other = await TestSite.publish(server, ada, ['Other']);
      const hidden = await TestSpace.create(ada, { title: 'Hidden' });
      const { api } = await site.visit();
      expect((await api.get(`${other.path}/published`)).status).toBe(404);
      expect((await api.get(hidden.path)).status).toBe(404);
      expect((await api.get(`${hidden.path}/revisions/${await hidden.revision()}`)).status).toBe(404);
      expect((await api.get(`/v1/orgs/${ada.organization}`)).status).toBe(403);
      expect((await api.get('/v1/user')).status).toBe(403);
      expect((await api.patch(site.path, { title: 'Mine' })).status).toBe(403);
    });

    it('ends when the site is taken offline, changes its visibility or is deleted, and with its day', async () => {
      const site = await TestSite.publish(server, ada, ['Handbook']);
      const status = async (api: { get: TestUser['api']['get'] }) => (await api.get(`${site.path}/published`)).status;
      const first = (await site.visit()).api;
      expect(await status(first)).toBe(200);
      await ada.api.post(`${site.path}/unpublish`);
      expect(await status(first)).toBe(401);
      await ada.api.post(`${site.path}/publish`);
      expect(await status(first)).toBe(401);
      const second = (await site.visit()).api;
      await site.patch({ visibility: 'unlisted' });
      expect(await status(second)).toBe(401);
      const third = (await site.visit()).api;
      expect(await status(third)).toBe(200);
      server.clock.advance(2 * DAY);
      expect(await status(third)).toBe(401);
      const fourth = (await site.visit()).api;
      await ada.api.delete(site.path);
      expect(await status(fourth)).toBe(401);
    });

    it('reads a space no longer that was taken off the site or deleted, and again when it is back', async () => {
      const site = await TestSite.publish(server, ada, ['Handbook', 'API']);
      const { api, body } = await site.visit('api');
      expect((await api.get(`/v1/spaces/${body['space']}`)).status).toBe(200);
      await ada.api.delete(`/v1/spaces/${body['space']}`);
      await server.drain();
      expect((await api.get(`/v1/spaces/${body['space']}`)).status).toBe(404);
      expect((await site.visit('api')).body).toMatchObject({ pathname: 'api' });
      await ada.api.post(`/v1/spaces/${body['space']}/restore`);
      await server.drain();
      expect((await site.visit('api')).body['space']).toBe(body['space']);
      await ada.api.delete(`${site.path}/site-spaces/${body['siteSpace']}`);
      expect((await api.get(`/v1/spaces/${body['space']}`)).status).toBe(404);
    });

    it('reads a space no longer that was transferred, which is on the site no more', async () => {
      const site = await TestSite.publish(server, ada, ['Handbook', 'API']);
      const { api, body } = await site.visit('api');
      const { organization } = await server.administrator();
      await server.rows(
        `insert into organization.member (organization_id, id, user_id, version, role, joined_at)
         values ($1, $2, $2, 1, 'admin', now())`,
        [organization, ada.id],
      );
      const token = await server.dispatcher.run(new CreateToken(ada.id, 'Again'));
      const moved = await server.as(token.secret).post(`/v1/spaces/${body['space']}/transfer`, { organization });
      expect([moved.status, moved.body.urls['published']]).toEqual([200, undefined]);
      await server.drain();
      expect((await api.get(`/v1/spaces/${body['space']}`)).status).toBe(404);
      expect(await site.siteSpaces()).toMatchObject([{ title: 'Handbook' }]);
      expect((await site.visit('api')).body).toMatchObject({ pathname: 'api' });
    });

    it('opens the preview of a change request at its address, and shows no address of its author', async () => {
      const site = await TestSite.publish(server, ada, ['Handbook']);
      const space = TestSpace.at(ada.api, String((await site.visit()).body['space']));
      const change = (await ada.api.post(`${space.path}/change-requests`, { subject: 'Preview' })).body;
      const { api } = await site.visit(`~/changes/${change.id}/`);
      const seen = await api.get(`${space.path}/change-requests/${change.id}`);
      expect(seen.body).toMatchObject({ subject: 'Preview', createdBy: { id: ada.id } });
      expect(seen.text).not.toContain('@');
      expect(seen.headers['x-gitbook-cache-tag']).toBe(`space:${space.id}:change-request:${change.id}`);
      expect((await api.get(`${space.path}/change-requests/${change['number']}`)).status).toBe(404);
      expect((await api.get(`${space.path}/change-requests`)).status).toBe(403);
      expect((await api.get(`/v1/users/${ada.id}`)).body).not.toHaveProperty('email');
    });
  });

  it('keep agents out of a site that excludes them', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook']);
    await site.patch({ agentsContext: 'excluded' });
    expect((await site.visit('', { visitor: { type: 'agent' } })).status).toBe(404);
    expect((await site.visit('', { visitor: { type: 'human' } })).status).toBe(200);
  });

  it('of a site with share links carry the key of one that is active', async () => {
    const site = await TestSite.publish(server, ada, ['Handbook', 'API'], { visibility: 'share-link' });
    const root = await site.root();
    const link = (await ada.api.post(`${site.path}/share-links`, { name: 'Partners' })).body;
    const key = String(link.urls['published']).split('/').at(-2) ?? '';
    const unknown = await site.resolve(`${root}${'k'.repeat(43)}`);
    expect([unknown.status, unknown.text]).toEqual([404, (await site.resolve('https://nobody.example/')).text]);
    expect((await site.resolve(root)).status).toBe(404);
    const base = new URL(root).pathname + key + '/';
    const visit = await site.visit(`${key}/api/page`);
    expect(visit.body).toMatchObject({
      shareKey: key,
      siteBasePath: base,
      basePath: `${base}api/`,
      pathname: 'page',
      canonicalUrl: `${root}${key}/api/page`,
    });
    const published = await visit.api.get(`${site.path}/published`, { query: { shareKey: key } });
    expect(published.body['structure']).toMatchObject({
      structure: [{ urls: { published: `${root}${key}/` } }, { urls: { published: `${root}${key}/api/` } }],
    });
    // Renderers find what is on the site by this beginning of addresses.
    expect(published.body['site']).toMatchObject({ urls: { published: `${root}${key}/` } });
    const keyless = await visit.api.get(`${site.path}/published`);
    expect(keyless.body['site']).toMatchObject({ urls: { published: root } });
    await ada.api.patch(`${site.path}/share-links/${link.id}`, { active: false });
    expect((await visit.api.get(`${site.path}/published`)).status).toBe(401);
    expect((await site.resolve(`${root}${key}`)).status).toBe(404);
  });
});
