import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer } from '#testing/test-server';
import { TestSupport, ticket } from '../support.js';

describe('conversations that are ingested', () => {
  let server: TestServer;
  let support: TestSupport;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  beforeEach(async () => {
    support = await TestSupport.create(server);
  });
  afterAll(() => server.stop());

  it('are read as they were sent, one alone and several at once', async () => {
    const body = '# Hello\n\n<b>How</b> do I cancel?';
    const metadata = {
      url: 'https://support.example.com/1',
      attributes: { plan: 'pro' },
      createdAt: '2026-01-02T03:04:05Z',
    };
    expect((await support.ingest(ticket('one', body, { subject: 'Cancelling', metadata }))).status).toBe(204);
    expect((await support.ingest(ticket('two', 'Hi'), ticket('three', 'Hi'))).status).toBe(204);
    const read = await support.get('conversations/one');
    expect(read).toMatchObject({
      conversation: {
        object: 'conversation',
        id: 'one',
        subject: 'Cancelling',
        source: 'api',
        createdAt: '2026-01-02T03:04:05.000Z',
        urls: { source: 'https://support.example.com/1' },
      },
      parts: [{ type: 'message', role: 'user', body }],
      metadata: { ...metadata, createdAt: '2026-01-02T03:04:05.000Z' },
    });
    expect((await support.conversations()).map(({ id }) => id).sort()).toEqual(['one', 'three', 'two']);
  });

  it('have their own address where no other is known', async () => {
    await support.ingest(ticket('a/b ü', 'Hi'));
    const [{ urls }] = (await support.conversations()) as unknown as [{ urls: Record<string, string> }];
    expect(urls['source']).toBe(urls['location']);
    const { status, body } = await support.owner.api.get(new URL(urls['location'] ?? '').pathname);
    expect([status, body]).toMatchObject([200, { conversation: { id: 'a/b ü' } }]);
  });

  it('come in pages, the latest first, those of one source alone if that is wanted', async () => {
    const at = (day: number) => ({
      metadata: { createdAt: `2026-01-0${day}T00:00:00Z` },
    });
    await support.ingest(...[3, 1, 2].map((day) => ticket(`day-${day}`, 'Hi', at(day))));
    const first = await support.get('conversations', {
      limit: 2,
      source: 'api',
    });
    const second = await support.get('conversations', {
      limit: 2,
      source: 'api',
      page: first.next.page,
    });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['day-3', 'day-2', 'day-1']);
    expect(await support.conversations({ source: 'email' })).toEqual([]);
  });

  it('replace the one with the same id, and are not processed again where they say the same', async () => {
    await support.ask('How do I cancel my subscription?');
    await support.ingest(ticket('same', 'Where is my invoice for March?'));
    await support.read();
    const [before] = (await support.issues({
      conversation: 'same',
    })) as unknown as [{ issue: { id: string } }];
    await support.ingest(ticket('same', 'Where is my invoice for March?'));
    await support.read();
    expect((await support.issues({ conversation: 'same' })).map(({ issue }) => issue.id)).toEqual([before.issue.id]);
    await support.ingest(ticket('same', 'How do I invite a colleague?'));
    await support.read();
    const after = await support.issues({ conversation: 'same' });
    expect(after.map(({ issue }) => issue.title)).toEqual(['How do I invite a colleague?']);
  });

  describe('with the same id at another time', () => {
    const WEEK_MS = 7 * 24 * 3_600_000;
    const ago = (weeks: number) => new Date(server.clock.now().getTime() - weeks * WEEK_MS).toISOString();
    const send = async (body: string, createdAt?: string) => {
      await support.ingest(ticket('same', body, createdAt === undefined ? {} : { metadata: { createdAt } }));
      await support.read();
    };
    /** When the conversation and its issue began, and how many weeks ago the pulse of its cluster says. */
    const dates = async () => {
      const { conversation } = (await support.get('conversations/same')) as unknown as { conversation: Json };
      const [found] = await support.issues({ conversation: 'same' });
      const [cluster] = (await support.clusters()) as unknown as [{ weeklyPulse: number[] }];
      const weeks = cluster.weeklyPulse.flatMap((count, at) => (count > 0 ? [12 - at] : []));
      return { began: conversation['createdAt'], issue: found?.issue['createdAt'], weeks };
    };

    it('take that time, be it later or earlier', async () => {
      for (const weeks of [9, 2, 5]) {
        const began = ago(weeks);
        await send('How do I cancel my subscription?', began);
        expect(await dates()).toEqual({ began, issue: began, weeks: [weeks] });
      }
    });

    it('keep the time that is known, where they come without one or with one that is yet to come', async () => {
      const began = ago(3);
      await send('How do I cancel my subscription?', began);
      for (const createdAt of [undefined, ago(-1)]) {
        await send(`How do I cancel my subscription, please? ${createdAt ?? ''}`, createdAt);
        expect(await dates()).toEqual({ began, issue: began, weeks: [3] });
      }
    });

    it('are kept for as long as that time says', async () => {
      await support.owner.api.patch(`${support.org}/conversations-settings`, { retentionDays: 30 });
      await send('How do I cancel my subscription?', ago(8));
      await send('How do I cancel my subscription?', ago(1));
      await server.runJob('conversations.purge-conversations');
      expect(await support.conversations()).toHaveLength(1);
      await send('How do I cancel my subscription?', ago(8));
      await server.runJob('conversations.purge-conversations');
      expect(await support.conversations()).toEqual([]);
    });
  });

  it('keep their ids as they are, whatever these look like', async () => {
    const ids = ['<CAF+x1@mail.example.com>', '4111 1111 1111 1111', 'Zx8Kq2Lm9Pw4Rt7Yv1Bn6Cd3Fg5Hj0'];
    await support.ingest(...ids.map((id) => ticket(id, 'How do I cancel?')));
    for (const id of ids)
      expect(await support.get(`conversations/${encodeURIComponent(id)}`)).toMatchObject({ conversation: { id } });
  });

  it('may have 1,048,576 characters', async () => {
    const body = 'x'.repeat(1_048_576);
    expect((await support.ingest(ticket('long', body))).status).toBe(204);
    expect(await support.get('conversations/long')).toMatchObject({ parts: [{ body }] });
  });

  it('are the last of those with the same id in one request', async () => {
    await support.ingest(ticket('twice', 'first'), ticket('twice', 'second'));
    expect(await support.get('conversations/twice')).toMatchObject({
      parts: [{ body: 'second' }],
    });
  });

  it('hold nothing that identifies people or opens accounts', async () => {
    const secrets = [
      'ada@example.com',
      '+49 30 901820',
      '4111 1111 1111 1111',
      'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    ];
    const body = `Write to ${secrets[0]}, call ${secrets[1]}, card ${secrets[2]}, token ${secrets[3]}. How do I pay?`;
    const metadata = {
      attributes: { mail: secrets[0], note: secrets[2] },
      url: 'https://example.com/?mail=ada@example.com',
    };
    await support.ingest(ticket('masked', body, { subject: `From ${secrets[0]}`, metadata }));
    await support.read();
    const rows = await server.rows(
      `select row_to_json(c)::text as text from conversations.conversation c where organization_id = $1
       union all select row_to_json(i)::text from conversations.issue i where organization_id = $1
       union all select row_to_json(k)::text from conversations.cluster k where organization_id = $1`,
      [support.owner.organization],
    );
    expect(rows).toHaveLength(3);
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
    const { parts } = (await support.get('conversations/masked')) as unknown as { parts: [{ body: string }] };
    expect(parts[0].body).toMatch(/^Write to \[.+\], call \[.+\], card \[.+\], token \[.+\]\.? How do I pay\?$/);
  });

  it.each([
    ['no id', { parts: [] }],
    ['an empty id', ticket('', 'Hi')],
    ['a long id', ticket('x'.repeat(256), 'Hi')],
    ['no parts', { id: 'a' }],
    ['a part of another type', { id: 'a', parts: [{ type: 'note', role: 'user', body: '' }] }],
    ['an unknown role', { id: 'a', parts: [{ type: 'message', role: 'robot', body: '' }] }],
    ['a long subject', ticket('a', 'Hi', { subject: 'x'.repeat(513) })],
    ['a body of more than 1,048,576 characters', ticket('a', 'x'.repeat(1_048_577))],
    [
      'parts of more than 1,048,576 characters together',
      {
        id: 'a',
        parts: [0, 1].map(() => ({
          type: 'message',
          role: 'user',
          body: 'x'.repeat(600_000),
        })),
      },
    ],
    ['attributes that are no texts', ticket('a', 'Hi', { metadata: { attributes: { plan: 1 } } })],
    ['a time of a form that nothing here reads', ticket('a', 'Hi', { metadata: { createdAt: '20261001T101010Z' } })],
    ['a time that is none', ticket('a', 'Hi', { metadata: { createdAt: 'yesterday' } })],
    ['an address that is none', ticket('a', 'Hi', { metadata: { url: 'javascript:alert(1)' } })],
    ['101 at once', Array.from({ length: 101 }, (_, at) => ticket(`t-${at}`, 'Hi'))],
    ['one that is wrong among others', [ticket('right', 'Hi'), { id: 'wrong' }]],
    ['nothing', null],
    ['a text', 'Hi'],
    ['a list in a list', [[ticket('a', 'Hi')]]],
  ])('are refused with %s, and none of them is stored', async (_, body) => {
    const answer = await support.owner.api.post(`${support.org}/conversations`, body as object);
    expect(answer.status).toBe(400);
    expect(await support.conversations()).toEqual([]);
  });

  it('may be none', async () => {
    expect((await support.owner.api.post(`${support.org}/conversations`, [] as unknown as object)).status).toBe(204);
  });

  it('of another organization are not seen, nor replaced', async () => {
    await support.ingest(ticket('mine', 'Hi'));
    const other = await TestSupport.create(server);
    await other.ingest(ticket('mine', 'Ho'));
    expect(await support.get('conversations/mine')).toMatchObject({
      parts: [{ body: 'Hi' }],
    });
    expect((await other.owner.api.get(`${support.org}/conversations/mine`)).status).toBe(404);
    expect((await other.owner.api.get(`${other.org}/conversations/theirs`)).status).toBe(404);
  });
});

describe('how long conversations are kept', () => {
  let server: TestServer;
  let support: TestSupport;

  beforeAll(async () => {
    server = await TestServer.shared();
    support = await TestSupport.create(server);
  });
  afterAll(() => server.stop());

  const setTo = (retentionDays: unknown) =>
    support.owner.api.patch(`${support.org}/conversations-settings`, {
      retentionDays,
    });

  it('is for ever at first, and what administrators set afterwards', async () => {
    expect(await support.get('conversations-settings')).toEqual({
      object: 'conversation-settings',
      retentionDays: null,
    });
    expect((await setTo(30)).body).toEqual({
      object: 'conversation-settings',
      retentionDays: 30,
    });
    expect((await setTo(undefined)).body).toMatchObject({ retentionDays: 30 });
    for (const wrong of [0, -1, 1.5, '30', 36_501]) expect((await setTo(wrong)).status).toBe(400);
    expect((await setTo(null)).body).toMatchObject({ retentionDays: null });
  });

  it('ends with the conversation, its issues, and clusters that have no others', async () => {
    const old = new Date(server.clock.now().getTime() - 40 * 24 * 3_600_000).toISOString();
    await support.ingest(
      ticket('old', 'How do I cancel my subscription?', {
        metadata: { createdAt: old },
      }),
      ticket('old-alone', 'The printer of the office makes strange noises, why?', { metadata: { createdAt: old } }),
      ticket('new', 'How do I cancel my subscription?'),
    );
    await support.read();
    expect((await support.clusters()).map(({ stats }) => stats)).toHaveLength(2);
    await server.runJob('conversations.purge-conversations');
    expect(await support.conversations()).toHaveLength(3);
    await setTo(30);
    await server.runJob('conversations.purge-conversations');
    expect((await support.conversations()).map(({ id }) => id)).toEqual(['new']);
    expect((await support.issues()).map(({ conversation }) => conversation.id)).toEqual(['new']);
    expect((await support.clusters()).map(({ stats }) => stats)).toEqual([{ issues: 1, conversations: 1 }]);
  });
});
