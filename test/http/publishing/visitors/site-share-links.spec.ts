import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { TestSite } from '../visits/visits.js';

describe('share links of sites', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let stranger: TestUser & { organization: string };
  let site: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    stranger = await server.administrator();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    site = await createSite();
  });

  async function createSite(user = ada): Promise<string> {
    const spaces = [(await TestSpace.create(user)).id];
    const { body } = await user.api.post(`/v1/orgs/${user.organization}/sites`, { title: 'Handbook', spaces });
    const path = `/v1/orgs/${user.organization}/sites/${body.id}`;
    expect((await user.api.post(`${path}/publish`)).status).toBe(200);
    return path;
  }

  const create = (name = 'For reviewers', api = ada.api): Promise<Answer> => api.post(`${site}/share-links`, { name });
  const list = async (query: Record<string, string | number> = {}, api = ada.api): Promise<Json> =>
    (await api.get(`${site}/share-links`, { query })).body;
  const namesOf = ({ items }: Json): string[] => items.map(({ name }) => name);

  const keyOf = ({ urls }: Json): string => urls['published']?.split('/').at(-2) ?? '';

  it('are created with an address that holds a key of their own', async () => {
    const { status, body, headers } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'share-link',
      id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
      name: 'For reviewers',
      active: true,
      createdAt: expect.stringMatching(/^\d{4}-/),
      urls: {
        location: `http://quire.test${site}/share-links/${body.id}`,
        published: expect.stringMatching(/^https?:\/\/.*\/[0-9A-Za-z]{43}\/$/),
      },
    });
    expect(headers['location']).toBe(body.urls['location']);
    const root = (await ada.api.get(site)).body.urls['published'] ?? '';
    expect(body.urls['published']).toBe(`${root}${keyOf(body)}/`);
    expect(keyOf((await create()).body)).not.toBe(keyOf(body));
  });

  it('have no address while their site is not published', async () => {
    const { body } = await create();
    await ada.api.post(`${site}/unpublish`);
    expect((await list()).items).toEqual([{ ...body, urls: { location: body.urls['location'] } }]);
  });

  it('show their URLs again to those who may change them, and to no others', async () => {
    const { body } = await create();
    const creator = await server.member(ada.organization, 'create');
    expect((await list({}, creator.api)).items).toEqual([body]);
    const reviewer = await server.member(ada.organization, 'review');
    const [seen] = (await list({}, reviewer.api)).items;
    expect(seen).toEqual({ ...body, urls: { location: body.urls['location'] } });
  });

  it('keep their keys as a hash and sealed', async () => {
    const { body } = await create();
    const [row] = await server.rows<Record<string, string>>('select * from publishing.share_link where id = $1', [
      body.id,
    ]);
    expect(row?.['key_hash']).toBe(createHash('sha256').update(keyOf(body)).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(keyOf(body));
  });

  it('are listed page by page, the oldest first, and found by parts of their names', async () => {
    for (const name of ['Reviewers', 'Partners', '100% _preview_']) await create(name);
    const first = await list({ limit: 2 });
    expect(namesOf(first)).toEqual(['Reviewers', 'Partners']);
    const second = await list({ limit: 2, page: first.next.page });
    expect(namesOf(second)).toEqual(['100% _preview_']);
    expect(second).not.toHaveProperty('next');
    expect(namesOf(await list({ search: 'ER' }))).toEqual(['Reviewers', 'Partners']);
    expect(namesOf(await list({ search: '%' }))).toEqual(['100% _preview_']);
    const key = keyOf((await create('Found by its key')).body);
    expect(namesOf(await list({ search: key }))).toEqual(['Found by its key']);
    expect(await list({ search: key.toLowerCase() })).toEqual({ items: [], count: 0 });
    expect(await list({ search: 'nobody' })).toEqual({ items: [], count: 0 });
    expect((await list({ limit: 0 })).items).toEqual([]);
    expect((await ada.api.get(`${site}/share-links`, { query: { page: 'nonsense' } })).status).toBe(400);
  });

  it('are renamed and switched off, and keep their keys', async () => {
    const { body } = await create();
    const path = `${site}/share-links/${body.id}`;
    const off = await ada.api.patch(path, { active: false });
    expect(off.status).toBe(200);
    expect(off.body).toEqual({ ...body, active: false });
    expect((await ada.api.patch(path, { name: '' })).body).toEqual({ ...body, name: '', active: false });
    expect((await ada.api.patch(path, {})).body).toEqual({ ...body, name: '', active: false });
  });

  it('end when they are deleted, again and again', async () => {
    const { body } = await create();
    for (let time = 0; time < 2; time++) {
      expect((await ada.api.delete(`${site}/share-links/${body.id}`)).status).toBe(204);
    }
    expect((await list()).items).toEqual([]);
    expect((await ada.api.patch(`${site}/share-links/${body.id}`, { active: true })).status).toBe(404);
  });

  it('are those of one site', async () => {
    const { body } = await create();
    const other = await createSite();
    expect((await ada.api.get(`${other}/share-links`)).body.items).toEqual([]);
    expect((await ada.api.patch(`${other}/share-links/${body.id}`, { active: false })).status).toBe(404);
    expect((await ada.api.delete(`${other}/share-links/${body.id}`)).status).toBe(204);
    const theirs = await createSite(stranger);
    expect((await stranger.api.patch(`${theirs}/share-links/${body.id}`, { active: false })).status).toBe(404);
    expect((await list()).items).toEqual([body]);
  });

  it('let visitors in until they are switched off or deleted', async () => {
    const shared = await TestSite.publish(server, ada, ['Shared'], { visibility: 'share-link' });
    const { body } = await ada.api.post(`${shared.path}/share-links`, { name: 'Partners' });
    const path = `${shared.path}/share-links/${body.id}`;
    const visit = await shared.visit(`${keyOf(body)}/`);
    expect(visit.body).toMatchObject({ shareKey: keyOf(body), canonicalUrl: body.urls['published']?.slice(0, -1) });
    expect((await visit.api.get(`${shared.path}/published`)).status).toBe(200);
    await ada.api.patch(path, { active: false });
    expect((await visit.api.get(`${shared.path}/published`)).status).toBe(401);
    expect((await shared.visit(`${keyOf(body)}/`)).status).toBe(404);
    await ada.api.patch(path, { active: true });
    const again = await shared.visit(`${keyOf(body)}/`);
    expect((await again.api.get(`${shared.path}/published`)).status).toBe(200);
    await ada.api.delete(path);
    expect((await again.api.get(`${shared.path}/published`)).status).toBe(401);
  });

  it('touch their site', async () => {
    const id = site.split('/').at(-1);
    const touched = async (): Promise<number> => {
      server.clock.advance(10);
      const [row] = await server.rows<{ at: Date }>('select updated_at as at from publishing.site where id = $1', [id]);
      return Number(row?.at);
    };
    const seen = [await touched()];
    const { body } = await create();
    seen.push(await touched());
    await ada.api.patch(`${site}/share-links/${body.id}`, { active: false });
    seen.push(await touched());
    await ada.api.delete(`${site}/share-links/${body.id}`);
    seen.push(await touched());
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  });

  it('are refused with names that are too long or no text, and beyond the hundredth', async () => {
    for (const body of [{}, { name: 'x'.repeat(51) }, { name: null }, { name: 1 }, { name: 'a\u0000' }]) {
      expect((await ada.api.post(`${site}/share-links`, body)).status).toBe(400);
    }
    const { body } = await create();
    for (const changes of [{ name: null }, { active: null }, { active: 'yes' }]) {
      expect((await ada.api.patch(`${site}/share-links/${body.id}`, changes)).status).toBe(400);
    }
    await server.rows(
      `insert into publishing.share_link
         (organization_id, site_id, id, name, key_hash, key_sealed, active, created_by, created_at, updated_at)
       select organization_id, site_id, 'more' || n, name, 'hash' || n, key_sealed, active, created_by, now(), now()
       from publishing.share_link, generate_series(1, 99) n where id = $1`,
      [body.id],
    );
    const { status, body: refusal } = await create();
    expect([status, refusal.error.message]).toEqual([409, 'A site takes at most 100 share links']);
  });

  it('are in the audit trail without their keys', async () => {
    const { body } = await create('Audited');
    await ada.api.patch(`${site}/share-links/${body.id}`, { active: false });
    await ada.api.delete(`${site}/share-links/${body.id}`);
    await server.drain();
    const events = await ada.api.get(`/v1/orgs/${ada.organization}/audit-events`, { query: { target: body.id } });
    expect(events.text).not.toContain(keyOf(body));
    expect(events.body.items.map(({ action }) => action).sort()).toEqual([
      'share-link.created',
      'share-link.deleted',
      'share-link.updated',
    ]);
  });
});
