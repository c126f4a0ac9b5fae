import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { taken, TestSite } from '../visits/visits.js';

/** Each test reads a page until it is kept, changes something, and reads it again. */
describe('a page of a site that was read before', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let guide: TestSpace;

  beforeAll(async () => {
    server = await TestServer.start({ live: true });
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
    const [first] = await site.siteSpaces();
    guide = TestSpace.at(ada.api, (first?.['space'] as Json).id);
  });

  afterAll(() => server.stop());

  const read = async (path = `/s/${site.id}/`, headers: Record<string, string> = {}) => {
    const { statusCode, body } = await server.app.inject({ url: path, headers });
    return { status: statusCode, body };
  };

  /** Read until it is known, and until all changes of it are heard. */
  async function kept(path?: string, headers?: Record<string, string>): Promise<string> {
    await read(path, headers);
    await read(path, headers);
    await read(path, headers);
    return (await read(path, headers)).body;
  }

  /** The entity tag of a page that is kept, and of which all changes are heard. */
  async function keptTag(): Promise<string> {
    await kept();
    const { headers } = await server.app.inject({ url: `/s/${site.id}/` });
    return String(headers['etag']);
  }

  /** The least of several readings: views of pages are written beside them. */
  async function statementsOf(reading: () => Promise<unknown>): Promise<number> {
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    try {
      const counts = [];
      for (let time = 0; time < 5; time++) {
        sent.mockClear();
        await reading();
        counts.push(sent.mock.calls.length);
      }
      return Math.min(...counts);
    } finally {
      sent.mockRestore();
    }
  }

  it('is sent without a statement, to each with what is for them', async () => {
    const [all, payers] = [await kept(), await kept(undefined, { cookie: 'quire_claims=plan%3Dpro' })];
    expect(await statementsOf(() => read())).toBe(0);
    expect(await statementsOf(() => read(undefined, { cookie: 'quire_claims=plan%3Dpro' }))).toBe(0);
    expect(await read()).toEqual({ status: 200, body: all });
    expect(await read(undefined, { cookie: 'quire_claims=plan%3Dpro' })).toEqual({ status: 200, body: payers });
  });

  it('is sent with the same headers as at first, compressed for those who take it', async () => {
    const url = `/s/${site.id}/`;
    await guide.insert('Long', 'A page.');
    const first = await server.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    await kept();
    expect(await statementsOf(() => read())).toBe(0);
    const again = await server.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    const steady = ({ date: _, 'x-request-id': __, ...rest }: Record<string, unknown>) => rest;
    expect(steady(again.headers)).toEqual(steady(first.headers));
    expect(again.headers).toMatchObject({ 'content-encoding': 'br', 'x-content-type-options': 'nosniff' });
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  });

  it('is looked at more closely for visitors with a token', async () => {
    const signedIn = { cookie: 'quire_visitor=a.b.c' };
    await kept(undefined, signedIn);
    expect(await statementsOf(() => read(undefined, signedIn))).toBeGreaterThan(1);
  });

  it('is not sent again to those who have it, without a statement', async () => {
    const tag = await keptTag();
    const again = () => read(undefined, { 'if-none-match': tag });
    expect(await statementsOf(again)).toBe(0);
    expect(await again()).toMatchObject({ status: 304, body: '' });
    expect((await read(undefined, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  const CHANGES: Record<string, () => Promise<unknown>> = {
    'its content': () => guide.insert('Anything', 'A page.'),
    'its space': async () => taken(await ada.api.patch(guide.path, { title: `Guide ${Date.now()}` })),
    'its site': () => site.patch({ title: `Docs ${Date.now()}` }),
    'what is read of the visitor': async () => {
      const properties = { plan: { type: 'string', description: 'What they pay for' } };
      const jsonSchema = { type: 'object', additionalProperties: false, properties };
      return taken(await ada.api.put(`${site.path}/adaptive-schema`, { jsonSchema }));
    },
    'the sign-in': async () =>
      taken(await ada.api.patch(`${site.path}/publishing/auth`, { fallbackURL: 'https://example.com/sign-in' })),
    'the look': async () => {
      const { body: look } = await ada.api.get(`${site.path}/customization`);
      return taken(
        await ada.api.put(`${site.path}/customization`, { ...look, footer: { groups: [], copyright: 'Ours' } }),
      );
    },
    'the share links': async () => taken(await ada.api.post(`${site.path}/share-links`, { name: 'For friends' })),
    'the addresses of sites': () => TestSite.publish(server, ada, ['Another']),
  };

  it.each(Object.keys(CHANGES))(
    'is looked at anew after a change of %s, by those who have it as well',
    async (what) => {
      const tag = await keptTag();
      const again = () => read(undefined, { 'if-none-match': tag });
      expect(await statementsOf(again)).toBe(0);
      await CHANGES[what]?.();
      const sent = jest.spyOn(pg.Client.prototype, 'query');
      await again();
      const names = sent.mock.calls.map(([statement]) => (statement as { name?: string } | undefined)?.name);
      sent.mockRestore();
      expect(names).toContain(what.startsWith('its') ? 'site.at-address-3' : 'site.mark-at-address');
    },
  );

  it('shows a change of its content with the next reading', async () => {
    const before = await kept();
    await guide.insert('Another', 'One more page.');
    const { body } = await read();
    expect([before.includes('Another'), body.includes('Another')]).toEqual([false, true]);
  });

  it('shows a change of the site and of its look with the next reading', async () => {
    const before = await kept();
    await site.patch({ title: 'Renamed docs' });
    expect([before.includes('Renamed docs'), (await read()).body.includes('Renamed docs')]).toEqual([false, true]);
    await kept();
    const { body: look } = await ada.api.get(`${site.path}/customization`);
    taken(await ada.api.put(`${site.path}/customization`, { ...look, title: 'Looked docs' }));
    expect((await read()).body).toContain('Looked docs');
  });

  it('is gone with the next reading when its site is not published', async () => {
    await kept();
    taken(await ada.api.post(`${site.path}/unpublish`));
    expect((await read()).status).toBe(404);
    taken(await ada.api.post(`${site.path}/publish`));
    expect((await read()).status).toBe(200);
  });

  it('is gone with the next reading when its share link is switched off', async () => {
    const shared = await TestSite.publish(server, ada, ['Shared'], { visibility: 'share-link' });
    const link = taken(await ada.api.post(`${shared.path}/share-links`, { name: 'For friends' }));
    const { pathname } = new URL((link['urls'] as { published: string }).published);
    expect(await kept(pathname)).toContain('Welcome to Shared.');
    expect(await statementsOf(() => read(pathname))).toBe(0);
    taken(await ada.api.patch(`${shared.path}/share-links/${link['id']}`, { active: false }));
    expect((await read(pathname)).status).toBe(404);
  });
});
