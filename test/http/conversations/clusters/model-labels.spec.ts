import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { failing, ModelServer, say } from '../../../domain/language-model/model-server.js';
import { TestSupport } from '../support.js';
import { TOPICS } from '../topics.js';

const { cancel: CANCEL = [], invite: INVITE = [] } = TOPICS;
const LABEL = { label: 'What the model says', summary: 'Users want what the model says.', icon: 'bell' };

describe('clusters that a language model describes', () => {
  let model: ModelServer;
  let server: TestServer;
  let support: TestSupport;

  beforeAll(async () => {
    model = await ModelServer.start();
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
  });
  beforeEach(async () => {
    support = await TestSupport.create(server);
    model.asked.length = 0;
    model.reply = (_, response) => say(response, JSON.stringify(LABEL));
  });
  afterAll(async () => {
    await server.stop();
    await model.stop();
  });

  const shown = async () =>
    (await support.clusters({ orderBy: 'issues' })).map(({ label, summary, icon }) => ({ label, summary, icon }));
  /** Lets all clusters be described anew. */
  async function again(): Promise<void> {
    await server.rows('update conversations.cluster set described_issues = 0 where organization_id = $1', [
      support.owner.organization,
    ]);
    await server.runJob('conversations.describe-clusters', { organizationId: support.owner.organization });
  }

  it('have the label, summary and icon that it answers, and it is not asked the same again', async () => {
    await support.ask(...CANCEL);
    expect((await shown())[0]).toEqual(LABEL);
    const { length } = model.asked;
    expect(length).toBeGreaterThan(0);
    await again();
    expect(model.asked).toHaveLength(length);
    expect((await shown())[0]).toEqual(LABEL);
  });

  it('are shown to it masked and as data, and one of a single issue is not', async () => {
    await support.ask(...CANCEL.map((text) => `${text} My address is ada.lovelace@example.com`));
    const asked = model.asked.map(({ messages }) => messages);
    expect(JSON.stringify(asked)).not.toContain('lovelace');
    const data = JSON.parse(asked.at(-1)?.[1]?.content ?? '') as { questions: { title: string }[] };
    expect(data.questions.map(({ title }) => title).some((title) => title.includes('subscription'))).toBe(true);
    model.asked.length = 0;
    const other = await TestSupport.create(server);
    await other.ask(INVITE[0] ?? '');
    expect(model.asked.filter(({ messages }) => messages[0]?.content.startsWith('You describe'))).toEqual([]);
    expect((await other.clusters())[0]?.['label']).toBe(INVITE[0]);
  });

  it.each([
    'I am sorry',
    '{"label":"<b>x</b>","summary":"x","icon":"bell"}',
    '{"label":"Write to ada@example.com","summary":"x","icon":"bell"}',
  ])('are described by their texts where it answers %j, which is not asked for again', async (nonsense) => {
    model.reply = (_, response) => say(response, nonsense);
    await support.ask(...CANCEL);
    const [cluster] = await shown();
    expect(cluster?.label.toLowerCase()).toContain('subscription');
    expect(CANCEL).toContain(cluster?.summary);
    const { length } = model.asked;
    await again();
    expect(model.asked).toHaveLength(length);
  });

  it('are not sent to it where the organization has switched AI off', async () => {
    await support.owner.api.patch(support.org, { ai: false });
    await support.ask(...CANCEL);
    expect(model.asked).toEqual([]);
    expect((await shown())[0]?.label.toLowerCase()).toContain('subscription');
  });

  it('are described by their texts where it refuses, and it is left alone for a while', async () => {
    model.reply = failing(401);
    await support.ask(...CANCEL);
    expect((await shown())[0]?.label.toLowerCase()).toContain('subscription');
    const { length } = model.asked;
    // Once for each of those that were on their way, while issues were looked for.
    expect(length).toBeLessThanOrEqual(CANCEL.length);
    const other = await TestSupport.create(server);
    await other.ask(...INVITE);
    expect(model.asked).toHaveLength(length);
    expect(await other.clusters()).not.toEqual([]);
  });
});
