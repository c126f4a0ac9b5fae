import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { sourceFiles } from '../../../architecture/source-files.js';

/** Matches SQL that writes a member of a view. */
const WRITES_VIEW = /'[{,][^']*"\w+":"?' \|\|/;

/** Every statement that writes views, with the view that the tests below check. */
const WRITERS = {
  'src/content/revisions/infrastructure/page/page.reader.ts': 'a page',
};

/** Rows that PostgreSQL sends as JSON: a typed reader makes the view of them, and the API document validates it. */
const JSON_ROWS = /\bjsonb?_(?:build_object|build_array|object_agg|agg)\(/;
const READ_AS_ROWS: Readonly<Record<string, string>> = {
  'src/content/comments/infrastructure/comment-rows.ts': 'reactions and repliers of a comment, as tuples',
  'src/content/links/infrastructure/backlinks-sql.ts': 'the rows of a list with the head that they were read at',
  'src/content/links/infrastructure/report-sql.ts': 'the rows of a list with the head that they were read at',
  'src/content/revisions/infrastructure/page/live-places.ts': 'ranks of a few pages beside a place',
  'src/content/revisions/infrastructure/page/page.reader.ts': 'what the links of a page lead to; its Git file',
  'src/content/revisions/infrastructure/revision/semantic-changes.reader.ts': 'the roots of the compared revisions',
  'src/content/spaces/infrastructure/permission/effective-roles.ts': 'the ranks of grants by subject',
  'src/conversations/clusters/infrastructure/cluster.reader.ts': 'the counts of a cluster by source and by week',
  'src/conversations/clusters/infrastructure/cluster.store.ts':
    'samples, frequencies and postings that issues are compared by',
  'src/conversations/clusters/infrastructure/profiles.ts': 'the terms of a cluster with their weights',
  'src/conversations/documentation/infrastructure/documentation.store.ts': 'questions with how often they are asked',
  'src/integrations/events/infrastructure/event-streams.ts': 'events with the streams that they wait in',
  'src/integrations/installations/infrastructure/reading.ts': 'records that a script’s environment is made of',
  'src/integrations/runtime/infrastructure/script-subjects.ts': 'records that a script’s environment is made of',
  'src/integrations/tokens/infrastructure/script-callers.reader.ts': 'the ids of what an installation covers',
  'src/organization/audit/infrastructure/audit-exports.store.ts': 'lines of files with entries of the audit trail',
  'src/organization/members/infrastructure/caller-row.ts': 'roles and teams of a caller',
  'src/organization/provisioning/infrastructure/scim/user-rows.ts':
    'teams in a resource whose attributes a caller chooses',
  'src/publishing/customization/infrastructure/customization.reader.ts':
    'no view: a condition on the structure of a site',
  'src/publishing/insights/infrastructure/aggregation-sql.ts': 'groups and ratings, in the types of the aggregation',
  'src/publishing/insights/infrastructure/insights.store.ts': 'no view: claims that are stored, and a condition',
};

const writesView = (text: string): boolean => WRITES_VIEW.test(text) || text.includes('jsonObject<');

describe('views that PostgreSQL writes as JSON', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  it('are written by no other statement than these', () => {
    const found = sourceFiles().filter(
      (path) => /^src\/\w+\/[\w-]+\/infrastructure\//.test(path) && writesView(readFileSync(path, 'utf8')),
    );
    const typed = found.filter((path) => readFileSync(path, 'utf8').includes('jsonObject<'));
    expect(typed).toEqual(['src/content/spaces/infrastructure/space/space-table.ts']);
    expect(found.filter((path) => !typed.includes(path))).toEqual(Object.keys(WRITERS));
  });

  it('are distinguished from rows that PostgreSQL sends as JSON to a reader, each of which is listed', () => {
    const found = sourceFiles().filter(
      (path) => /^src\/\w+\/[\w-]+\/infrastructure\//.test(path) && JSON_ROWS.test(readFileSync(path, 'utf8')),
    );
    expect(found).toEqual(Object.keys(READ_AS_ROWS).sort());
    expect(JSON_ROWS.test(`select json_build_object('id', t.id) from team t`)).toBe(true);
  });

  it('are noticed in a statement that writes one', () => {
    expect(writesView(`const ONE = \`select '{"object":"team","id":"' || t.id || '"}'\`;`)).toBe(true);
    expect(writesView(`const TWO = jsonObject<TeamView>({ id: jsonId('t.id') });`)).toBe(true);
    expect(writesView(`const ONE = \`select t.id, t.title from team t\`;`)).toBe(false);
  });

  it('a page of every kind is the same as the server writes it of the same revision', async () => {
    const space = await TestSpace.create(ada, { empty: true });
    const group = await space.insert('Guides', undefined, { type: 'group', emoji: '📗' });
    const plain = await space.insert('Plain', 'Words.', { into: group });
    const target = { kind: 'page', page: plain };
    const full = await space.insert('Full', 'See [it](https://example.com).', {
      into: plain,
      description: 'All of it',
      icon: 'rocket',
      linkTitle: 'F',
      hidden: true,
      noIndex: true,
      layout: { outline: false },
      tags: ['one'],
      variables: { edition: 'a' },
    });
    const link = await space.insert('Link', undefined, { type: 'link', target });
    const { revision } = (await ada.api.get(space.path)).body;
    for (const page of [group, plain, full, link])
      for (const query of [{}, { format: 'markdown' }]) {
        const [live, past] = await Promise.all(
          [`content`, `revisions/${revision}`].map((at) => ada.api.get(`${space.path}/${at}/page/${page}`, { query })),
        );
        expect(withoutUrls(live?.body)).toEqual(withoutUrls(past?.body));
      }
  });

  it('a space is the same in lists, and of a member, as by its id', async () => {
    const own = await server.administrator();
    const { id: parent } = (await own.api.post(`/v1/orgs/${own.organization}/collections`, { body: { title: 'All' } }))
      .body;
    const space = await TestSpace.create(own, { parent, emoji: '📘', language: 'de' });
    await own.api.patch(space.path, { body: { icon: 'https://example.com/icon.png', template: true } });
    const locked = await TestSpace.create(own, { editMode: 'locked' });
    await own.api.patch(locked.path, { body: { defaultLevel: null } });
    const orgOfOwn = `/v1/orgs/${own.organization}`;
    const alone = await Promise.all([space, locked].map(async ({ path }) => (await own.api.get(path)).body));
    const byId = (spaces: readonly Json[]) => Object.fromEntries(spaces.map((one) => [one.id, one]));
    expect(byId((await own.api.get(`${orgOfOwn}/spaces`)).body.items)).toMatchObject(byId(alone as Json[]));
    const { items } = (await own.api.get(`${orgOfOwn}/members/${own.id}/spaces`)).body;
    expect(byId(items.map((item) => (item as unknown as { space: Json }).space))).toMatchObject(byId(alone as Json[]));
    const listed = (await own.api.get(`/v1/collections/${parent}/spaces`)).body.items;
    expect(listed).toEqual([alone[0]]);
  });
});

/** Without addresses, which differ with the revision that was read. */
function withoutUrls(view: unknown): unknown {
  if (Array.isArray(view)) return view.map(withoutUrls);
  if (view === null || typeof view !== 'object') return view;
  const { urls: _, path: __, ...rest } = view as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withoutUrls(value)]));
}
