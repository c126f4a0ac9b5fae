import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { postComments, TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { makeSpec } from './openapi-sources.js';

describe('lists', () => {
  const lists = operationsOf(readApiDocument())
    .filter(({ operation }) =>
      ['page', 'limit'].every((name) => operation.parameters?.some((one) => one.name === name)),
    )
    .map((described) => [described.operation.operationId, described] as const);

  /** Where the reviewer is one more, or who edited and commented stands twice. */
  const THREE = [
    'listMembersInOrganizationById',
    'listPermissionsAggregateInSpace',
    'listPermissionsAggregateInCollection',
    'getContributorsByChangeRequestId',
  ];

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    await ada.api.post('/v1/orgs', { title: 'Second' });
    await ada.api.post('/v1/user/tokens', { label: 'Second' });
    // The audit trail holds these two, as what follows is not delivered.
    await server.drain();
    const space = await TestSpace.create(ada, { title: 'First', empty: true });
    const second = await TestSpace.create(ada, { title: 'Second', empty: true });
    const clashing = await space.insert('Confidential one');
    const linking = await space.insert('Confidential two');
    await second.insert('Confidential three');
    const { id: fileId } = await space.file('a.txt', 'a');
    await space.file('b.txt', 'b');
    for (const page of [clashing, linking]) {
      await space.update(page, { document: { markdown: `[x](/pages/${clashing}) [x](/files/${fileId})` } });
    }
    await server.runJobs();
    const member = await server.member(ada.organization, 'read');
    const teams: string[] = [];
    for (const title of ['First', 'Second']) {
      const body = { title, members: [ada.id, member.id] };
      teams.push((await ada.api.put(`/v1/orgs/${ada.organization}/teams`, body)).body.id);
    }
    const collections: string[] = [];
    for (const title of ['First', 'Second']) {
      collections.push((await ada.api.post(`/v1/orgs/${ada.organization}/collections`, { title })).body.id);
      await ada.api.post(`/v1/orgs/${ada.organization}/saml`, { label: title });
      await ada.api.post(`/v1/orgs/${ada.organization}/link-invites`, { role: 'read' });
    }
    for (const record of [space.path, `/v1/collections/${collections[0]}`]) {
      const granted = await ada.api.post(`${record}/permissions`, { users: [ada.id, member.id], teams, role: 'edit' });
      expect(granted.status).toBe(204);
    }
    const request = await TestChangeRequest.create(space, 'First');
    await TestChangeRequest.create(space, 'Second');
    await request.update(clashing, { emoji: '👍', icon: 'bolt' });
    await space.update(clashing, { emoji: '👎', icon: 'bell' });
    await request.bringUpToDate();
    for (const { path } of [space, second]) {
      expect((await ada.api.post(`${path}/move`, { parent: collections[0] })).status).toBe(200);
    }
    const reviewer = await server.member(ada.organization, 'review');
    const asked = await ada.api.post(`${request.path}/requested-reviewers`, { users: [member.id, reviewer.id] });
    expect(asked.status).toBe(200);
    for (const status of ['changes-requested', 'approved']) {
      expect((await reviewer.api.post(`${request.path}/reviews`, { status })).status).toBe(201);
    }
    const commented = await postComments(ada.api, request);
    for (const path of [`${space.path}/comments`, `${request.path}/comments`]) {
      const commentId = path.startsWith(request.path) ? commented['changeRequests.commentId'] : commented['commentId'];
      const body = { body: { markdown: 'Second' } };
      expect((await member.api.post(path, body)).status).toBe(200);
      expect((await member.api.post(`${path}/${commentId}/replies`, body)).status).toBe(200);
    }
    const translated = await space.translate(ada.organization);
    const { translationId } = await space.translate(ada.organization);
    for (const id of [translated.translationId, translationId]) {
      const { result } = (await ada.api.get(`/v1/orgs/${ada.organization}/translations/${id}`)).body as Json & {
        result: { space: string };
      };
      expect((await ada.api.delete(`/v1/spaces/${result.space}`)).status).toBe(204);
    }
    const sites = `/v1/orgs/${ada.organization}/sites`;
    await ada.api.post(sites, { title: 'Second' });
    const siteId = (await ada.api.post(sites, { title: 'First' })).body.id;
    for (const [at, { id }] of [space, second].entries()) {
      const site = `${sites}/${siteId}`;
      const destination = { kind: 'external', url: 'https://example.com/' };
      const added = [
        await ada.api.post(`${site}/sections`, { spaceId: id }),
        await ada.api.post(`${site}/section-groups`, { title: 'Group' }),
        await ada.api.post(`${site}/share-links`, { name: 'Link' }),
        await ada.api.post(`${site}/redirects`, { source: `/from-${at}`, destination }),
      ];
      expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    }
    await makeSpec(server, ada, 'first', 'First');
    await makeSpec(server, ada, 'second');
    ids = {
      ...(await makeSpec(server, ada, 'first', 'Second')),
      siteId,
      ...commented,
      changeRequestId: request.id,
      collectionId: collections[0] ?? '',
      organizationId: ada.organization,
      spaceId: space.id,
      ...translated,
      pageId: clashing,
      fileId,
      revisionId: await space.revision(),
      userId: ada.id,
      teamId: teams[0] ?? '',
    };
  });

  afterAll(() => server.stop());

  describe.each(lists)('%s', (id, { method, path, operation }) => {
    const list = (query: Record<string, string | number | readonly string[]>) => {
      const { url, request } = requestFor(path, operation, ids);
      return ada.api.send(method.toUpperCase(), url, { ...request, query: { ...request.query, ...query } });
    };

    it('gives all items one by one, each once, and no next on the last page', async () => {
      const all = (await list({})).body;
      const count = THREE.includes(id) ? 3 : 2;
      expect(all.count).toBe(count);
      expect(all).not.toHaveProperty('next');
      const items: unknown[] = [];
      for (let page = (await list({ limit: 1 })).body; ; page = (await list({ limit: 1, page: page.next.page })).body) {
        expect(page.count).toBe(1);
        items.push(...page.items);
        if (items.length === count) {
          expect(page).not.toHaveProperty('next');
          break;
        }
      }
      expect(items).toEqual(all.items);
      expect((await list({ limit: count })).body).not.toHaveProperty('next');
    });

    it('gives nothing but next for a limit of 0', async () => {
      const none = (await list({ limit: 0 })).body;
      expect([none.items, none.count]).toEqual([[], 0]);
      expect((await list({ page: none.next.page })).body).toEqual((await list({})).body);
    });

    it('takes a limit of 1000, and refuses every other that is no number from 0 to 1000', async () => {
      expect((await list({ limit: 1000 })).status).toBe(200);
      for (const limit of ['1001', '-1', '1.5', 'ten', '', '1e2', '9'.repeat(30), ['1', '2']]) {
        const { status, body } = await list({ limit });
        expect([limit, status]).toEqual([limit, 400]);
        expect(body.error.message).toMatch(/limit/);
      }
    });

    it('refuses a page that it did not give', async () => {
      const strange = [['x'], [1, 2, 3, 4, 5, 6, 7], [{}], {}, 'x', ['a\u0000', 'b']].map((value) =>
        Buffer.from(JSON.stringify(value)).toString('base64url'),
      );
      for (const page of ['garbage', '%', '../..', 'bnVsbA', 'x'.repeat(2049), ['a', 'b'], ...strange.slice(1)]) {
        const { status, body } = await list({ page });
        expect([String(page).slice(0, 30), status]).toEqual([String(page).slice(0, 30), 400]);
        expect(body.error.message).toMatch(/page/);
      }
    });

    it('ignores parameters nobody described, and an empty page', async () => {
      const plain = (await list({})).body;
      expect((await list({ colour: 'red', 'a[b]': '1', page: '' })).body).toEqual(plain);
    });
  });
});
