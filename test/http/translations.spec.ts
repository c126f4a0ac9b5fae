import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import type { Json } from '#testing/api-client';
import { CommitTranslation } from '../../src/content/application/translation/commit-translation.js';
import { BeginTranslation, FailTranslation } from '../../src/content/application/translation/run-steps.js';
import type { TranslationState } from '../../src/content/domain/translation/translation.js';
import { TranslatedContents, type SeenContent } from '../../src/content/domain/translation/translations.js';
import { failing, ModelServer, say, shout, translating } from '../domain/language-model/model-server.js';

type Translation = Json & {
  status: string;
  error?: string;
  result: { space: string; revision: string };
  stats: Record<string, number>;
};

describe('translations', () => {
  let model: ModelServer;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let org: string;

  beforeAll(async () => {
    model = await ModelServer.start();
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
    ada = await server.administrator();
    org = `/v1/orgs/${ada.organization}`;
  });
  afterAll(async () => {
    await server?.stop();
    await model?.stop();
  });
  beforeEach(() => {
    model.asked.length = 0;
    model.reply = shout;
  });

  async function create(space: TestSpace, more: object = {}): Promise<Translation> {
    const body = { source: { space: space.id, language: 'en' }, language: 'de', ...more };
    const { status, text, body: created } = await ada.api.post(`${org}/translations`, body);
    if (status !== 201) throw new Error(`The translation was not created: ${text}`);
    return created as Translation;
  }

  const get = async ({ id }: { id: string }) => (await ada.api.get(`${org}/translations/${id}`)).body as Translation;
  const resultOf = ({ result }: Translation) => TestSpace.at(ada.api, result.space);

  /** Lets what follows from changes happen. */
  async function settle(): Promise<void> {
    for (let work = 1; work > 0;) work = (await server.drain()) + (await server.runJobs()).length;
  }

  async function sample(): Promise<{ space: TestSpace; guide: string; setup: string }> {
    const space = await TestSpace.create(ada, { title: 'Handbook', empty: true });
    const guide = await space.insert('Guide', 'Read [the docs](https://docs.example) now.\n\nThen `run` it.', {
      description: 'How to begin',
    });
    const setup = await space.insert('Setup', '## Install\n\nFirst step.', { into: guide });
    return { space, guide, setup };
  }

  async function translated() {
    const made = await sample();
    const translation = await create(made.space);
    await settle();
    model.asked.length = 0;
    return { ...made, translation, target: resultOf(translation) };
  }

  it('create a space beside the source, which shows it in the other language once they ran', async () => {
    const { space, guide, setup } = await sample();
    const created = await create(space);
    expect(created).toMatchObject({
      object: 'translation',
      status: 'pending',
      source: { space: space.id, language: 'en' },
      language: 'de',
      stats: { runs: 0, latestPages: 0 },
      permissions: { view: true, edit: true },
    });
    await settle();
    const done = await get(created);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1, latestPages: 2, untranslatedBlocks: 0 } });
    expect(done.stats.latestWords).toBe(14);
    const target = resultOf(done);
    expect((await ada.api.get(target.path)).body).toMatchObject({
      title: 'Handbook (de)',
      language: 'de',
      revision: done.result.revision,
    });
    expect(await target.paths()).toEqual(await space.paths());
    expect(await target.page(guide)).toMatchObject({ title: 'GUIDE', slug: 'guide', description: 'HOW TO BEGIN' });
    expect(await target.markdown(guide)).toContain('READ [THE DOCS](https://docs.example) NOW.\n\nTHEN `run` IT.');
    expect(await target.markdown(setup)).toContain('INSTALL');
  });

  it('follow their source, and translate only what changed', async () => {
    const { space, guide, setup, translation, target } = await translated();
    await space.update(setup, { document: { markdown: '## Install\n\nFirst step.\n\nSecond step.' } });
    await settle();
    expect(model.segments).toEqual(['Second step.']);
    const done = await get(translation);
    expect(done.stats).toMatchObject({ runs: 2, latestPages: 1 });
    expect(await target.markdown(setup)).toContain('SECOND STEP.');
    await space.change({ operation: 'update_page', page: setup, into: null, at: 0, slug: 'set-up' });
    await space.change({ operation: 'delete_page', page: guide });
    const third = await space.insert('Third', 'Ends here.');
    await settle();
    expect(await target.paths()).toEqual(['set-up', 'third']);
    expect((await target.page(third)).title).toBe('THIRD');
  });

  it('make one revision a run, and none where nothing differs', async () => {
    const { translation, target } = await translated();
    const before = (await get(translation)).result.revision;
    expect((await ada.api.get(`${target.path}/content`)).body.parents).toHaveLength(1);
    expect((await ada.api.post(`${org}/translations/${translation.id}/run`)).status).toBe(204);
    expect((await get(translation)).status).toBe('pending');
    await settle();
    expect(await get(translation)).toMatchObject({ status: 'completed', result: { revision: before } });
    expect(model.asked).toEqual([]);
    expect(await target.revision()).toBe(before);
  });

  it('keep what people changed in the result where the source stays', async () => {
    const { space, guide, setup, target } = await translated();
    await target.update(guide, { title: 'Anleitung' });
    await target.update(setup, { document: { markdown: '## INSTALL\n\nErster Schritt.' } });
    const own = await target.insert('Own page', 'Own text.');
    await space.update(setup, { document: { markdown: '## Install\n\nFirst step.\n\nSecond step.' } });
    await space.update(guide, { emoji: '1f680' });
    await settle();
    expect(await target.page(guide)).toMatchObject({ title: 'Anleitung', emoji: '1f680' });
    expect(await target.markdown(setup)).toMatch(/INSTALL[^]*Erster Schritt\.[^]*SECOND STEP\./);
    expect((await target.page(own)).title).toBe('Own page');
  });

  it('take terms from the glossary, and translate anew only where they occur', async () => {
    const { translation } = await translated();
    const glossary = `${org}/translations-glossary`;
    expect((await ada.api.put(glossary, { add: [{ terms: { en: 'step', de: 'Stufe' } }] })).status).toBe(204);
    await settle();
    expect(new Set(model.segments)).toEqual(new Set(['First step.', 'Second step.']));
    expect(model.asked[0]?.messages[0]?.content).toContain('"step": "Stufe"');
    const [entry] = (await ada.api.get(glossary)).body.items;
    expect(entry).toMatchObject({ object: 'glossary-entry', terms: { en: 'step', de: 'Stufe' } });
    expect((await ada.api.get(`${glossary}/${entry?.id}`)).body).toEqual(entry);
    expect((await ada.api.put(glossary, { update: [{ id: 'nobody', terms: { en: 'a' } }] })).status).toBe(404);
    expect((await ada.api.put(glossary, { add: [{ terms: { xx: 'a' } }] })).status).toBe(400);
    expect((await ada.api.put(glossary, { remove: [entry?.id] })).status).toBe(204);
    expect((await ada.api.get(`${glossary}/${entry?.id}`)).status).toBe(404);
    await settle();
    expect((await get(translation)).status).toBe('completed');
  });

  it('pass on instructions, and translate all anew when they change', async () => {
    const { translation } = await translated();
    const text = (words: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] });
    const paragraph = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [text('Say Sie.')] };
    const instructions = { object: 'document', data: {}, nodes: [paragraph] };
    const { body, status } = await ada.api.put(`${org}/translations/${translation.id}`, { instructions });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'pending', instructions: { nodes: [{ type: 'paragraph' }] } });
    await settle();
    expect(model.asked[0]?.messages[0]?.content).toContain('Say Sie.');
    expect((await get(translation)).stats.latestPages).toBe(2);
  });

  describe('where the model', () => {
    it('drops placeholders, leaves the text as it is and says so, and tries again with the next run', async () => {
      const { space, guide } = await sample();
      model.reply = translating((segment) => segment.replace(/<[^>]*>/g, '').toUpperCase());
      const translation = await create(space);
      await settle();
      expect(await get(translation)).toMatchObject({ status: 'completed', stats: { untranslatedBlocks: 2 } });
      const markdown = await resultOf(translation).markdown(guide);
      expect(markdown).toContain('Read [the docs](https://docs.example) now.');
      model.reply = shout;
      await ada.api.post(`${org}/translations/${translation.id}/run`);
      await settle();
      expect(await get(translation)).toMatchObject({ stats: { untranslatedBlocks: 0, latestPages: 1 } });
      expect(await resultOf(translation).markdown(guide)).toContain('THEN `run` IT.');
    });

    it('talks nonsense, leaves everything as it is', async () => {
      const { space, guide } = await sample();
      model.reply = (_, response) => say(response, 'I am sorry, but {"1": 7}');
      const translation = await create(space);
      await settle();
      const done = await get(translation);
      expect(done.status).toBe('completed');
      expect(done.stats.untranslatedBlocks).toBe(7);
      expect((await resultOf(done).page(guide)).title).toBe('Guide');
    });

    it('refuses, keeps the result there was, and says why', async () => {
      const { space, setup, translation, target } = await translated();
      const before = await target.revision();
      model.reply = failing(401);
      await space.update(setup, { title: 'Preparation' });
      await settle();
      expect(await get(translation)).toMatchObject({
        status: 'completed',
        error: 'The model answered 401',
        result: { revision: before },
      });
      model.reply = shout;
      await ada.api.post(`${org}/translations/${translation.id}/run`);
      await settle();
      expect((await get(translation)).error).toBeUndefined();
      expect((await target.page(setup)).title).toBe('PREPARATION');
    });

    it('is cut off in the middle, does not translate again what it translated, and makes one revision', async () => {
      const space = await TestSpace.create(ada);
      const page = await space.insert(
        'Long',
        Array.from({ length: 60 }, (_, at) => `Line ${'abc'.repeat(at)}`).join('\n\n'),
      );
      const translation = await create(space);
      await server.rows(`delete from graphile_worker._private_jobs`);
      model.next.push(shout, failing(400));
      const job = server.runJob('content.translate', { id: translation.id });
      await job;
      expect(await get(translation)).toMatchObject({ status: 'completed', error: 'The model answered 400' });
      const first = model.segments.length;
      await ada.api.post(`${org}/translations/${translation.id}/run`);
      await settle();
      expect(model.segments.length - first).toBeLessThan(30);
      const target = resultOf(translation);
      expect(await target.markdown(page)).toContain('LINE ABCABC');
      const { parents } = (await ada.api.get(`${target.path}/content`)).body;
      expect(parents).toEqual([translation.result.revision]);
    });
  });

  it('begin anew after the worker died, and do nothing twice', async () => {
    const { space } = await sample();
    const translation = await create(space);
    await server.rows(`update content.translation set status = 'running', started_at = now() where id = $1`, [
      translation.id,
    ]);
    const job = { id: translation.id };
    await Promise.all([server.runJob('content.translate', job), server.runJob('content.translate', job)]);
    await server.runJob('content.translate', job);
    await settle();
    const done = await get(translation);
    expect(done).toMatchObject({ status: 'completed' });
    expect((await ada.api.get(`${resultOf(done).path}/content`)).body.parents).toEqual([translation.result.revision]);
  });

  it('make nothing of a run that another worker was quicker with', async () => {
    const { space } = await sample();
    const translation = await create(space);
    const slow = await server.dispatcher.run(new BeginTranslation(translation.id));
    await settle();
    const contents = server.app.get<TranslatedContents>(TranslatedContents as never, { strict: false });
    const seen = async (id: string) => (await contents.current(id)) as SeenContent;
    const [source, target] = [await seen(space.id), await seen(translation.result.space)];
    const difference = { ...(await contents.difference(source, null, true)), pages: [], variables: { late: true } };
    const made = { source, target, recipe: 'late', difference, pages: [], contents: [] };
    expect(await server.dispatcher.run(new CommitTranslation(slow as TranslationState, made))).toBe(false);
    await server.dispatcher.run(new FailTranslation(translation.id, 'late', true));
    const done = await get(translation);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1 } });
    expect(done.error).toBeUndefined();
    expect((await ada.api.get(`${resultOf(done).path}/content`)).body.parents).toEqual([translation.result.revision]);
  });

  it('end cleanly where a space is gone', async () => {
    const one = await translated();
    await ada.api.delete(one.target.path);
    await ada.api.post(`${org}/translations/${one.translation.id}/run`);
    await settle();
    expect((await get(one.translation)).error).toBe('The space with the result is deleted, or was transferred');
    const other = await sample();
    const translation = await create(other.space);
    await ada.api.delete(other.space.path);
    await settle();
    expect((await ada.api.get(`${org}/translations/${translation.id}`)).status).toBe(404);
    const { body } = await ada.api.get(`${org}/translations`, { query: { limit: 1000 } });
    expect(body.items.map(({ id }) => id)).not.toContain(translation.id);
  });

  it('go, and leave the space with the result as one like any other', async () => {
    const { space, guide, translation, target } = await translated();
    for (const times of [1, 2]) {
      expect([times, (await ada.api.delete(`${org}/translations/${translation.id}`)).status]).toEqual([times, 204]);
    }
    await space.update(guide, { title: 'New' });
    await settle();
    expect((await target.page(guide)).title).toBe('GUIDE');
  });

  it('are not taken with languages that are one, or that nobody knows, or of spaces that nobody sees', async () => {
    const space = await TestSpace.create(ada);
    const send = async (language: string, id = space.id) =>
      (await ada.api.post(`${org}/translations`, { source: { space: id, language: 'en' }, language })).status;
    expect(await send('en')).toBe(400);
    expect(await send('tlh')).toBe(400);
    expect(await send('de', 'nobody')).toBe(404);
    const other = await server.administrator();
    const foreign = await TestSpace.create(other);
    expect(await send('de', foreign.id)).toBe(404);
  });

  it('and their results are seen by those who see the source alone', async () => {
    const space = await TestSpace.create(ada);
    await ada.api.patch(space.path, { defaultLevel: null });
    const translation = await create(space);
    const reader = await server.member(ada.organization, 'read');
    expect((await reader.api.get(`${org}/translations/${translation.id}`)).status).toBe(404);
    expect((await reader.api.get(resultOf(translation).path)).status).toBe(404);
    expect((await reader.api.get(`${org}/translations`, { query: { limit: 1000 } })).body.items).not.toContainEqual(
      expect.objectContaining({ id: translation.id }),
    );
  });

  describe('and a document that is computed from one', () => {
    type Source = { space?: string; document?: string; translation?: string | object; type?: string; seed?: unknown };

    /** Asks in a space for a document of a source. */
    function compute(at: TestSpace, { space, document, translation, ...more }: Source) {
      const ref = typeof translation === 'string' ? { kind: 'translation', translation } : translation;
      const dependencies = ref === undefined ? {} : { dependencies: { translation: { ref } } };
      const { type = 'builtin:translation', seed = '1' } = more;
      const source = { type, props: { space, document }, ...dependencies };
      return at.api.post(`${at.path}/content/computed/document`, { source, seed });
    }

    const textOf = (answer: { body: Json }): string => JSON.stringify(answer.body);
    const documentOf = async (space: TestSpace, page: string) => String((await space.page(page))['documentId']);

    it('is told in the other language as far as runs came, for which no model is asked', async () => {
      const { space, guide, target, translation } = await translated();
      const before = { space: space.id, document: await documentOf(space, guide) };
      const whole = await compute(target, before);
      expect(whole.status).toBe(200);
      expect(whole.body).toEqual(
        (await ada.api.get(`${target.path}/documents/${await documentOf(target, guide)}`)).body,
      );
      await space.update(guide, { document: { markdown: 'Then `run` it.\n\nA new word.' } });
      const after = { space: space.id, document: await documentOf(space, guide) };
      const partly = textOf(await compute(target, after));
      expect(partly).toContain('THEN ');
      expect(partly).toContain('A new word.');
      expect(textOf(await compute(target, before))).toContain('READ ');
      expect((await compute(space, { ...before, translation: translation.id })).body).toEqual(whole.body);
      expect(model.asked).toEqual([]);
    });

    it('has the terms of the glossary where no run has translated yet', async () => {
      const { space, guide, target } = await translated();
      await ada.api.put(`${org}/translations-glossary`, { add: [{ terms: { en: 'quorum', de: 'Quorum!' } }] });
      await space.update(guide, { document: { markdown: 'There is no quorum.' } });
      expect(textOf(await compute(target, { space: space.id, document: await documentOf(space, guide) }))).toContain(
        'There is no Quorum!.',
      );
    });

    it('is not there where the source says nothing of the kind, or the caller may not know of it', async () => {
      const { space, guide, target, translation } = await translated();
      const other = await translated();
      const wanted = { space: space.id, document: await documentOf(space, guide) };
      const foreign = {
        ...wanted,
        document: await documentOf(other.space, await other.space.insert('Else', 'Secret.')),
      };
      const statuses = [
        await compute(space, wanted),
        await compute(target, foreign),
        await compute(target, { ...wanted, document: 'nothing' }),
        await compute(target, { ...wanted, translation: other.translation.id }),
        await compute(target, { ...wanted, translation: { kind: 'space', space: space.id } }),
        await compute(target, {}),
        await compute(target, { ...wanted, type: 'builtin:openapi' }),
        await compute(target, { ...wanted, type: 'integration:weather:forecast' }),
      ].map(({ status }) => status);
      expect(statuses).toEqual(Array.from(statuses, () => 404));
      const reader = await server.member(ada.organization, 'read');
      expect((await compute(target.as(reader.api), { ...wanted, translation: translation.id })).status).toBe(200);
      await ada.api.patch(space.path, { defaultLevel: null });
      expect((await reader.api.get(target.path)).status).toBe(200);
      expect((await compute(target.as(reader.api), wanted)).status).toBe(404);
      expect((await compute(target.as((await server.administrator()).api), wanted)).status).toBe(404);
    });

    it('is asked for by sources and references that are well-formed', async () => {
      const space = await TestSpace.create(ada);
      for (const bad of [
        { type: 'builtin:magic' },
        { type: 'integration:' },
        { translation: { kind: 'page', page: 'x' } },
        { translation: { kind: 'translation', translation: 7 } },
        { translation: { kind: 'constructor' } },
        { seed: 7 },
      ]) {
        expect((await compute(space, bad)).status).toBe(400);
      }
      const source = { type: 'builtin:translation', props: {}, dependencies: { translation: null } };
      expect((await ada.api.post(`${space.path}/content/computed/document`, { source, seed: '' })).status).toBe(400);
    });
  });
});
