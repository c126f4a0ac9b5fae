import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { CheckLater } from '../../../../src/conversations/documentation/application/documentation.commands.js';
import { makeCluster } from '../conversation-rows.js';
import { TestSupport } from '../support.js';

const REFUND = [
  'How do I get a refund for a duplicate payment?',
  'I was charged twice, can I get a refund of the duplicate payment?',
  'Refund of a duplicate payment, please',
  'How long does the refund of a duplicate payment take?',
];
const PRINTER = [
  'The label printer prints blank labels',
  'Why does my label printer print blank labels?',
  'Label printer: all labels are blank',
];
const REFUND_PAGE = `A duplicate payment is given back.

## Refund of a duplicate payment

Open the payment and choose Refund. The refund of a duplicate payment takes three days.`;

describe('what the documentation says about clusters', () => {
  let server: TestServer;
  let support: TestSupport;
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  beforeEach(async () => {
    support = await TestSupport.create(server);
    space = await TestSpace.create(support.owner, { empty: true, title: 'Handbook' });
  });
  afterAll(() => server.stop());

  /** A cluster as rows, so that what is tested is not how texts are grouped; it is checked at once. */
  const cluster = async (titles: string[]): Promise<{ id: string; label: string }> => {
    const made = await makeCluster(server, support.owner.organization, titles);
    await server.dispatcher.run(new CheckLater(support.owner.organization, [made.id]));
    await support.read();
    return made;
  };
  const at = (cluster: { id: string } | string) =>
    `${support.org}/conversations-clusters/${typeof cluster === 'string' ? cluster : cluster.id}`;
  const pagesOf = async (cluster: { id: string }, by: TestUser = support.owner): Promise<Json[]> =>
    (await by.api.get(`${at(cluster)}/pages`)).body.items;
  const open = (cluster: { id: string } | string, body: object = {}, by: TestUser = support.owner) =>
    by.api.post(`${at(cluster)}/change-requests`, { space: space.id, ...body });
  const statusOf = async (cluster: { id: string }): Promise<unknown> => {
    return ((await support.owner.api.get(at(cluster))).body as { documentation?: { status: string } }).documentation
      ?.status;
  };

  describe('the pages of a cluster', () => {
    it('are those that answer best, with how well they do', async () => {
      const page = await space.insert('Payments', REFUND_PAGE);
      await space.insert('Opening hours', 'We are there from nine to five.');
      await support.read();
      const refund = await cluster(REFUND);
      const [best] = await pagesOf(refund);
      expect(best).toEqual({
        object: 'page',
        id: page,
        title: 'Payments',
        path: 'payments',
        space: { id: space.id, title: 'Handbook' },
        score: expect.any(Number),
        urls: { app: `http://quire.test/s/${space.id}/payments` },
      });
      expect(best?.score).toBeGreaterThan(0.6);
      expect(await statusOf(refund)).toBe('answered');
      const printer = await cluster(PRINTER);
      expect(await statusOf(printer)).toBe('not-answered');
      expect((await pagesOf(printer)).every(({ score }) => Number(score) < 0.35)).toBe(true);
    });

    it('tell which clusters the documentation answers', async () => {
      await space.insert('Payments', REFUND_PAGE);
      await support.read();
      const [refund, printer] = [await cluster(REFUND), await cluster(PRINTER)];
      const labels = async (documentation: string) =>
        (await support.clusters({ documentation, orderBy: 'issues' })).map(({ label }) => label);
      expect(await labels('answered')).toEqual([refund.label]);
      expect(await labels('not-answered')).toEqual([printer.label]);
      expect(await labels('answered-badly')).toEqual([]);
      expect(await support.clusters()).toHaveLength(2);
      const refused = await support.owner.api.get(`${support.org}/conversations-clusters?documentation=x`);
      expect(refused.status).toBe(400);
    });

    it('are only those that the caller may read', async () => {
      await space.insert('Payments', REFUND_PAGE);
      await support.owner.api.patch(space.path, { defaultLevel: null });
      await support.read();
      const asked = await cluster(REFUND);
      const editor = await server.member(support.owner.organization, 'edit');
      expect(await pagesOf(asked)).toHaveLength(1);
      expect(await pagesOf(asked, editor)).toEqual([]);
    });

    it('come in parts of a list', async () => {
      for (const title of ['Payments', 'Refunds', 'Duplicate payments']) await space.insert(title, REFUND_PAGE);
      await support.read();
      const asked = await cluster(REFUND);
      const all = await pagesOf(asked);
      expect(all.length).toBe(3);
      const first = (await support.owner.api.get(`${at(asked)}/pages`, { query: { limit: 2 } })).body;
      const next = { limit: 2, page: first.next.page };
      const second = (await support.owner.api.get(`${at(asked)}/pages`, { query: next })).body;
      expect([...first.items, ...second.items]).toEqual(all);
      expect(second.next).toBeUndefined();
    });

    it('are looked for again at night, where the documentation was changed since', async () => {
      const asked = await cluster(PRINTER);
      expect(await statusOf(asked)).toBe('not-answered');
      await space.insert('Label printer', 'If the label printer prints blank labels, turn the roll of labels around.');
      await support.read();
      expect(await statusOf(asked)).toBe('not-answered');
      await server.runJob('conversations.check-all-documentation');
      await support.read();
      expect(await statusOf(asked)).toBe('answered');

      // What was changed shortly before may not have been found, so it is looked for once more.
      server.clock.advance(3 * 3_600_000);
      await server.runJob('conversations.check-all-documentation');
      await support.read();
      const { documentation } = (await support.owner.api.get(at(asked))).body;
      server.clock.advance(24 * 3_600_000);
      await server.runJob('conversations.check-all-documentation');
      expect(await server.runJobs()).not.toContain('conversations.check-documentation');
      expect((await support.owner.api.get(at(asked))).body['documentation']).toEqual(documentation);
    });
  });

  describe('a change request that is opened from a cluster', () => {
    it('begins a page with the questions and the pages that are near', async () => {
      const near = await space.insert('Payments', 'How payments are made. A duplicate payment is rare.');
      await support.read();
      const asked = await cluster(REFUND);
      const answer = await open(asked);
      expect(answer.status).toBe(201);
      expect(answer.headers.location).toBe(answer.body.urls.location);
      expect(answer.body).toMatchObject({
        object: 'change-request',
        status: 'draft',
        space: space.id,
        subject: asked.label,
        conversationsIssuesCluster: asked.id,
      });
      expect((await support.owner.api.get(String(answer.body.urls.location))).body).toEqual(answer.body);
      const pages = (await support.owner.api.get(`${answer.body.urls.location}/content/pages`)).body.pages as Json[];
      const page = pages.find(({ title }) => title === asked.label);
      const path = `${answer.body.urls.location}/content/page/${page?.id}`;
      const { markdown } = (await support.owner.api.get(path, { query: { format: 'markdown' } })).body;
      expect(markdown).toContain('## Step by step');
      expect(markdown).toContain('> How do I get a refund for a duplicate payment?');
      expect(markdown).toContain('[Payments](');
      expect(pages.map(({ id }) => id)).toContain(near);
      const listed = await support.owner.api.get(`${space.path}/change-requests`, {
        query: { conversationsIssuesCluster: asked.id },
      });
      expect(listed.body.items.map(({ id }: Json) => id)).toEqual([answer.body.id]);
    });

    it('quotes each question once, with how often it was asked, the most frequent first', async () => {
      const often = 'How do I get a refund of a duplicate payment?';
      const asked = await cluster([
        'Is a duplicate payment refunded?',
        ...Array<string>(9).fill(often),
        often.toUpperCase(),
        ...Array.from({ length: 9 }, (_, at) => `How long does refund ${at} take?`),
      ]);
      const { body } = await open(asked);
      const pages = (await support.owner.api.get(`${body.urls.location}/content/pages`)).body.pages as Json[];
      const path = `${body.urls.location}/content/page/${pages.at(-1)?.id}`;
      const { markdown } = (await support.owner.api.get(path, { query: { format: 'markdown' } })).body;
      const quotes = String(markdown).match(/^> .+$/gm) ?? [];
      expect(quotes.filter((quote) => /refund/i.test(quote))).toHaveLength(8);
      expect(quotes).toContain('> HOW DO I GET A REFUND OF A DUPLICATE PAYMENT? (×10)');
      expect(quotes.filter((quote) => /get a refund/i.test(quote))).toHaveLength(1);
    });

    it('takes a subject and a parent', async () => {
      const parent = await space.insert('Money');
      const answer = await open(await cluster(REFUND), { subject: 'Explain refunds', parent });
      expect(answer.body.subject).toBe('Explain refunds');
      const pages = (await support.owner.api.get(`${answer.body.urls.location}/content/pages`)).body.pages as Json[];
      expect(pages[0]?.pages).toHaveLength(1);
    });

    it('reads nothing in a ticket as Markdown or HTML', async () => {
      const hostile = [
        'How do I get a refund {{ space.vars.secret }} of <script>alert(1)</script> the duplicate payment?',
        'How do I get a refund of ![x](https://evil.test/x.png) the duplicate payment | a | b |?',
        'How do I get a refund {% embed url="https://evil.test" %} of the duplicate payment?',
      ];
      const answer = await open(await cluster(hostile));
      expect(answer.status).toBe(201);
      const pages = (await support.owner.api.get(`${answer.body.urls.location}/content/pages`)).body.pages as Json[];
      const path = `${answer.body.urls.location}/content/page/${pages.at(-1)?.id}`;
      const { document } = (await support.owner.api.get(path)).body;
      const text = JSON.stringify(document);
      expect(text).not.toMatch(/"type":"(expression|embed|images|image|inline-image|table|link)"/);
      expect(text).toContain('blockquote');
    });

    it('answers its cluster once it is merged', async () => {
      const asked = await cluster(PRINTER);
      const { body } = await open(asked);
      const [page] = (await support.owner.api.get(`${body.urls.location}/content/pages`)).body.pages as Json[];
      const markdown = 'Where the label printer prints blank labels, turn the roll of labels around.';
      await support.owner.api.post(`${body.urls.location}/content`, {
        changes: [{ operation: 'update_page', page: page?.id, title: 'Blank labels', document: { markdown } }],
      });
      expect((await support.owner.api.post(`${body.urls.location}/merge`)).status).toBe(200);
      await support.read();
      expect(await statusOf(asked)).toBe('answered');
      expect((await pagesOf(asked))[0]).toMatchObject({ id: page?.id, title: 'Blank labels' });
    });

    it('needs the role edit in the organization and on the space, and both of one organization', async () => {
      const asked = await cluster(REFUND);
      const { organization } = support.owner;
      const [editor, commenter] = [
        await server.member(organization, 'edit'),
        await server.member(organization, 'comment'),
      ];
      const guest = await server.member(organization, null);
      const stranger = await server.administrator();
      const foreign = await TestSpace.create(stranger);
      expect((await open(asked, {}, editor)).status).toBe(201);
      expect((await open(asked, {}, commenter)).status).toBe(403);
      expect((await open(asked, {}, guest)).status).toBe(403);
      expect((await open(asked, {}, stranger)).status).toBe(404);
      expect((await open('none')).status).toBe(404);
      expect((await open(asked, { space: 'none' })).status).toBe(404);
      expect((await open(asked, { space: foreign.id })).status).toBe(404);
      expect((await open(asked, { space: foreign.id }, stranger)).status).toBe(404);
      expect([400, 404]).toContain((await open(asked, { parent: 'none' })).status);
      expect((await open(asked, { subject: 'x'.repeat(101) })).status).toBe(400);
      expect((await support.owner.api.post(`${at(asked)}/change-requests`, {})).status).toBe(400);
      await support.owner.api.patch(space.path, { defaultLevel: 'comment' });
      expect((await open(asked, {}, editor)).status).toBe(403);
      await support.owner.api.patch(space.path, { defaultLevel: null });
      expect((await open(asked, {}, editor)).status).toBe(404);
      expect((await open(asked)).status).toBe(201);
      const pages = (by: TestUser, id = asked.id) => by.api.get(`${at(id)}/pages`);
      expect((await pages(stranger)).status).toBe(404);
      expect((await pages(commenter)).status).toBe(403);
      expect((await pages(editor, 'none')).status).toBe(404);
      const theirs = `/v1/orgs/${stranger.organization}/conversations-clusters/${asked.id}`;
      expect((await stranger.api.get(`${theirs}/pages`)).status).toBe(404);
      expect((await stranger.api.post(`${theirs}/change-requests`, { space: foreign.id })).status).toBe(404);
    });

    it('is opened once for one key, also by two requests at once', async () => {
      const asked = await cluster(REFUND);
      const post = () =>
        support.owner.api.post(
          `${at(asked)}/change-requests`,
          { space: space.id },
          { headers: { 'idempotency-key': 'one' } },
        );
      const answers = await Promise.all([post(), post()]);
      const created = answers.filter(({ status }) => status === 201);
      expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
      const both = await Promise.all([open(asked), open(asked)]);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      const { items } = (await support.owner.api.get(`${space.path}/change-requests`)).body;
      expect(items.map(({ number }: Json) => number).sort()).toEqual([1, 2, 3]);
    });
  });

  it('is stored with change requests only of clusters of the organization', async () => {
    const asked = await cluster(REFUND);
    const stranger = await server.administrator();
    const foreign = await TestSpace.create(stranger);
    const create = (conversationsIssuesCluster: string, { api, path }: TestSpace = space) =>
      api.post(`${path}/change-requests`, { conversationsIssuesCluster });
    expect((await create(String(asked.id))).body.conversationsIssuesCluster).toBe(asked.id);
    expect((await create('none')).status).toBe(404);
    expect((await create(String(asked.id), foreign)).status).toBe(404);
    expect((await foreign.api.get(`${foreign.path}/change-requests`)).body.items).toEqual([]);
  });
});
