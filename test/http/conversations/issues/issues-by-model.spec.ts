import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { failing, ModelServer, say } from '../../../domain/language-model/model-server.js';
import { TestSupport, ticket } from '../support.js';

const TEXT = 'I paid twice for March. How do I get the second payment back? Write to ada@example.com';
const FOUND = { title: 'Get a second payment back', summary: 'The user paid twice for March.', language: 'en' };

describe('issues that a language model finds', () => {
  let model: ModelServer;
  let server: TestServer;
  let support: TestSupport;

  beforeAll(async () => {
    model = await ModelServer.start();
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
  });
  beforeEach(async () => {
    model.asked.length = 0;
    support = await TestSupport.create(server);
    // Where the model failed in a test before, it would be left alone for a minute.
    await support.read();
  });
  afterAll(async () => {
    await server?.stop();
    await model?.stop();
  });

  const answer = (content: unknown) => {
    model.reply = (_, response: ServerResponse) =>
      say(response, typeof content === 'string' ? content : JSON.stringify(content));
  };
  const titles = async (): Promise<string[]> => (await support.issues()).map(({ issue }) => issue.title);

  it('are those of its answer, and it gets masked text alone', async () => {
    answer({ issues: [FOUND] });
    await support.ingest(ticket('one', `<p>${TEXT}</p>`, { subject: 'Payment of ada@example.com' }));
    await support.read();
    expect((await support.issues()).map(({ issue }) => issue)).toMatchObject([FOUND]);
    expect(model.asked).toHaveLength(1);
    expect(JSON.stringify(model.asked)).toContain('I paid twice for March.');
    expect(JSON.stringify(model.asked)).not.toContain('ada@example.com');
  });

  it('are the same for the same text, without asking again', async () => {
    answer({ issues: [FOUND] });
    await support.ingest(ticket('one', TEXT), ticket('two', TEXT));
    await support.read();
    answer({ issues: [{ ...FOUND, title: 'Another payment' }] });
    await support.ingest(ticket('three', TEXT));
    await support.read();
    expect(await titles()).toEqual([FOUND.title, FOUND.title, FOUND.title]);
    expect(model.asked.filter(({ messages }) => messages[0]?.content.startsWith('You read'))).toHaveLength(1);
  });

  it('may be none', async () => {
    answer({ issues: [] });
    await support.ask(TEXT);
    expect(await titles()).toEqual([]);
  });

  it.each([
    ['no JSON', 'Sure! Here is what I found.'],
    ['something else', { answer: 42 }],
    ['too many', { issues: Array(6).fill(FOUND) }],
    ['an issue without a title', { issues: [{ summary: 'x' }] }],
    ['an issue about something else', { issues: [{ title: 'Buy gold now', summary: 'Cheap', language: 'en' }] }],
    ['null', 'null'],
  ])('are found by the text where it answers %s', async (_, content) => {
    answer(content);
    await support.ask(TEXT);
    expect(await titles()).toEqual(['How do I get the second payment back?']);
  });

  it('are cut, in one line, masked and without tags, whatever it answers', async () => {
    const title = `Second <script>alert(1)</script> payment\n\nof bob@example.com ${'x'.repeat(500)}`;
    answer({ issues: [{ title, summary: 'y'.repeat(5_000), language: 'klingon' }] });
    await support.ask(TEXT);
    const [found] = await support.issues();
    expect(found?.issue.title.length).toBeLessThanOrEqual(120);
    expect(found?.issue.title).not.toMatch(/[\n<>]|bob@/);
    expect(found?.issue['language']).toBe('en');
  });

  it('are found by the text in an organization that does not let it read', async () => {
    answer({ issues: [FOUND] });
    await support.owner.api.patch(support.org, { ai: false });
    await support.ask(TEXT);
    expect(await titles()).toEqual(['How do I get the second payment back?']);
    expect(model.asked).toEqual([]);
  });

  it('are found by the text while it is away, and it is left alone for a while', async () => {
    model.reply = failing(500);
    await support.ask(TEXT);
    const { length } = model.asked;
    await support.ask('Why was my credit card charged twice?');
    expect(await titles()).toHaveLength(2);
    expect(model.asked).toHaveLength(length);
  }, 60_000);
});
