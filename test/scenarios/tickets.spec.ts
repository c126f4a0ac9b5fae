import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { install } from '../http/conversations/script.js';
import { ALL_TOPICS, TOPICS } from '../http/conversations/topics.js';

const REFUND = [
  'I was charged twice. How do I get a refund of the duplicate payment?',
  'Can I get a refund of a duplicate payment, please?',
  'How do I get a refund for the duplicate payment?',
  'The duplicate payment: how long does the refund take?',
  'Where do I ask for the refund of a duplicate payment?',
];
const HELP = 'Open the payment and choose Refund. The refund of a duplicate payment takes three days.';

/** How a documentation team finds out what it lacks, and writes it, in order: each step needs those before it. */
describe('the documentation learns from tickets', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let writer: TestUser;
  let reviewer: TestUser;
  let space: TestSpace;
  let org: string;
  let refund: Json;
  let change: Json;
  let page: string;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
    org = `/v1/orgs/${ada.organization}`;
    writer = await server.member(ada.organization, 'edit');
    reviewer = await server.member(ada.organization, 'review');
    space = await TestSpace.create(ada, { empty: true, title: 'Handbook' });
    await space.insert('Invite a colleague', 'Choose Members, then Invite, and enter the address of your colleague.');
    await work();
  });

  afterAll(() => server.stop());

  /** Runs reactions and jobs until there are none. */
  const work = async (): Promise<void> => {
    for (let ran = 1; ran > 0;) ran = (await server.drain()) + (await server.runJobs()).length;
  };
  const ticket = (id: string, body: string) => ({ id, parts: [{ type: 'message', role: 'user', body }] });
  const clusters = async (query: object = {}): Promise<Json[]> =>
    (await writer.api.get(`${org}/conversations-clusters`, { query: { orderBy: 'issues', ...query } })).body.items;
  const clusterOf = async (conversation: string): Promise<Json | undefined> => {
    const { items } = (await writer.api.get(`${org}/conversations-issues`, { query: { conversation } })).body;
    const [found] = items as unknown as { issue: { cluster: string } }[];
    return (await clusters()).find(({ id }) => id === found?.issue.cluster);
  };

  it('takes tickets from a help desk and from a member', async () => {
    const { script } = await install(server, ada, ['conversations:ingest']);
    const sent = await script.post(
      `${org}/conversations`,
      REFUND.map((body, at) => ticket(`refund-${at}`, `${body} My address is user${at}@example.com.`)),
    );
    expect(sent.status).toBe(204);
    for (const [at, body] of ALL_TOPICS.entries())
      expect((await ada.api.post(`${org}/conversations`, ticket(`other-${at}`, body))).status).toBe(204);
    await work();
    const { items } = (await writer.api.get(`${org}/conversations`, { query: { limit: 100 } })).body;
    expect(items).toHaveLength(REFUND.length + ALL_TOPICS.length);
    expect(items.every(({ processedAt }: Json) => processedAt !== undefined)).toBe(true);
  });

  it('groups them by what users wanted', async () => {
    await server.runJob('conversations.group-issues', { organizationId: ada.organization });
    await work();
    const all = await clusters();
    // What it is called is up to the grouping; it has all five and no other.
    refund = (await clusterOf('refund-0')) as Json;
    expect(refund['stats']).toEqual({ issues: 5, conversations: 5 });
    expect(JSON.stringify(all)).not.toContain('@example.com');
  });

  it('tells which of them the documentation answers', async () => {
    const invited = await clusterOf(`other-${ALL_TOPICS.indexOf(TOPICS['invite']?.[0] ?? '')}`);
    expect((await clusters({ documentation: 'answered' })).map(({ id }) => id)).toContain(invited?.id);
    expect((await clusters({ documentation: 'not-answered' })).map(({ id }) => id)).toContain(refund.id);
  });

  it('opens a change request from what is not answered', async () => {
    const path = `${org}/conversations-clusters/${refund.id}/change-requests`;
    const { status, body } = await writer.api.post(path, { space: space.id, subject: 'Explain refunds' });
    expect([status, body.subject, body['conversationsIssuesCluster']]).toEqual([201, 'Explain refunds', refund.id]);
    change = body;
    const at = `${change.urls.location}/content`;
    page = String((await writer.api.get(`${at}/pages`)).body.pages.at(-1)?.id);
    const { markdown } = (await writer.api.get(`${at}/page/${page}`, { query: { format: 'markdown' } })).body;
    expect(markdown).toContain('refund');
    expect(markdown).not.toContain('@example.com');
  });

  it('is written, reviewed and merged', async () => {
    const at = String(change.urls.location);
    const update = { operation: 'update_page', page, title: 'Refunds', document: { markdown: HELP } };
    expect((await writer.api.post(`${at}/content`, { changes: [update] })).status).toBe(200);
    const asked = await writer.api.post(`${at}/requested-reviewers`, { users: [reviewer.id] });
    expect(asked.status).toBeLessThan(300);
    const reviewed = await reviewer.api.post(`${at}/reviews`, { status: 'approved' });
    expect(reviewed.status).toBe(201);
    const merged = await reviewer.api.post(`${at}/merge`);
    expect([merged.status, merged.body['result']]).toEqual([200, 'merge']);
  });

  it('answers then what was asked', async () => {
    await work();
    const path = `${org}/conversations-clusters/${refund.id}`;
    expect((await clusters({ documentation: 'answered' })).map(({ id }) => id)).toContain(refund.id);
    const { items } = (await writer.api.get(`${path}/pages`)).body;
    expect(items[0]).toMatchObject({ id: page, title: 'Refunds', space: { id: space.id } });
    const listed = await writer.api.get(`${org}/change-requests`, {
      query: { conversationsIssuesCluster: refund.id },
    });
    expect(listed.body.items).toMatchObject([{ id: change.id, status: 'merged' }]);
  });
});
