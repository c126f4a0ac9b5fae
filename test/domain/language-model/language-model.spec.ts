import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LanguageModel, ModelRefused, ModelUnavailable } from '#language-model';
import { failing, ModelServer, say } from './model-server.js';

const BUDGET = { maxTokens: 100, timeoutMs: 5_000 };
const HELLO = [{ role: 'user' as const, content: 'Hello' }];

describe('a language model', () => {
  let server: ModelServer;
  let model: LanguageModel;

  beforeEach(async () => {
    server = await ModelServer.start();
    server.reply = (_, response) => say(response, 'Hi');
    model = new LanguageModel({ url: server.url, name: 'small', key: 'secret' }, { concurrency: 2, pauseMs: 5 });
  });
  afterEach(async () => {
    await model.close();
    await server.stop();
  });

  it('is asked by its name and with the key', async () => {
    expect(await model.complete(HELLO, { ...BUDGET, json: true })).toBe('Hi');
    expect(server.asked).toEqual([
      expect.objectContaining({
        model: 'small',
        messages: HELLO,
        max_tokens: 100,
        stream: false,
        authorization: 'Bearer secret',
        response_format: { type: 'json_object' },
      }),
    ]);
  });

  it('is asked again after what may pass: 429, 5xx, a lost connection', async () => {
    server.next.push(failing(500), failing(429, { 'retry-after': '0' }), (_, response) => response.destroy());
    expect(await model.complete(HELLO, BUDGET)).toBe('Hi');
    expect(server.asked).toHaveLength(4);
  });

  it('is given the time it asks for', async () => {
    server.next.push(failing(429, { 'retry-after': '1' }));
    const begun = Date.now();
    await model.complete(HELLO, BUDGET);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
  });

  it('is unavailable after four attempts', async () => {
    server.reply = failing(503);
    await expect(model.complete(HELLO, BUDGET)).rejects.toThrow(ModelUnavailable);
    expect(server.asked).toHaveLength(4);
  });

  it.each([401, 400, 302])('refuses what it answers with %i, and is not asked again', async (status) => {
    server.reply = failing(status, { location: '/elsewhere' });
    await expect(model.complete(HELLO, BUDGET)).rejects.toThrow(ModelRefused);
    expect(server.asked).toHaveLength(1);
  });

  it.each(['', 'Hi', '{}', '{"choices":[]}', '{"choices":[{"message":{"content":null}}]}', 'null'])(
    'refuses the answer %j',
    async (text) => {
      server.reply = (_, response) => response.end(text);
      await expect(model.complete(HELLO, BUDGET)).rejects.toThrow(ModelRefused);
    },
  );

  it('refuses an answer without end', async () => {
    server.reply = (_, response) => response.end(Buffer.alloc(3_000_000, ' '));
    await expect(model.complete(HELLO, BUDGET)).rejects.toThrow('more than 2000000 bytes');
  });

  it('is waited for only so long', async () => {
    server.reply = () => undefined;
    await expect(model.complete(HELLO, { ...BUDGET, timeoutMs: 50 })).rejects.toThrow('did not answer within 0.05 s');
  });

  it('is left when its caller leaves', async () => {
    server.reply = () => undefined;
    const leave = new AbortController();
    const asked = model.complete(HELLO, { ...BUDGET, signal: leave.signal });
    setTimeout(() => leave.abort(), 50);
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is asked for two things at a time', async () => {
    let [open, most] = [0, 0];
    server.reply = (_, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        say(response, 'Hi');
      }, 20);
    };
    await Promise.all(Array.from({ length: 6 }, () => model.complete(HELLO, BUDGET)));
    expect(most).toBe(2);
  });

  it('answers piece by piece, and ends when its reader stops', async () => {
    const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    server.reply = (_, response) => {
      response.write(piece('Good ') + piece('mor').slice(0, 20));
      setTimeout(() => response.end(`${piece('mor').slice(20)}: comment\n\n${piece('ning')}data: [DONE]\n\n`), 20);
    };
    const pieces: string[] = [];
    for await (const text of model.stream(HELLO, BUDGET)) pieces.push(text);
    expect(pieces).toEqual(['Good ', 'mor', 'ning']);
    server.reply = (_, response) => response.write(piece('Good '));
    for await (const text of model.stream(HELLO, BUDGET)) {
      expect(text).toBe('Good ');
      break;
    }
    await new Promise((passed) => setTimeout(passed, 50));
    expect(server.left).toBe(1);
  });
});
