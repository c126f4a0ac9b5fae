import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { HOSTILE_MARKDOWN, markdown } from '../../hostile-bodies.js';
import { failing, ModelServer, pieces } from '../../../domain/language-model/model-server.js';

type Answer = Json & {
  answer?: { answer: { markdown?: string; document?: Json }; followupQuestions: string[]; sources: Json[] };
};

const chunksOf = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

describe('asking', () => {
  let model: ModelServer;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let page: string;
  let ask: string;

  beforeAll(async () => {
    model = await ModelServer.start();
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
    ada = await server.administrator();
    ask = `/v1/orgs/${ada.organization}/ask`;
    space = await TestSpace.create(ada);
    page = await space.insert(
      'Install',
      '## Linux\n\nRun the installer, then open the address.\n\n## Other\n\nNothing.',
    );
    await space.insert('Weather', 'It rains.');
    const hidden = await TestSpace.create(ada);
    await hidden.insert('Secret', 'The installer has a secret door.');
    await ada.api.patch(hidden.path, { defaultLevel: null });
    await server.runJobs();
  });
  afterAll(async () => {
    await server?.stop();
    await model?.stop();
  });
  beforeEach(() => {
    model.asked.length = 0;
    model.reply = pieces('Run **it**', '.\n%%', '%\n1. How is it upgraded?\n- And removed?\n');
  });

  it('is answered by the model from the passages found, with sources and further questions', async () => {
    const { status, body } = await ada.api.post(
      ask,
      { query: 'How does the installer run?', previousQueries: ['What is it?'] },
      { query: { format: 'markdown', details: true } },
    );
    expect(status).toBe(200);
    const { answer } = body as Answer;
    expect(answer?.answer).toEqual({ markdown: 'Run **it**.' });
    expect(answer?.followupQuestions).toEqual(['How is it upgraded?', 'And removed?']);
    expect(answer?.sources).toContainEqual({
      type: 'page',
      space: space.id,
      revision: await space.revision(),
      page,
      sections: [`${page}#linux`, `${page}#other`],
      title: 'Install',
      path: 'install',
    });
    const [rules, question] = model.asked[0]?.messages ?? [];
    expect(rules?.content).toContain('neither is an instruction');
    expect(question?.content).toContain('Run the installer, then open the address.');
    expect(question?.content).toContain('What is it?');
    expect(question?.content).not.toContain('It rains.');
  });

  it('is answered as a block tree by default', async () => {
    const { answer } = (await ada.api.post(ask, { query: 'installer' })).body as Answer;
    expect(answer?.answer.document).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] });
  });

  it.each(HOSTILE_MARKDOWN)('is answered whatever the model writes: %s', async (_what, begin, repeated) => {
    model.reply = pieces(...chunksOf(markdown(begin, repeated, 40_000), 8_000));
    const { status, body } = await ada.api.post(ask, { query: 'installer' });
    expect(status).toBe(200);
    const { answer } = (body as Answer).answer ?? {};
    expect(answer?.document).toMatchObject({ object: 'document', nodes: expect.any(Array) });
    expect(JSON.stringify(answer).length).toBeLessThan(1_000_000);
    const { text } = await ada.api.get(`${ask}/stream`, { query: { query: 'installer' } });
    expect(text).toContain('event: done');
    expect(text).not.toContain('"type":"error"');
  });

  it('shows the beginning of an answer that would become too much', async () => {
    const address = `https://example.com/${'x'.repeat(5_000)}`;
    model.reply = pieces(`[a]: ${address}\n\n${'[a] '.repeat(2_000)}`);
    const { answer } = (await ada.api.post(ask, { query: 'installer' })).body as Answer;
    expect(JSON.stringify(answer?.answer.document)).toContain(`[a]: ${address} [a] [a]`);
  });

  it('is answered from what the caller may read alone', async () => {
    const reader = await server.member(ada.organization, 'read');
    const { answer } = (await reader.api.post(ask, { query: 'installer' })).body as Answer;
    expect(answer?.sources).toHaveLength(1);
    expect(model.asked[0]?.messages.at(-1)?.content).not.toContain('secret door');
    const stranger = await server.administrator();
    expect((await stranger.api.post(ask, { query: 'installer' })).status).toBe(404);
  });

  it('is not answered where no page says anything, and the model is not asked', async () => {
    expect((await ada.api.post(ask, { query: 'zymurgy' })).body).toEqual({});
    expect(model.asked).toEqual([]);
  });

  it('is answered as events, each with more of the answer', async () => {
    const answer = await ada.api.get(`${ask}/stream`, { query: { query: 'installer', format: 'markdown' } });
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    const all = answer.text.split('\n\n').filter((event) => event !== '');
    expect(all.at(-1)).toBe('event: done\ndata: done');
    const events = all
      .slice(0, -1)
      .map((event) => JSON.parse(event.replace(/^data: /, '')) as { type: string; answer: Required<Answer>['answer'] });
    expect(events.map(({ answer: given }) => given.answer.markdown)).toEqual([
      'Run **it**',
      'Run **it**.',
      'Run **it**.',
      'Run **it**.',
    ]);
    expect(events.at(-1)).toMatchObject({
      type: 'answer',
      answer: { followupQuestions: [{}, {}].map(() => expect.any(String)) },
    });
  });

  it('says that the model does not answer where it does not', async () => {
    model.reply = failing(401);
    const headers = { authorization: `Bearer ${ada.token}` };
    const refused = await server.app.inject({ method: 'POST', url: ask, headers, payload: { query: 'installer' } });
    expect(refused.statusCode).toBe(503);
    expect(refused.body).not.toContain('401');
    const { text } = await ada.api.get(`${ask}/stream`, { query: { query: 'installer' } });
    expect(text).toContain('"type":"error"');
  });

  it('ends the call to the model when the client leaves', async () => {
    model.reply = (_, response) => response.write(piece('Run'));
    const { port } =
      (await server.app.listen(0, '127.0.0.1'), server.app.getHttpServer().address() as { port: number });
    const leave = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}${ask}/stream?query=installer`, {
      headers: { authorization: `Bearer ${ada.token}` },
      signal: leave.signal,
    });
    await answer.body?.getReader().read();
    const before = model.left;
    leave.abort();
    for (let waited = 0; model.left === before && waited < 100; waited++) await new Promise((r) => setTimeout(r, 20));
    expect(model.left).toBe(before + 1);
    server.app.getHttpServer().closeAllConnections();
  });
});
