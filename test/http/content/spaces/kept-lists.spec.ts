import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import type { Json } from '#testing/api-client';
import { stampOfList } from '../../../../src/content/spaces/infrastructure/space/listed-versions.js';
import { SPACE_TABLES } from '../../../../src/content/spaces/infrastructure/space/space-table.js';
import { TestSite } from '../../publishing/visits/visits.js';

/** More than fit into a short answer, which is not compressed. */
const MANY = 30;

describe('lists of spaces, which are kept', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let guest: TestUser;
  let space: TestSpace;
  let list: string;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
    guest = await server.member(ada.organization, null);
    space = await TestSpace.create(ada, { title: 'First', empty: true });
    await TestSpace.create(ada, { title: 'Second', empty: true });
    list = `/v1/orgs/${ada.organization}/spaces`;
  });

  afterAll(() => server.stop());

  const listed = async ({ api }: TestUser): Promise<Json[]> => (await api.get(list)).body.items;

  it('are stamped with the version of every table that a space is written from', () => {
    const tables = [...SPACE_TABLES.matchAll(/content\.(\w+)/g)].map(([, table]) => table);
    expect(tables.length).toBeGreaterThan(3);
    for (const table of tables)
      expect(stampOfList('asc')).toMatch(new RegExp(`xmin[^;]*from content\\.${table}\\s+where`));
  });

  const changes: [what: string, change: () => Promise<unknown>][] = [
    ['another title', () => ada.api.patch(space.path, { title: 'Renamed' })],
    ['a page', () => space.insert('Page', 'Text.')],
    ['a comment', () => ada.api.post(`${space.path}/comments`, { body: { markdown: 'Hello' } })],
    ['a change request', () => ada.api.post(`${space.path}/change-requests`, { subject: 'Change' })],
    ['a collection around it', () => inCollection()],
    ['a site that publishes another space', () => TestSite.publish(server, ada, ['Published'])],
    ['another space', () => TestSpace.create(ada, { title: 'Third', empty: true })],
    ['a right of a guest', () => ada.api.post(`${space.path}/permissions`, { users: [guest.id], role: 'read' })],
    [
      'another right of the guest',
      () => ada.api.patch(`${space.path}/permissions/users/${guest.id}`, { role: 'edit' }),
    ],
    ['its deletion', () => ada.api.delete(space.path)],
    ['its restoration', () => ada.api.post(`${space.path}/restore`)],
  ];

  async function inCollection(): Promise<void> {
    const { id } = (await ada.api.post(`/v1/orgs/${ada.organization}/collections`, { title: 'Collection' })).body;
    await ada.api.post(`${space.path}/move`, { parent: id });
  }

  it.each(changes)('show %s at once, and are the same as the spaces one by one', async (_what, change) => {
    const before = [await listed(ada), await listed(guest)];
    expect([await listed(ada), await listed(guest)]).toEqual(before);
    await change();
    const after = [await listed(ada), await listed(guest)];
    expect(after).not.toEqual(before);
    for (const [at, user] of [ada, guest].entries()) {
      for (const one of after[at] ?? []) expect((await user.api.get(`/v1/spaces/${one.id}`)).body).toEqual(one);
    }
  });

  it('have the token of who asks for them, also compressed', async () => {
    const eve = await server.member(ada.organization, 'admin');
    for (let made = 0; made < MANY; made++) await TestSpace.create(ada, { title: `Space ${made}`, empty: true });
    await server.app.listen(0, '127.0.0.1');
    const { port } = server.app.getHttpServer().address() as AddressInfo;
    const get = async ({ token }: TestUser, query: string): Promise<{ encoding: string | null; body: Json }> => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
      const answer = await fetch(`http://127.0.0.1:${port}${list}?limit=${MANY}${query}`, { headers });
      expect(answer.status).toBe(200);
      return { encoding: answer.headers.get('content-encoding'), body: (await answer.json()) as Json };
    };
    const tokens = new Set<string>();
    const encodings: (string | null)[] = [];
    for (let round = 0; round < 6; round++) {
      for (const user of [ada, ada, ada, eve, eve, eve]) {
        const { encoding, body } = await get(user, '');
        encodings.push(encoding);
        tokens.add(body.next.page);
        const rest = (await get(user, `&page=${body.next.page}`)).body;
        expect(body.items.length + rest.items.length).toBe((await listed(ada)).length);
      }
    }
    expect(tokens.size).toBe(2);
    expect(encodings).toContain(null);
  });
});
