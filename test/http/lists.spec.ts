import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { makeTwoOfEach } from './two-of-each.js';

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
    ids = await makeTwoOfEach(server, ada);
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
