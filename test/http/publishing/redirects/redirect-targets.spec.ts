import { describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestSpace } from '#testing/test-space';
import { idAt, importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { TestSite } from '../visits/visits.js';
import { NEWS, RedirectedSite } from './redirected-site.js';

describe('where redirects of sites lead', () => {
  const redirected = new RedirectedSite();
  const { made, list, sourcesOf, find, targetOf, siteSpaces } = redirected;
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
    expect((await redirected.ada.api.get(`${redirected.site}/redirect`)).status).toBe(400);
  });

  it('answer with the redirect that was met', async () => {
    const redirect = await made('/old/*', NEWS, { captureWildcard: true });
    expect((await find('/old/May')).body).toEqual({ redirect, target: 'https://example.com/news/May' });
  });

  it('lead nowhere while they are drafts', async () => {
    const { id } = await made('/old', NEWS, { draft: true });
    expect(await targetOf('/old')).toBe(404);
    await redirected.ada.api.patch(`${redirected.site}/redirects/${id}`, { draft: false });
    expect(await targetOf('/old')).toBe(NEWS.url);
  });

  it('are met by an index', async () => {
    const plan = await redirected.server.rows<{ 'QUERY PLAN': string }>(
      `explain select id from publishing.redirect r where r.organization_id = 'o' and r.site_id = 's'
         and r.source = any(array['/a', '/ab']) and (r.wildcard or r.source = '/ab') and not r.draft
       order by r.wildcard, length(r.source) desc limit 1`,
    );
    expect(JSON.stringify(plan)).toContain('redirect_by_source');
  });

  it('lead to spaces and sections of the site while they are there', async () => {
    const [, second] = await siteSpaces();
    await made('/variant', { kind: 'site-space', siteSpaceId: second?.id });
    expect(await targetOf('/variant')).toBe(`${redirected.root}${second?.path}`);
    const third = await TestSpace.create(redirected.ada);
    const section = (await redirected.ada.api.post(`${redirected.site}/sections`, { spaceId: third.id, title: 'API' }))
      .body;
    const { destination } = await made('/part', { kind: 'site-section', siteSectionId: section.id });
    expect(destination).toEqual({ kind: 'site-section', siteSectionId: section.id });
    expect(await targetOf('/part')).toBe(`${redirected.root}${section.path}`);
    await redirected.ada.api.delete(`${redirected.site}/sections/${section.id}`);
    expect(await targetOf('/part')).toBe(404);
    expect(sourcesOf(await list())).toContain('/part');
  });

  it('lead to pages wherever they go, named by where they are now', async () => {
    const [, second] = await siteSpaces();
    const [guides, page] = [await redirected.other.insert('Guides'), await redirected.other.insert('Install')];
    const { destination } = await made('/setup', { kind: 'path', spaceId: redirected.other.id, path: '/install/' });
    expect(destination).toEqual({ kind: 'site-page', siteSpaceId: second?.id, pageId: page });
    expect(await targetOf('/setup')).toBe(`${redirected.root}${second?.path}/install`);
    await redirected.other.update(page, { into: guides, slug: 'set-up' });
    expect(await targetOf('/setup')).toBe(`${redirected.root}${second?.path}/guides/set-up`);
    await made('/guides', destination as object);
    expect(await targetOf('/guides')).toBe(`${redirected.root}${second?.path}/guides/set-up`);
    await redirected.other.change({ operation: 'delete_page', page });
    expect(await targetOf('/setup')).toBe(404);
  });

  it('lead to the address of a share link for who reads by it, and tell its key to no other host', async () => {
    await redirected.ada.api.patch(redirected.site, { visibility: 'share-link' });
    const { body: link } = await redirected.ada.api.post(`${redirected.site}/share-links`, { name: 'Reviewers' });
    const published = link.urls['published'] ?? '';
    const shareKey = published.split('/').at(-2) ?? '';
    const [, second] = await siteSpaces();
    await made('/here', { kind: 'site-space', siteSpaceId: second?.id });
    await made('/there', NEWS);
    const target = async (source: string, key: string) => (await find(source, { shareKey: key })).body['target'];
    expect(await target('/here', shareKey)).toBe(`${published}${second?.path}`);
    expect(await target('/there', shareKey)).toBe(NEWS.url);
    expect(await target('/here', 'wrong')).toBe(`${redirected.root}${second?.path}`);
    await redirected.ada.api.patch(`${redirected.site}/share-links/${link.id}`, { active: false });
    expect(await target('/here', shareKey)).toBe(`${redirected.root}${second?.path}`);
  });

  it('lead visitors of the site, to what they may see of it', async () => {
    const published = await TestSite.publish(redirected.server, redirected.ada, ['Open', 'Hidden']);
    const [, hidden] = await published.siteSpaces();
    await redirected.ada.api.post(`${published.path}/redirects`, { source: '/news', destination: NEWS });
    const destination = { kind: 'site-space', siteSpaceId: hidden?.id };
    await redirected.ada.api.post(`${published.path}/redirects`, { source: '/variant', destination });
    const { api } = await published.visit();
    const target = async (source: string, of = published.path) => {
      const { status, body } = await api.get(`${of}/redirect`, { query: { source } });
      return status === 200 ? body['target'] : status;
    };
    expect(await target('/news')).toBe(NEWS.url);
    expect(await target('/variant')).toBe(`${await published.root()}${hidden?.path}`);
    await redirected.ada.api.patch(`${published.path}/site-spaces/${hidden?.id}`, {
      condition: 'visitor.claims.member',
    });
    expect(await target('/variant')).toBe(404);
    await made('/news');
    expect(await target('/news', redirected.site)).toBe(404);
    expect((await api.get(`${published.path}/redirects`)).status).toBe(403);
  });

  it('that came with the content of a space lead on where the site has none of its own', async () => {
    const [imported, first] = [await TestSpace.create(redirected.ada), await TestSpace.create(redirected.ada)];
    await importFiles(imported, {
      '.gitbook.yaml':
        'redirects:\n  old/start: guide.md#steps\n  away: https://example.com/x\n  kept: guide.md\n  gone: guide.md\n',
      'guide.md': '# Guide\n\n## Steps\n',
    });
    const { body } = await redirected.ada.api.post(`/v1/orgs/${redirected.ada.organization}/sites`, {
      title: 'Imported',
      spaces: [first.id, imported.id],
    });
    redirected.site = `/v1/orgs/${redirected.ada.organization}/sites/${body.id}`;
    redirected.root = (await redirected.ada.api.post(`${redirected.site}/publish`)).body.urls['published'] ?? '';
    const path = (await siteSpaces()).find((entry) => (entry['space'] as Json).id === imported.id)?.['path'] as string;
    expect(await find(`/${path}/old/start/`)).toMatchObject({
      status: 200,
      body: { target: `${redirected.root}${path}/guide#steps` },
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
