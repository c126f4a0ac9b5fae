import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument, type Operation } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { makeTwoOfEach } from './two-of-each.js';

describe('lists', () => {
  const lists = operationsOf(readApiDocument())
    .filter(({ operation }) =>
      ['page', 'limit'].every((name) => operation.parameters?.some((one) => one.name === name)),
    )
    .map((described) => [described.operation.operationId, described] as const);

  /** Lists of three items: the reviewer is one more, or a user who edited and commented is listed twice. */
  const THREE = [
    'listMembersInOrganizationById',
    'listPermissionsAggregateInSpace',
    'listPermissionsAggregateInCollection',
    'getContributorsByChangeRequestId',
  ];

  const PAGING = new Set(['page', 'limit']);
  /** A value that a parameter takes, and that no request of these tests has. */
  const valueOf = (schema: Record<string, unknown> = {}): string => {
    const {
      enum: values,
      type,
      anyOf,
      items,
    } = schema as { enum?: string[]; type?: string; anyOf?: object[]; items?: object };
    if (anyOf) return valueOf(anyOf[0] as Record<string, unknown>);
    if (items) return valueOf(items as Record<string, unknown>);
    if (values) return String(values.at(-1));
    return type === 'boolean' ? 'true' : type === 'integer' ? '1' : '2026-01-01T00:00:00.000Z';
  };

  let colleague: TestUser;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    ids = await makeTwoOfEach(server, ada);
    colleague = await server.user();
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

    it('refuses the page of another list, of other filters and of another caller', async () => {
      const { page } = (await list({ limit: 1 })).body.next;
      expect((await list({ limit: 2, page })).status).toBe(200);
      const other = lists[(lists.findIndex(([name]) => name === id) + 1) % lists.length]?.[1];
      const elsewhere = requestFor(other?.path ?? '', other?.operation as Operation, ids);
      const query = { ...elsewhere.request.query, page };
      const filters = (operation.parameters ?? []).filter(
        ({ name, in: where }) => where === 'query' && !PAGING.has(name),
      );
      const answers = [
        await ada.api.send(other?.method.toUpperCase() ?? '', elsewhere.url, { ...elsewhere.request, query }),
        ...(await Promise.all(filters.map(({ name, schema }) => list({ page, [name]: valueOf(schema) })))),
        await colleague.api.send(method.toUpperCase(), requestFor(path, operation, ids).url, {
          query: { ...requestFor(path, operation, ids).request.query, page },
        }),
      ];
      for (const { status, body } of answers) {
        expect([400, 403, 404]).toContain(status);
        if (status === 400) expect(body.error.message).toMatch(/^page is not a token of this list/);
      }
      expect(answers.slice(0, -1).map(({ status }) => status)).toEqual(answers.slice(1).map(() => 400));
    });

    it('ignores unknown parameters, and an empty page', async () => {
      const plain = (await list({})).body;
      expect((await list({ colour: 'red', 'a[b]': '1', page: '' })).body).toEqual(plain);
    });
  });
});
