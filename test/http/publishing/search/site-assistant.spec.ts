import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { ModelServer, pieces } from '../../../domain/language-model/model-server.js';
import { TestSite } from '../visits/visits.js';

const dataIn = (text: string): Json[] =>
  text.split('\n\n').flatMap((event) => (event.startsWith('data: {') ? (JSON.parse(event.slice(6)) as Json) : []));

describe('the assistant of a site', () => {
  const DAY = 86_400_000;

  let model: ModelServer;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;

  beforeAll(async () => {
    model = await ModelServer.start();
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
    await server.runJobs();
  });
  afterAll(async () => {
    await server?.stop();
    await model?.stop();
  });
  beforeEach(() => {
    model.asked.length = 0;
    model.reply = pieces('First of', ' all.\n\nThen ', 'the rest.\n%%%\nAnd then?\n');
  });

  const say = (api: ApiClient, content: unknown, more: object = {}) =>
    api.post(`${site.path}/ai/response`, { input: [{ role: 'user', content }], tools: [], model: 'fast', ...more });
  const tree = (text: string) => ({
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
      },
    ],
  });

  it('responds with its start, each block once, questions that may follow, and its finish', async () => {
    const { api } = await site.visit();
    const { status, headers, text } = await say(api, 'Welcome to the guide?');
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    const events = dataIn(text);
    expect(events.map(({ type }) => type)).toEqual([
      'response_start',
      'response_document',
      'response_document',
      'response_followup_suggestion',
      'response_finish',
    ]);
    expect(new Set(events.map(({ messageId }) => messageId)).size).toBe(1);
    expect(JSON.stringify(events[1])).toContain('First of all.');
    expect(JSON.stringify(events[2])).toContain('Then the rest.');
    expect(events[3]).toMatchObject({ suggestions: ['And then?'] });
    expect(text.endsWith('event: done\ndata: done\n\n')).toBe(true);
  });

  it('takes block trees, and remembers what was asked before in the conversation', async () => {
    const { api } = await site.visit();
    const first = dataIn((await say(api, tree('Welcome to the guide?'))).text).at(-1);
    expect(JSON.stringify(model.asked[0])).toContain('Welcome to the guide?');
    await say(api, 'Guide, and more?', { previousResponseId: first?.['responseId'] });
    const asked = JSON.stringify(model.asked[1]);
    expect(asked).toContain('Welcome to the guide?');
    expect(asked).toContain('Guide, and more?');
  });

  it('continues no response of another site, none that is a day old, and none that it never gave', async () => {
    const other = await TestSite.publish(server, ada, ['Other']);
    await server.runJobs();
    const { api } = await site.visit();
    const given = dataIn((await say(api, 'Welcome?')).text).at(-1)?.['responseId'];
    const elsewhere = (await other.visit()).api;
    const body = { input: [{ role: 'user', content: 'More?' }], previousResponseId: given };
    expect((await elsewhere.post(`${other.path}/ai/response`, body)).status).toBe(400);
    expect((await say(api, 'More?', { previousResponseId: 'made up' })).status).toBe(400);
    server.clock.advance(DAY + 60_000);
    expect((await say((await site.visit()).api, 'More?', { previousResponseId: given })).status).toBe(400);
  });

  it('says so where no page says anything', async () => {
    const { api } = await site.visit();
    const { text } = await say(api, 'xylophone zeppelin');
    expect(JSON.stringify(dataIn(text))).toContain('Nothing here answers that.');
  });

  it.each([[''], [17], [null], [{}], [{ nodes: 'none' }], ['x'.repeat(2049)]])(
    'refuses to answer %j',
    async (content) => {
      expect((await say((await site.visit()).api, content)).status).toBe(400);
    },
  );

  it('is not asked by visitors without access to the site', async () => {
    const stranger = await server.administrator();
    expect((await say(stranger.api, 'Welcome?')).status).toBe(404);
    expect((await say(server.anonymous, 'Welcome?')).status).toBe(401);
  });
});
