import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { Browser } from '#testing/browser';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { taken, TestSite } from '../visits/visits.js';
import { pathOf, read, signedIn } from './read-sites.js';

describe('previews of a site in a browser', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let member: Browser;
  let stranger: Browser;
  let site: TestSite;
  let space: TestSpace;
  let preview: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    member = await signedIn(server, ada);
    stranger = await signedIn(server, await server.administrator('Elsewhere'));
  });

  afterAll(() => server.stop());

  beforeEach(async () => {
    site = await TestSite.publish(server, ada, ['Guide', 'Next']);
    const [first] = await site.siteSpaces();
    space = TestSpace.at(ada.api, (first?.space as Json).id);
    preview = pathOf((await ada.api.get(site.path)).body.urls.preview);
  });

  /** A change request that adds a page. */
  const proposed = async (subject = 'Better words'): Promise<Json> => {
    const request = taken(await ada.api.post(`${space.path}/change-requests`, { subject }));
    const changes = [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'Not yet.' } }];
    taken(await ada.api.post(`${space.path}/change-requests/${request.id}/content`, { changes }));
    return request;
  };

  it('shows members a site that is not published, at the address in its record', async () => {
    taken(await ada.api.post(`${site.path}/unpublish`));
    expect((await read(site, '', member)).status).toBe(404);
    const { status, text, headers } = await member.get(`${preview}/`);
    expect([status, text.includes('Welcome to Guide.')]).toEqual([200, true]);
    expect(headers['cache-control']).toContain('private');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(text).toContain('Preview of');
    expect((await member.get(`${preview}/next/next-home`)).text).toContain('Welcome to Next.');
    expect((await member.get(`${preview}/`)).text).toContain(`href="${preview}/next/"`);
    expect((await member.get(preview)).headers['location']).toBe(`${preview}/`);
  });

  it('leads to the sign-in without a session, and has nothing for those who may not read the site', async () => {
    const anonymous = new Browser(server.app);
    const led = await anonymous.get(`${preview}/next/`);
    expect([led.status, led.headers['location']]).toEqual([
      307,
      `/signin?next=${encodeURIComponent(`${preview}/next/`)}`,
    ]);
    const unknown = await anonymous.get('/o/unknown/sites/unknown/preview/');
    expect(unknown.status).toBe(307);
    for (const path of ['', 'guide-home', 'guide-home.md', 'llms.txt', 'sitemap.xml', '~/search?q=welcome'])
      expect([path, (await stranger.get(`${preview}/${path}`)).status]).toEqual([path, 404]);
    const guest = await signedIn(server, await server.member(ada.organization, null));
    expect((await guest.get(`${preview}/`)).status).toBe(404);
  });

  it('shows a change request as it is now, with all its links below it, by its id and by its number', async () => {
    const request = await proposed();
    const base = `${preview}/~/changes/${request.id}/`;
    const { status, text } = await member.get(`${base}proposed`);
    expect([status, text.includes('Not yet.'), text.includes('Better words')]).toEqual([200, true, true]);
    expect(text).toContain(`href="${base}"`);
    const changes = [{ operation: 'insert_page', title: 'One more' }];
    taken(await ada.api.post(`${space.path}/change-requests/${request.id}/content`, { changes }));
    expect((await member.get(`${base}proposed`)).text).toContain('One more');
    expect((await member.get(`${preview}/~/changes/${request['number']}/proposed`)).status).toBe(200);
    expect((await member.get(`${preview}/proposed`)).status).toBe(404);
    for (const file of /href="([^"]+\.css)"/g.exec(text)?.slice(1) ?? [])
      expect((await member.get(file)).status).toBe(200);
  });

  it('is where the address of a change request leads members, and that of the preview of a published site', async () => {
    const request = await proposed();
    const app = pathOf(request.urls.app);
    const led = await member.get(app);
    expect([led.status, pathOf(led.headers['location'])]).toEqual([307, `${preview}/~/changes/${request.id}/`]);
    const below = await read(site, `~/changes/${request.id}/proposed`);
    expect([below.status, pathOf(below.headers['location'])]).toEqual([
      307,
      `${preview}/~/changes/${request.id}/proposed`,
    ]);
    for (const browser of [new Browser(server.app), stranger]) expect((await browser.get(app)).status).toBe(404);
  });

  it('shows a former revision of another site space', async () => {
    const [, second] = await site.siteSpaces();
    const other = TestSpace.at(ada.api, (second?.space as Json).id);
    const before = await other.revision();
    await other.insert('Later');
    const base = `${preview}/next/~/revisions/${before}/`;
    const { status, text } = await member.get(base);
    expect([status, text.includes('Later')]).toEqual([200, false]);
    expect((await member.get(`${preview}/next/`)).text).toContain('Later');
    expect((await stranger.get(base)).status).toBe(404);
  });

  it('ends with the access of the member', async () => {
    const reader = await server.member(ada.organization, 'read');
    const browser = await signedIn(server, reader);
    expect((await browser.get(`${preview}/guide-home`)).status).toBe(200);
    taken(await ada.api.delete(`/v1/orgs/${ada.organization}/members/${reader.id}`));
    expect((await browser.get(`${preview}/guide-home`)).status).toBe(404);
  });

  it('searches what the member may read, and keeps the theme that they choose', async () => {
    await server.runJobs();
    expect((await member.get(`${preview}/~/search?q=welcome`)).text).toContain(`href="${preview}/`);
    const chosen = await member.post(`${preview}/~/theme`, { theme: 'dark', back: `${preview}/guide-home` });
    expect([chosen.status, chosen.headers['location']]).toEqual([303, `${preview}/guide-home`]);
    expect((await member.get(`${preview}/guide-home`)).text).toContain('data-theme="dark"');
  });
});

describe('a preview that a member read', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({ live: true });
  });

  afterAll(() => server.stop());

  it('is never what another request is answered with', async () => {
    const ada = await server.administrator();
    const member = await signedIn(server, ada);
    const stranger = await signedIn(server, await server.administrator('Elsewhere'));
    const site = await TestSite.publish(server, ada, ['Kept']);
    const preview = pathOf((await ada.api.get(site.path)).body.urls.preview);
    for (const path of [`${preview}/`, `${preview}/kept-home.md`]) {
      for (let times = 0; times < 4; times++) expect((await member.get(path)).status).toBe(200);
      expect((await new Browser(server.app).get(path)).status).toBe(307);
      expect((await stranger.get(path)).status).toBe(404);
    }
  });
});
