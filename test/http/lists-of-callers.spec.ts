import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, type Role } from '#permissions';
import type { ApiClient, Json } from '#testing/api-client';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { makeTwoOfEach } from './two-of-each.js';

describe('lists, walked to the end', () => {
  const lists = operationsOf(readApiDocument())
    .filter(({ operation }) =>
      ['page', 'limit'].every((name) => operation.parameters?.some((one) => one.name === name)),
    )
    .map((described) => [described.operation.operationId, described] as const);

  /** What is granted on the records: by turns to users, to their teams, and to those who have a role as well. */
  const GRANTED: readonly Role[] = ['read', 'edit', 'admin'];

  let server: TestServer;
  let ids: Record<string, string>;
  const callers: { name: string; api: ApiClient }[] = [];

  beforeAll(async () => {
    server = await TestServer.shared();
    const ada = await server.administrator();
    ids = await makeTwoOfEach(server, ada);
    callers.push({ name: 'administrator', api: ada.api }, { name: 'nobody', api: server.anonymous });
    for (const role of [...ROLES, null]) {
      callers.push({ name: `member: ${role}`, api: (await server.member(ada.organization, role)).api });
    }
    const granted = await Promise.all(
      (['user', 'team', 'both', 'mixed'] as const).map(async (by) => {
        const user = await server.member(ada.organization, by === 'mixed' ? 'read' : null);
        const team = by === 'user' ? undefined : await teamOf(ada, user, by);
        callers.push({ name: `granted: ${by}`, api: user.api });
        return { ...(by === 'team' ? {} : { users: [user.id] }), ...(team === undefined ? {} : { teams: [team] }) };
      }),
    );
    await grantThem(ada, granted);
  });

  afterAll(() => server.stop());

  async function teamOf({ api, organization }: TestUser & { organization: string }, user: TestUser, title: string) {
    return (await api.put(`/v1/orgs/${organization}/teams`, { title, members: [user.id] })).body.id;
  }

  /** Collections, also within another, and spaces in and beside them; half of all are for those only to whom they are granted. */
  async function grantThem(
    ada: TestUser & { organization: string },
    subjects: readonly { users?: string[]; teams?: string[] }[],
  ): Promise<void> {
    const made: string[] = [`/v1/spaces/${ids['spaceId']}`, `/v1/collections/${ids['collectionId']}`];
    for (let at = 0; at < 6; at++) {
      const parent = at % 2 === 0 ? {} : { parent: ids['collectionId'] };
      const body = { title: `Granted ${at}`, ...parent };
      const collection = await ada.api.post(`/v1/orgs/${ada.organization}/collections`, body);
      expect([collection.status, collection.text]).toEqual([201, collection.text]);
      const inside = await TestSpace.create(ada, { ...body, parent: collection.body.id, empty: true });
      const beside = await TestSpace.create(ada, { ...body, empty: true });
      for (const [place, { path }] of [inside, beside].entries()) {
        await ada.api.post(`${path}/change-requests`, { subject: `Granted ${at}` });
        if ((at + place) % 2 === 0) made.push(path);
      }
      if (at < 3) {
        for (const path of [inside.path, beside.path, `/v1/collections/${collection.body.id}`]) {
          expect((await ada.api.patch(path, { defaultLevel: null })).status).toBe(200);
        }
      }
      if (at !== 4) made.push(`/v1/collections/${collection.body.id}`);
    }
    for (const [at, path] of made.entries()) {
      for (const subject of subjects) {
        const role = GRANTED[at % GRANTED.length];
        const { status, text } = await ada.api.post(`${path}/permissions`, { ...subject, role });
        expect([path, status, text]).toEqual([path, 204, '']);
      }
    }
  }

  it.each(lists)('%s gives every caller all items once, and next while there are more', async (_id, described) => {
    const { method, path, operation } = described;
    for (const { name, api } of callers) {
      const list = (query: Record<string, unknown>) => {
        const { url, request } = requestFor(path, operation, ids);
        return api.send(method.toUpperCase(), url, { ...request, query: { ...request.query, ...query } as never });
      };
      const all = await list({ limit: 1000 });
      if (all.status !== 200) {
        expect([name, (await list({ limit: 1 })).status]).toEqual([name, all.status]);
        continue;
      }
      const items = all.body.items as Json[];
      expect([name, all.body.next]).toEqual([name, undefined]);
      for (const limit of [1, 2, 3]) {
        const walked: Json[] = [];
        for (let page: string | undefined = ''; page !== undefined;) {
          const { body }: { body: Json } = await list({ limit, ...(page === '' ? {} : { page }) });
          walked.push(...(body.items as Json[]));
          page = (body as Json & { next?: { page: string } }).next?.page;
          expect([name, limit, walked.length, page !== undefined]).toEqual([
            name,
            limit,
            Math.min(walked.length, items.length),
            walked.length < items.length,
          ]);
        }
        expect([name, limit, walked]).toEqual([name, limit, items]);
      }
    }
  });

  it('are longer for those to whom something is granted', async () => {
    const counts = async (list: string) => {
      const lengths: Record<string, number> = {};
      for (const { name, api } of callers) {
        const { status, body } = await api.get(`/v1/orgs/${ids['organizationId']}/${list}`, { query: { limit: 1000 } });
        if (status === 200) lengths[name] = (body.items as Json[]).length;
      }
      return lengths;
    };
    for (const list of ['spaces', 'collections']) {
      const { 'member: null': none = 0, 'member: read': read = 0, ...lengths } = await counts(list);
      for (const by of ['user', 'team', 'both']) expect(lengths[`granted: ${by}`]).toBeGreaterThan(none + 3);
      expect(lengths['granted: mixed']).toBeGreaterThan(read);
      expect(lengths['administrator']).toBeGreaterThan(lengths['granted: both'] ?? 0);
    }
  });
});
