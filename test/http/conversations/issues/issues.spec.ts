import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { TestSupport, ticket } from '../support.js';

describe('issues', () => {
  let server: TestServer;
  let support: TestSupport;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  beforeEach(async () => {
    support = await TestSupport.create(server);
  });
  afterAll(() => server.stop());

  it('say what a user wanted, with the conversation it was found in', async () => {
    const metadata = { createdAt: '2026-01-02T03:04:05.000Z' };
    await support.ingest(ticket('one', '<p>Hello,</p><p>How do I <b>export</b> my pages?</p>', { metadata }));
    expect(await support.get('conversations/one')).not.toHaveProperty('conversation.processedAt');
    await support.read();
    const [found] = await support.issues();
    expect(found).toMatchObject({
      issue: {
        object: 'conversation-issue',
        title: 'How do I export my pages?',
        conversation: 'one',
        language: 'en',
        createdAt: metadata.createdAt,
      },
      conversation: { id: 'one', processedAt: found?.issue['ingestedAt'] },
    });
    const { status, body } = await support.owner.api.get(`${support.org}/conversations-issues/${found?.issue.id}`);
    expect([status, body]).toEqual([200, found]);
  });

  it('are none, one or several of a conversation', async () => {
    await support.ingest(
      ticket('none', 'Thanks a lot!'),
      ticket('several', 'How do I export my pages as PDF?\n\nAnother question: why was my credit card charged twice?'),
    );
    await support.read();
    expect(await support.issues({ conversation: 'none' })).toEqual([]);
    expect(await support.issues({ conversation: 'several' })).toHaveLength(2);
    expect((await support.get('conversations/none'))['conversation']).toHaveProperty('processedAt');
  });

  it('are listed page by page, and by cluster and conversation at once', async () => {
    await support.ask(
      'How do I export my pages as PDF?',
      'Why was my credit card charged twice?',
      'Where is the invoice?',
    );
    const first = await support.get('conversations-issues', { limit: 2 });
    const second = await support.get('conversations-issues', { limit: 2, page: first.next.page });
    const all = [...first.items, ...second.items] as unknown as { issue: Record<string, string> }[];
    expect(new Set(all.map(({ issue }) => issue['title'])).size).toBe(3);
    const { cluster = '', conversation = '', id } = all[0]?.issue ?? {};
    const ids = (await support.issues({ cluster, conversation })).map(({ issue }) => issue.id);
    expect(ids).toEqual([id]);
    expect(await support.issues({ cluster, conversation: 'another' })).toEqual([]);
    expect(await support.issues({ cluster: 'unknown' })).toEqual([]);
  });

  it('of another organization are not found', async () => {
    await support.ask('How do I export my pages as PDF?');
    const [found] = await support.issues();
    const other = await TestSupport.create(server);
    for (const id of [found?.issue.id, 'unknown'])
      expect((await other.owner.api.get(`${other.org}/conversations-issues/${id}`)).status).toBe(404);
    const foreign = await other.owner.api.get(`${support.org}/conversations-issues`);
    expect(foreign.status).toBe(404);
  });
});
