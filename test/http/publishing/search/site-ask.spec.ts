import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import type { ApiClient, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { failing, ModelServer, pieces } from '../../../domain/language-model/model-server.js';
import { TestSite } from '../visits/visits.js';

const whole = (content: string) => (_: unknown, response: ServerResponse) =>
  response.end(JSON.stringify({ choices: [{ message: { content } }] }));

/** What the events of a stream carry, in the order in which they came. */
const eventsIn = (text: string): string[] => text.split('\n\n').filter((event) => event !== '');
const dataIn = (text: string): Json[] =>
  eventsIn(text).flatMap((event) => (event.startsWith('data: ') ? (JSON.parse(event.slice(6)) as Json) : []));

describe('asking a site', () => {
  let model: ModelServer;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let space: TestSpace;
  let page: string;

  beforeAll(async () => {
    model = await ModelServer.start();
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide', 'Variant']);
    await site.patch({ adaptiveContent: { enabled: true } });
    const [guide] = await site.siteSpaces();
    space = TestSpace.at(ada.api, (guide?.space as Json).id);
    page = await space.insert(
      'Install',
      'Run the installer.\n\n{% if visitor.claims.unsigned.vip === "yes" %}\n\nThe installer has a side door.\n\n{% endif %}\n',
    );
    await space.insert('Hidden', 'The installer has a secret.', { condition: 'visitor.claims.unsigned.vip == "yes"' });
    const beside = await TestSpace.create(ada);
    await beside.insert('Beside', 'The installer of another product.');
    await server.runJobs();
  });
  afterAll(async () => {
    await server?.stop();
    await model?.stop();
  });
  beforeEach(() => {
    model.asked.length = 0;
    model.reply = pieces('Run **it**', '.\n%%', '%\nHow is it upgraded?\n');
  });

  const visitor = async (claims: Record<string, string> = {}) =>
    (await site.visit('', { visitor: { unsignedClaims: claims } })).api;
  const ask = (api: ApiClient, body: object = {}, format = 'markdown') =>
    api.post(`${site.path}/ask`, { question: 'How does the installer run?', ...body }, { query: { format } });

  it('is answered as events, each with more of the answer, and ends with the word done', async () => {
    const { status, headers, text } = await ask(await visitor(), {
      scope: { mode: 'default' },
      session: { visitorId: 'a' },
    });
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    // A proxy passes each event on at once.
    expect(headers['x-accel-buffering']).toBe('no');
    const answers = dataIn(text).map(({ type, answer }) => ({ type, ...(answer as object) })) as unknown as Json[];
    expect(answers.map(({ answer }) => (answer as Json).markdown)).toEqual([
      'Run **it**',
      'Run **it**.',
      'Run **it**.',
      'Run **it**.',
    ]);
    expect(answers.at(-1)).toEqual({
      type: 'answer',
      answer: { markdown: 'Run **it**.' },
      followupQuestions: ['How is it upgraded?'],
      sources: [{ type: 'page', space: space.id, revision: await space.revision(), page, sections: [page] }],
    });
    expect(eventsIn(text).at(-1)).toBe('event: done\ndata: done');
  });

  it('is answered as a block tree by default', async () => {
    const { text } = await (await visitor()).post(`${site.path}/ask`, { question: 'installer' });
    const answer = dataIn(text).at(-1)?.answer as { answer: { document: Json } };
    expect(answer.answer.document).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] });
  });

  it('is answered from what the site shows the visitor alone', async () => {
    const given = () => model.asked[0]?.messages.at(-1)?.content;
    await ask(await visitor());
    expect(given()).toContain('Run the installer.');
    expect(given()).not.toMatch(/side door|a secret|another product/);
    model.asked.length = 0;
    await ask(await visitor({ vip: 'yes' }));
    expect(given()).toMatch(/side door[^]*a secret/);
    expect(given()).not.toContain('another product');
  });

  it('is asked of the site spaces in the scope', async () => {
    const [, variant] = await site.siteSpaces();
    const { text } = await ask(await visitor(), { scope: { mode: 'specific', siteSpaceIds: [variant?.id] } });
    expect(text).toBe('event: done\ndata: done\n\n');
    expect(model.asked).toEqual([]);
  });

  it('ends with an error where the model breaks off', async () => {
    model.reply = failing(401);
    const { status, text } = await ask(await visitor());
    expect(status).toBe(200);
    expect(text).toBe('event: error\ndata: {"type":"error","error":{"message":"The answer could not be given"}}\n\n');
  });

  it('is for members with the role read, and for visitors', async () => {
    const guest = await server.member(ada.organization, null);
    const reader = await server.member(ada.organization, 'read');
    expect((await ask(guest.api)).status).toBe(403);
    expect((await ask(reader.api)).status).toBe(200);
    expect((await ask(server.anonymous)).status).toBe(401);
    expect((await ask(ada.api, { question: '' })).status).toBe(400);
  });

  describe('questions to ask', () => {
    const suggested = async (api: ApiClient, query: Record<string, string> = {}) =>
      (await api.get(`${site.path}/ask/questions`, { query })).text;

    it('are made by the model of the pages that the visitor sees, once', async () => {
      model.reply = whole('1. How is it run?\n- Where is it kept?\n');
      const text = await suggested(await visitor());
      expect(dataIn(text)).toEqual([{ question: 'How is it run?' }, { question: 'Where is it kept?' }]);
      expect(eventsIn(text).at(-1)).toBe('event: done\ndata: done');
      expect(model.asked[0]?.messages.at(-1)?.content).toContain('Install');
      expect(model.asked[0]?.messages.at(-1)?.content).not.toContain('Hidden');
      expect(await suggested(await visitor())).toBe(text);
      expect(model.asked).toHaveLength(1);
      await suggested(await visitor({ vip: 'yes' }));
      expect(model.asked[1]?.messages.at(-1)?.content).toContain('Hidden');
    });

    it('are about one site space, or one space, where it is named', async () => {
      model.reply = whole('Why?');
      const [, variant] = await site.siteSpaces();
      await suggested(await visitor(), { siteSpaceId: variant?.id ?? '' });
      expect(model.asked[0]?.messages.at(-1)?.content).toContain('Variant home');
      expect(model.asked[0]?.messages.at(-1)?.content).not.toContain('Install');
      await suggested(await visitor(), { spaceId: (variant?.space as Json).id });
      expect(model.asked).toHaveLength(1);
      expect(await suggested(await visitor(), { siteSpaceId: 'unknown' })).toBe('event: done\ndata: done\n\n');
    });

    it('are none where there is no model', async () => {
      const plain = await TestServer.shared();
      const grace = await plain.administrator();
      const other = await TestSite.publish(plain, grace, ['Guide']);
      await plain.runJobs();
      const { status, text } = await grace.api.get(`${other.path}/ask/questions`);
      expect([status, text]).toEqual([200, 'event: done\ndata: done\n\n']);
      const told = await ask(grace.api, { question: 'welcome' }).catch(() => undefined);
      expect(told?.status).toBe(404);
      await plain.stop();
    });
  });
});
