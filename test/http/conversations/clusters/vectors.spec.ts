import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { embedding, failing, ModelServer, say, vectors } from '../../../domain/language-model/model-server.js';
import { leftovers } from '../../../contexts/conversations/true-counts.js';
import { TestSupport, ticket } from '../support.js';
import { LATER, MEANINGS, vectorOf, type Meaning } from './meanings.js';

const NAMES = Object.keys(MEANINGS) as Meaning[];
const ALL = Object.values(MEANINGS).flat();
const MINUTE_MS = 61_000;

type Reply = ModelServer['reply'];

describe('clusters of issues by the vectors of an embedding model', () => {
  let model: ModelServer;
  let server: TestServer;
  let support: TestSupport;
  /** How requests for vectors are answered. */
  let reply: Reply;

  const env = (embeddingModel: string) => ({
    QUIRE_MODEL_URL: model.url,
    QUIRE_MODEL_NAME: 'small',
    QUIRE_MODEL_EMBEDDING: embeddingModel,
  });

  beforeAll(async () => {
    model = await ModelServer.start();
    model.reply = (asked, response) =>
      asked.path.endsWith('/embeddings') ? reply(asked, response) : say(response, 'I can not help with that.');
    server = await TestServer.start({ env: env('meaning') });
  });
  beforeEach(async () => {
    reply = embedding(vectorOf);
    // Where the model failed in a test before, it would be left alone for a minute.
    server.clock.advance(MINUTE_MS);
    support = await TestSupport.create(server);
    model.asked.length = 0;
  });
  afterAll(async () => {
    await server.stop();
    await model.stop();
  });

  /** The texts that vectors were wanted for, one after the other. */
  const embedded = (): string[] => model.asked.flatMap(({ input = [] }) => input);
  const rows = <R extends object>(sql: string, values: unknown[] = []): Promise<(R & {})[]> =>
    server.rows<R & {}>(sql, values);
  const stored = async (organization: string): Promise<number> =>
    (await rows('select from conversations.issue_vector where organization_id = $1', [organization])).length;
  /** The cluster of each question, by the question. */
  async function clusterOf(of = support): Promise<Map<string, string>> {
    return new Map((await of.issues()).map(({ issue }) => [issue.title, String(issue['cluster'])]));
  }
  async function expectNothingLost(issues: number, of = support): Promise<void> {
    expect(await leftovers(rows, of.owner.organization)).toEqual([]);
    expect(await of.issues()).toHaveLength(issues);
  }
  /** Expects that all questions of a meaning are in one cluster of their own; returns these clusters. */
  async function expectMeanings(of = support): Promise<Record<Meaning, string>> {
    const clusters = await clusterOf(of);
    const found = NAMES.map((name) => [...new Set(MEANINGS[name].map((text) => clusters.get(text)))]);
    expect(found.map(({ length }) => length)).toEqual(NAMES.map(() => 1));
    const ids = Object.fromEntries(NAMES.map((name, at) => [name, found[at]?.[0] ?? '']));
    expect(new Set(Object.values(ids)).size).toBe(NAMES.length);
    return ids as Record<Meaning, string>;
  }

  it('have what means the same in other words and languages, at night, and from then on at once', async () => {
    await support.ask(...ALL);
    // So far only by their words.
    expect(new Set((await clusterOf()).values()).size).toBeGreaterThan(NAMES.length);
    await support.group();
    const ids = await expectMeanings();
    await support.ask(...Object.values(LATER));
    const clusters = await clusterOf();
    for (const name of NAMES) expect(clusters.get(LATER[name])).toBe(ids[name]);
    await support.group();
    expect(await expectMeanings()).toEqual(ids);
    await expectNothingLost(ALL.length + NAMES.length);
  });

  it('are others for what is like none of them, whatever words it shares, and the next like it joins it', async () => {
    await support.ask(...ALL);
    await support.group();
    const ids = Object.values(await expectMeanings());
    const strange = ['How do I reset the export of a refund?', 'How do I reset an export of the refund?'];
    const near = vectorOf('something else');
    reply = embedding((text) => (strange.some((known) => text.includes(known)) ? near : vectorOf(text)));
    for (const text of strange) await support.ask(text);
    const clusters = await clusterOf();
    expect(ids).not.toContain(clusters.get(strange[0] ?? ''));
    expect(clusters.get(strange[1] ?? '')).toBe(clusters.get(strange[0] ?? ''));
  });

  it('cost one question for each text, however often it comes', async () => {
    await support.ask(...ALL, ...ALL, ...ALL);
    await support.group();
    await support.group();
    const asked = embedded();
    expect(asked.length).toBe(new Set(asked).size);
    expect(asked.length).toBe(ALL.length);
    expect(await stored(support.owner.organization)).toBe(3 * ALL.length);
  });

  it('are made of masked texts alone', async () => {
    await support.ask(...ALL.map((text) => `${text} My address is ada.lovelace@example.com, +49 30 901820.`));
    await support.group();
    expect(embedded().length).toBeGreaterThan(0);
    expect(JSON.stringify(model.asked)).not.toMatch(/lovelace|901820/);
    expect(JSON.stringify(embedded())).toContain('[e-mail]');
  });

  it('are made by words in an organization that has switched AI off, and the model is not asked', async () => {
    await support.ask(...ALL);
    await support.group();
    await support.owner.api.patch(support.org, { ai: false });
    model.asked.length = 0;
    await support.ask(...Object.values(LATER));
    await support.group();
    expect(model.asked).toEqual([]);
    await expectNothingLost(ALL.length + NAMES.length);
    const [grouping] = await rows<{ model: string | null }>(
      'select vector_model as model from conversations.grouping where organization_id = $1',
      [support.owner.organization],
    );
    expect(grouping?.model).toBeNull();
  });

  it('of two organizations know nothing of each other', async () => {
    await support.ask(...ALL);
    await support.group();
    const own = await clusterOf();
    const other = await TestSupport.create(server);
    await other.ask(...ALL);
    await other.group();
    const others = Object.values(await expectMeanings(other));
    expect([...own.values()].filter((id) => others.includes(id))).toEqual([]);
    await other.ask(LATER.refund);
    expect(await clusterOf()).toEqual(own);
    expect(await stored(support.owner.organization)).toBe(ALL.length);
  });

  it('keep no vector of a conversation that is deleted, also while the model is asked', async () => {
    const { organization } = support.owner;
    const remove = (id: string) =>
      rows('delete from conversations.conversation where organization_id = $1 and id = $2', [organization, id]);
    reply = async (asked, response) => {
      await remove('gone');
      return embedding(vectorOf)(asked, response);
    };
    await support.ingest(ticket('gone', LATER.refund), ticket('kept', LATER.export), ticket('old', LATER.password));
    await support.read();
    await expectNothingLost(2);
    expect(await stored(organization)).toBe(2);
    await remove('old');
    expect(await stored(organization)).toBe(1);
    await support.ask(...ALL);
    await support.group();
    await rows('delete from conversations.conversation where organization_id = $1', [organization]);
    expect(await stored(organization)).toBe(0);
    expect(await rows('select from conversations.cluster_vector where organization_id = $1', [organization])).toEqual(
      [],
    );
  });

  it('go on where one text is refused, and with all others by vectors', async () => {
    const refused = 'How do I reset my password?';
    reply = (asked, response) =>
      (asked.input?.some((text) => text.includes(refused)) ? failing(413) : embedding(vectorOf))(asked, response);
    await support.ask(...ALL);
    await support.group();
    expect(await stored(support.owner.organization)).toBe(ALL.length - 1);
    const clusters = await clusterOf();
    for (const name of NAMES) {
      const texts = MEANINGS[name].filter((text) => text !== refused);
      expect(new Set(texts.map((text) => clusters.get(text))).size).toBe(1);
    }
    await expectNothingLost(ALL.length);
  });

  it.each<[string, Reply]>([
    ['refuses', failing(401)],
    ['refuses each text', failing(400)],
    ['does not answer', () => undefined],
    ['answers nothing', (_, response) => vectors(response, [])],
    ['answers something else', (_, response) => response.end('{"data": [{"embedding": "x"}]}')],
  ])(
    'are made by words while the model %s, which is left alone for a minute, and by vectors afterwards',
    async (_, fails) => {
      await support.ask(...ALL);
      await support.group();
      const ids = await expectMeanings();
      reply = fails;
      model.asked.length = 0;
      await support.ask(...Object.values(LATER));
      const { length } = embedded();
      expect(length).toBeGreaterThan(0);
      await support.ask('Where is the index of all chapters?');
      expect(embedded()).toHaveLength(length);
      await expectNothingLost(ALL.length + NAMES.length + 1);
      reply = embedding(vectorOf);
      server.clock.advance(MINUTE_MS);
      await support.group();
      expect(await expectMeanings()).toEqual(ids);
      const clusters = await clusterOf();
      for (const name of NAMES) expect(clusters.get(LATER[name])).toBe(ids[name]);
    },
    60_000,
  );

  it('are made by words once the model answers other dimensions, and by its new vectors after the night', async () => {
    await support.ask(...ALL);
    await support.group();
    await expectMeanings();
    reply = embedding((text) => vectorOf(text, 24));
    await support.ask(...Object.values(LATER));
    await expectNothingLost(ALL.length + NAMES.length);
    await support.group();
    const ids = await expectMeanings();
    expect((await clusterOf()).get(LATER.refund)).toBe(ids.refund);
  });

  it('are made by words with the first issues of another model, and by its vectors after the night', async () => {
    await support.ask(...ALL);
    await support.group();
    const ids = await expectMeanings();
    const later = await TestServer.start({ env: env('another'), databaseUrl: server.databaseUrl });
    try {
      reply = embedding((text) => vectorOf(text, 32).reverse());
      const { owner } = support;
      const same = new TestSupport(later, { ...owner, api: later.as(owner.token) });
      model.asked.length = 0;
      await same.ask(...Object.values(LATER));
      expect(embedded()).toHaveLength(NAMES.length);
      await expectNothingLost(ALL.length + NAMES.length);
      await same.group();
      expect(await expectMeanings()).toEqual(ids);
      const models = await rows<{ model: string }>(
        'select distinct model from conversations.issue_vector where organization_id = $1',
        [owner.organization],
      );
      expect(models).toEqual([{ model: 'another' }]);
    } finally {
      await later.stop();
    }
  });
});
