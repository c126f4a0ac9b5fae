import { describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { NEWS, RedirectedSite } from './redirected-site.js';

describe('redirects of sites', () => {
  const redirected = new RedirectedSite();
  const { create, made, list, sourcesOf, find, targetOf } = redirected;
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
      urls: { location: `http://quire.test${redirected.site}/redirects/${body.id}` },
    });
    expect(headers['location']).toBe(body.urls['location']);
    expect((await list()).items).toEqual([body]);
  });

  it('are one for one source: another way to write it, or a change to it, is a conflict', async () => {
    await made('/old');
    const wildcard = await made('/old*');
    await made('/old/*');
    for (const source of ['/old', '/OLD/', '/%6Fld']) expect((await create(source)).status).toBe(409);
    const { status, body } = await redirected.ada.api.patch(`${redirected.site}/redirects/${wildcard.id}`, {
      source: '/old/*',
    });
    expect([status, body.error.message]).toEqual([409, 'The site has a redirect from /old/* already']);
    expect(
      (await redirected.ada.api.patch(`${redirected.site}/redirects/${wildcard.id}`, { source: '/Old*' })).status,
    ).toBe(200);
    expect(
      await redirected.server.rows('select from publishing.redirect where site_id = $1', [
        redirected.site.split('/').at(-1),
      ]),
    ).toHaveLength(3);
  });

  it('change what is sent and leave the rest', async () => {
    const redirect = await made('/old');
    const path = `${redirected.site}/redirects/${redirect.id}`;
    const changes = { draft: true, permanent: true, captureWildcard: true };
    const { status, body } = await redirected.ada.api.patch(path, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...redirect, ...changes, updatedAt: expect.stringMatching(/^\d{4}-/) });
    const destination = { kind: 'external', url: 'https://example.com/' };
    expect(
      (await redirected.ada.api.patch(path, { source: '/older/*', destination, draft: false })).body,
    ).toMatchObject({
      ...changes,
      draft: false,
      source: '/older/*',
      destination,
    });
    expect((await redirected.ada.api.patch(`${redirected.site}/redirects/nobody`, {})).status).toBe(404);
  });

  it('end when they are deleted, again and again', async () => {
    const { id } = await made('/old');
    for (let time = 0; time < 2; time++) {
      expect((await redirected.ada.api.delete(`${redirected.site}/redirects/${id}`)).status).toBe(204);
    }
    expect(await targetOf('/old')).toBe(404);
  });

  it('are listed without drafts or as drafts, in three orders, page by page', async () => {
    const [b, a] = [await made('/b'), await made('/a')];
    await made('/a*');
    await made('/waiting', NEWS, { draft: true });
    expect(sourcesOf(await list({ draft: true }))).toEqual(['/waiting']);
    expect(sourcesOf(await list({ orderBy: 'source' }))).toEqual(['/a', '/a*', '/b']);
    redirected.server.clock.advance(1000);
    await redirected.ada.api.patch(`${redirected.site}/redirects/${b.id}`, { permanent: true });
    redirected.server.clock.advance(1000);
    await redirected.ada.api.patch(`${redirected.site}/redirects/${a.id}`, { permanent: true });
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
      expect((await redirected.ada.api.get(`${redirected.site}/redirects`, { query: { page } })).status).toBe(400);
    }
    expect(
      (
        await redirected.ada.api.get(`${redirected.site}/redirects`, {
          query: { orderBy: 'source', page: token([1, 2]) },
        })
      ).status,
    ).toBe(400);
    expect((await redirected.ada.api.get(`${redirected.site}/redirects`, { query: { orderBy: 'name' } })).status).toBe(
      400,
    );
  });

  it('refuse what is no source or no destination', async () => {
    for (const source of ['/', '/*', 'old', '/a*b', '/old?x=1', '/a b', '/a\u0000', `/${'x'.repeat(512)}`, 5, null]) {
      const { status, body } = await redirected.ada.api.post(`${redirected.site}/redirects`, {
        source,
        destination: NEWS,
      });
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
      const { status, body } = await redirected.ada.api.post(`${redirected.site}/redirects`, {
        source: '/old',
        destination,
      });
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
      { kind: 'path', spaceId: redirected.space.id, path: 'nobody' },
    ]) {
      expect([destination, (await create('/old', destination)).status]).toEqual([destination, 404]);
    }
    expect((await list()).items).toEqual([]);
  });

  it('are at most 5,000', async () => {
    const { id } = await made('/old');
    await redirected.server.rows(
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
    const path = `${redirected.site}/redirects/${redirect.id}`;
    const [reader, guest] = [
      await redirected.server.member(redirected.ada.organization, 'review'),
      await redirected.server.member(redirected.ada.organization, null),
    ];
    const stranger = await redirected.server.administrator();
    expect((await reader.api.get(`${redirected.site}/redirects`)).status).toBe(200);
    expect((await find('/old', {}, reader.api)).status).toBe(200);
    for (const [{ api }, status] of [
      [guest, 403],
      [stranger, 404],
    ] as const) {
      expect((await api.get(`${redirected.site}/redirects`)).status).toBe(status);
      expect((await find('/old', {}, api)).status).toBe(status);
    }
    expect((await reader.api.patch(path, {})).status).toBe(403);
    expect((await reader.api.delete(path)).status).toBe(403);
    expect((await reader.api.post(`${redirected.site}/redirects`, { source: '/x', destination: NEWS })).status).toBe(
      403,
    );
    expect(
      (await redirected.ada.api.get(`/v1/orgs/${redirected.ada.organization}/sites/nobody/redirects`)).status,
    ).toBe(404);
    expect(
      (await redirected.ada.api.delete(`/v1/orgs/${redirected.ada.organization}/sites/nobody/redirects/none`)).status,
    ).toBe(204);
  });
});
