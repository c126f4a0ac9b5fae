import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient, Json } from '#testing/api-client';
import { operationsOf, readApiDocument, type Described } from '#testing/api-document';
import { requestFor, wholeCustomization } from '#testing/sample-request';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { taken, TestSite } from '../visits/visits.js';

const HOUR = 60 * 60_000;
/** In every text that no visitor may read. */
const PLANTED = 'PlantedSecret';

describe('a visitor', () => {
  const operations = operationsOf(readApiDocument()).filter(({ operation }) => 'x-quire-visitors' in operation);
  const ofRevisions = operations
    .filter(({ path }) => path.includes('{revisionId}'))
    .map((described) => [described.operation.operationId, described] as const);

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let space: TestSpace;
  let visitor: ApiClient;
  let ids: Record<string, string>;
  /** Revisions of the space, by what became of them. */
  const revisions: Record<string, string> = {};
  let draft: TestChangeRequest;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    await makeSite();
    visitor = (await site.visit()).api;
  }, 120_000);

  afterAll(() => {
    server.clock.reset();
    return server.stop();
  });

  async function makeSite(): Promise<void> {
    space = await TestSpace.create(ada, { title: 'Handbook', empty: true });
    await importFiles(space, {
      'kept.md': '# Kept\n\nShown.\n\n{% include ".gitbook/includes/note.md" %}\n',
      '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nNote.\n',
    });
    const kept = (await space.pages())[0]?.id ?? '';
    const removed = await space.insert(`Removed ${PLANTED}`, PLANTED);
    const condition = `visitor.claims.staff === "${PLANTED}"`;
    revisions['never shown'] = await space.revision();
    await space.update(kept, { document: { markdown: 'Published.' } });
    // The site begins to show the space only now.
    const body = { title: 'Docs', spaces: [space.id, (await TestSpace.create(ada, { title: 'Beside' })).id] };
    const { id } = taken(await ada.api.post(`/v1/orgs/${ada.organization}/sites`, body));
    site = TestSite.at(server, ada, id);
    await site.patch({ adaptiveContent: { enabled: true } });
    const link = (title: string) => ({ title, to: { kind: 'url', url: 'https://example.com' }, condition: 'true' });
    taken(await ada.api.put(`${site.path}/customization`, wholeCustomization({ header: { links: [link('All')] } })));
    const [, beside] = await site.siteSpaces();
    taken(await ada.api.patch(`${site.path}/site-spaces/${beside?.id}`, { condition }));
    taken(await ada.api.post(`${site.path}/publish`));
    revisions['superseded 61 minutes ago'] = await space.revision();

    const inside = [
      `See [it](${'/pages/'}${removed}).`,
      `{% if ${condition} %}\n${PLANTED}\n{% endif %}`,
      `{% if visitor.claims.staff !== "${PLANTED}" %}\nEverybody.\n{% endif %}`,
      '```\nCode.\n```',
    ].join('\n\n');
    await space.insert('Inner', inside, { condition: `visitor.claims.staff !== "${PLANTED}"` });
    server.clock.advance(HOUR + 60_000);
    const hidden = await space.insert(`Hidden ${PLANTED}`, PLANTED, { condition });
    draft = await TestChangeRequest.create(space, `Draft ${PLANTED}`);
    await draft.insert(`Draft ${PLANTED}`, PLANTED);
    const merged = await TestChangeRequest.create(space, `Merged ${PLANTED}`);
    await merged.insert(`Gone ${PLANTED}`, PLANTED);
    revisions['of a change request that was merged'] = (await merged.read())['revision'] as string;
    taken(await merged.merge());
    await space.change({ operation: 'delete_page', page: removed });
    revisions['superseded now'] = await space.revision();
    const gone = (await space.pages()).find(({ title }) => title === `Gone ${PLANTED}`)?.id ?? '';
    await space.change({ operation: 'delete_page', page: gone });
    const last = await TestChangeRequest.create(space, 'Last');
    await last.update(kept, { document: { markdown: `Here. [Gone](/pages/${gone})` } });
    taken(await last.merge());
    revisions['of a draft'] = (await draft.read())['revision'] as string;
    revisions['foreign'] = await (await TestSpace.create(ada)).revision();
    revisions['shown'] = await space.revision();
    const comment = { body: { markdown: PLANTED } };
    taken(await ada.api.post(`${space.path}/comments`, comment));
    await server.drain();
    await server.runJobs();
    ids = {
      organizationId: ada.organization,
      siteId: site.id,
      spaceId: space.id,
      pageId: kept,
      pagePath: 'kept',
      reusableContentId: await contentId(),
      userId: ada.id,
      changeRequestId: draft.id,
      specSlug: 'none',
      gone,
      removed,
      hidden,
    };
  }

  async function contentId(): Promise<string> {
    const { body } = await ada.api.get(`${space.path}/content`);
    return (body['reusableContents'] as Json[])[0]?.id ?? '';
  }

  function send(api: ApiClient, { method, path, operation }: Described, named: Record<string, string>) {
    const { url, request } = requestFor(path, operation, named);
    return api.send(method.toUpperCase(), url, request);
  }

  const at = (revision: string) => ({ ...ids, revisionId: revisions[revision] ?? '' });

  it('has operations of revisions to read by', () => {
    expect(ofRevisions.length).toBeGreaterThan(5);
  });

  describe.each(['shown', 'superseded now'])('reads the revision that is %s', (revision) => {
    it.each(ofRevisions)('%s', async (_, described) => {
      expect((await send(visitor, described, at(revision))).status).toBe(200);
    });
  });

  describe.each([
    'superseded 61 minutes ago',
    'never shown',
    'of a draft',
    'of a change request that was merged',
    'foreign',
  ])('reads nothing of a revision that is %s', (revision) => {
    it.each(ofRevisions)('%s', async (_, described) => {
      const { status, text } = await send(visitor, described, at(revision));
      expect([status, text]).toEqual([404, expect.stringContaining('Revision not found')]);
    });
  });

  it.each(['gone', 'removed', 'hidden'])('reads nothing of a page that is %s', async (name) => {
    for (const [, described] of ofRevisions.filter(([, { path }]) => path.includes('{pageId}'))) {
      const answer = await send(visitor, described, { ...at('shown'), pageId: ids[name] ?? '' });
      expect([name, answer.status]).toEqual([name, 404]);
    }
  });

  it('sees no other revision, and no condition', async () => {
    const root = `${space.path}/revisions/${revisions['shown']}`;
    const { body } = await visitor.get(root);
    expect([body['parents'], body['mergedFrom']]).toEqual([[], undefined]);
    const texts = [
      await visitor.get(root),
      await visitor.get(`${site.path}/structure`),
      await visitor.get(`${site.path}/published`),
      await visitor.get(`${space.path}`),
    ].map(({ text }) => text);
    for (const text of texts) expect(text).not.toContain('"condition"');
    expect(texts[0]).toContain('"title":"Inner"');
    expect((await visitor.get(`${space.path}/revisions/${revisions['superseded now']}`)).body['parents']).toEqual([]);
  });

  it('sees a change request by its preview alone, in its current state', async () => {
    const preview = await site.visit(`~/changes/${draft.id}/`);
    const { revision } = await draft.read();
    expect((await visitor.get(draft.path)).status).toBe(404);
    const { status, body } = await preview.api.get(draft.path);
    expect([status, body['revision'], body['revisionInitial']]).toEqual([200, revision, revision]);
    expect(body).not.toHaveProperty('revisionMerged');
    const read = (id: string) => preview.api.get(`${space.path}/revisions/${id}`);
    expect((await read(revision as string)).text).toContain(PLANTED);
    const before = (await draft.read())['revisionInitial'] as string;
    for (const id of [revisions['never shown'] ?? '', revisions['of a change request that was merged'] ?? ''])
      expect((await read(id)).status).toBe(404);
    expect((await read(before)).status).toBe((await visitor.get(`${space.path}/revisions/${before}`)).status);
    expect((await read(revisions['shown'] ?? '')).status).toBe(200);
  });

  it('reads a revision by its preview, and none beside it', async () => {
    const id = revisions['superseded 61 minutes ago'] ?? '';
    const preview = await site.visit(`~/revisions/${id}/`);
    expect((await preview.api.get(`${space.path}/revisions/${id}`)).status).toBe(200);
    expect((await preview.api.get(`${space.path}/revisions/${revisions['never shown']}`)).status).toBe(404);
    expect((await preview.api.get(draft.path)).status).toBe(404);
  });

  it('comes to nothing else, whatever ids of answers they follow', async () => {
    const seen = new Set<string>();
    const waiting: string[] = [];
    const revisionsReached = new Set<string>();
    const note = ({ text }: Answer): void => {
      expect(text).not.toContain(PLANTED);
      for (const id of text.match(/(?<![A-Za-z0-9_-])(?:[A-Za-z0-9]{20}|[A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/g) ?? []) {
        if (seen.has(id)) continue;
        seen.add(id);
        waiting.push(id);
      }
    };
    note(await site.resolve(await site.root()));
    for (const described of operations) note(await send(visitor, described, at('shown')));
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (const described of operations) {
        for (const [, name = ''] of described.path.matchAll(/\{(\w+)\}/g)) {
          const answer = await send(visitor, described, { ...at('shown'), [name]: id });
          if (name === 'revisionId' && answer.status < 300) revisionsReached.add(id);
          note(answer);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(8);
    expect([...revisionsReached]).toEqual([revisions['shown']]);
    for (const [name, id] of Object.entries(revisions)) if (name !== 'shown') expect(seen).not.toContain(id);
    for (const id of [draft.id, ids['hidden'] ?? '']) expect(seen).not.toContain(id);
  }, 180_000);
});
