import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { lockWaits } from '#testing/lock-waits';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { taken, TestSite } from './visits.js';

describe('a member who shows a site to others', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  /** May create content in the organization, but not in what is kept from them. */
  let eve: TestUser;
  /** The space that Eve may not know of, may only read, or may create content in; and the site that has it. */
  let space: TestSpace;
  let site: TestSite;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    eve = await server.member(ada.organization, 'create');
  }, 120_000);

  afterAll(() => server.stop());

  type Reach = 'nothing' | 'read' | 'create';
  const kept = async (reach: Reach): Promise<void> => {
    const defaultLevel = reach === 'nothing' ? null : reach;
    taken(await ada.api.patch(space.path, { defaultLevel }));
  };

  /** A site with a space of everybody's, and in a section of its own, under a condition, the one that is kept. */
  async function prepare(reach: Reach, fields: object, published = true): Promise<void> {
    space = await TestSpace.create(ada, { title: 'Confidential title' });
    await kept(reach);
    const open = await TestSpace.create(ada, { title: 'Open' });
    const sites = `/v1/orgs/${ada.organization}/sites`;
    const { id } = taken(await ada.api.post(sites, { title: 'Docs', spaces: [open.id] }));
    site = TestSite.at(server, ada, id);
    const section = taken(await ada.api.post(`${site.path}/sections`, { spaceId: space.id, title: 'Inner' }));
    taken(await ada.api.patch(`${site.path}/sections/${section.id}`, { condition: 'visitor.claims.staff' }));
    const inner = (section.siteSpaces as Json[])[0]?.id ?? '';
    taken(await ada.api.patch(`${site.path}/site-spaces/${inner}`, { condition: 'visitor.claims.inner' }));
    await site.patch(fields);
    if (published) taken(await ada.api.post(`${site.path}/publish`));
  }

  const placed = async (): Promise<{ section: string; inner: string; open: string }> => {
    const sections = (await ada.api.get(`${site.path}/sections`)).body.items;
    const [first, second] = sections.map(({ id, siteSpaces }) => ({ id, space: (siteSpaces as Json[])[0]?.id ?? '' }));
    return { section: second?.id ?? '', inner: second?.space ?? '', open: first?.space ?? '' };
  };

  const patch = (body: object) => () => eve.api.patch(site.path, body);
  const SCHEMA = { type: 'object', properties: {}, additionalProperties: false };
  /** What shows the kept space to others, with the fields of the site before it. */
  const SHOWING: [string, object, () => Promise<{ status: number; text: string }>, boolean?][] = [
    ['publishes it', {}, () => eve.api.post(`${site.path}/publish`), false],
    ['makes it public', { visibility: 'share-link' }, patch({ visibility: 'public' })],
    ['lists it', { visibility: 'unlisted' }, patch({ visibility: 'public' })],
    ['opens it to anybody with the address', { visibility: 'visitor-auth' }, patch({ visibility: 'unlisted' })],
    ['opens it to share links', { visibility: 'visitor-auth' }, patch({ visibility: 'share-link' })],
    ['opens it to those who sign in', { visibility: 'share-link' }, patch({ visibility: 'visitor-auth' })],
    ['has it heed claims', {}, patch({ adaptiveContent: { enabled: true } })],
    ['has it heed no claims', { adaptiveContent: { enabled: true } }, patch({ adaptiveContent: { enabled: false } })],
    ['lets agents in', { agentsContext: 'excluded' }, patch({ agentsContext: 'included' })],
    [
      'makes a share link',
      { visibility: 'share-link' },
      () => eve.api.post(`${site.path}/share-links`, { name: 'Friends' }),
    ],
    [
      'switches a share link on',
      { visibility: 'share-link' },
      async () => {
        const link = taken(await ada.api.post(`${site.path}/share-links`, { name: 'Off' }));
        taken(await ada.api.patch(`${site.path}/share-links/${link.id}`, { active: false }));
        return eve.api.patch(`${site.path}/share-links/${link.id}`, { active: true });
      },
    ],
    [
      'has other claims count',
      { adaptiveContent: { enabled: true } },
      () => eve.api.put(`${site.path}/adaptive-schema`, { jsonSchema: SCHEMA }),
    ],
    [
      'takes its condition away',
      {},
      async () => eve.api.patch(`${site.path}/site-spaces/${(await placed()).inner}`, { condition: null }),
    ],
    [
      'gives it another condition',
      {},
      async () => eve.api.patch(`${site.path}/site-spaces/${(await placed()).inner}`, { condition: 'true' }),
    ],
    [
      'takes the condition of its section away',
      {},
      async () => eve.api.patch(`${site.path}/sections/${(await placed()).section}`, { condition: null }),
    ],
    [
      'puts it into a section without a condition',
      {},
      async () => {
        const { inner, open } = await placed();
        const position = { after: { type: 'site-space', id: open } };
        return eve.api.patch(`${site.path}/structure/sort`, { item: { type: 'site-space', id: inner }, position });
      },
    ],
  ];

  it.each(SHOWING)(
    '%s only with the role create on every space that it shows',
    async (...[, fields, show, published]: (typeof SHOWING)[number]) => {
      for (const reach of ['nothing', 'read'] as const) {
        await prepare(reach, fields, published);
        const state = async () =>
          server.rows('select to_jsonb(t) - $2 as site from publishing.site t where id = $1', [site.id, 'version']);
        const before = await state();
        const { status, text } = await show();
        expect([reach, status]).toEqual([reach, 403]);
        for (const told of ['Confidential', space.id]) expect(text).not.toContain(told);
        expect((await state())[0]?.['site']).toMatchObject({ structure: (before[0]?.['site'] as Json)['structure'] });
        await kept('create');
        expect((await show()).status).toBeLessThan(300);
      }
    },
  );

  const HIDING: [string, object, () => Promise<{ status: number }>, boolean?][] = [
    ['takes it offline', {}, () => eve.api.post(`${site.path}/unpublish`)],
    ['publishes what is public already', {}, () => eve.api.post(`${site.path}/publish`)],
    ['closes it', {}, patch({ visibility: 'share-link' })],
    ['unlists it', {}, patch({ visibility: 'unlisted' })],
    ['changes who may read it later', { visibility: 'share-link' }, patch({ visibility: 'public' }), false],
    ['calls it otherwise', {}, patch({ title: 'Renamed', visibility: 'public' })],
    ['keeps agents out', {}, patch({ agentsContext: 'excluded' })],
    ['makes a share link of no use yet', {}, () => eve.api.post(`${site.path}/share-links`, { name: 'Friends' })],
    [
      'puts what everybody may see under a condition',
      {},
      async () => eve.api.patch(`${site.path}/site-spaces/${(await placed()).open}`, { condition: 'false' }),
    ],
  ];

  it.each(HIDING)('%s without it', async (...[, fields, hide, published]: (typeof HIDING)[number]) => {
    await prepare('nothing', fields, published);
    expect((await hide()).status).toBeLessThan(300);
  });

  it('is refused for a space that another puts there at the same time', async () => {
    await prepare('create', {}, false);
    const other = await TestSpace.create(ada, { title: 'Confidential' });
    taken(await ada.api.patch(other.path, { defaultLevel: null }));
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      const record = [ada.organization, site.id];
      await client.query('select from publishing.site where organization_id = $1 and id = $2 for update', record);
      const publishing = eve.api.post(`${site.path}/publish`);
      while ((await lockWaits(server)) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await client.query(
        `update publishing.site set structure = jsonb_set(structure, '{siteSpaces}', structure->'siteSpaces'
           || jsonb_set(structure->'siteSpaces'->0, '{space}', to_jsonb($3::text)))
         where organization_id = $1 and id = $2`,
        [...record, other.id],
      );
      await client.query('commit');
      expect((await publishing).status).toBe(403);
    } finally {
      client.release();
    }
  });

  it('shows a deleted space of others as little, which may come back', async () => {
    await prepare('nothing', {}, false);
    taken(await ada.api.delete(space.path));
    await server.drain();
    expect((await eve.api.post(`${site.path}/publish`)).status).toBe(403);
    expect((await ada.api.post(`${site.path}/publish`)).status).toBe(200);
  });
});
