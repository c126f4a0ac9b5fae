import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestSpace } from '#testing/test-space';
import { CommitTranslation } from '../../../../src/content/translations/application/commit-translation.js';
import { FollowSource } from '../../../../src/content/translations/application/translation.commands.js';
import { BeginTranslation, FailTranslation } from '../../../../src/content/translations/application/run-steps.js';
import type { TranslationState } from '../../../../src/content/translations/domain/translation.js';
import { TranslatedContents, type SeenContent } from '../../../../src/content/translations/domain/translations.js';
import { failing, say, shout, translating } from '../../../domain/language-model/model-server.js';
import { TranslationDesk } from './translation-desk.js';

describe('runs of translations', () => {
  let desk: TranslationDesk;
  let ada: TranslationDesk['ada'];
  let model: TranslationDesk['model'];
  let org: string;
  let server: TranslationDesk['server'];

  beforeAll(async () => {
    desk = await TranslationDesk.start();
    ({ ada, model, org, server } = desk);
  });
  afterAll(() => desk?.stop());
  beforeEach(() => desk.reset());

  describe('where the model', () => {
    it('drops placeholders, leaves the text as it is and says so, and tries again with the next run', async () => {
      const { space, guide } = await desk.sample();
      model.reply = translating((segment) => segment.replace(/<[^>]*>/g, '').toUpperCase());
      const translation = await desk.create(space);
      await desk.settle();
      expect(await desk.get(translation)).toMatchObject({
        status: 'completed',
        stats: { untranslatedBlocks: 2 },
      });
      const markdown = await desk.resultOf(translation).markdown(guide);
      expect(markdown).toContain('Read [the docs](https://docs.example) now.');
      model.reply = shout;
      await ada.api.post(`${org}/translations/${translation.id}/run`);
      await desk.settle();
      expect(await desk.get(translation)).toMatchObject({ stats: { untranslatedBlocks: 0, latestPages: 1 } });
      expect(await desk.resultOf(translation).markdown(guide)).toContain('THEN `run` IT.');
    });

    it('talks nonsense, leaves everything as it is', async () => {
      const { space, guide } = await desk.sample();
      model.reply = (_, response) => say(response, 'I am sorry, but {"1": 7}');
      const translation = await desk.create(space);
      await desk.settle();
      const done = await desk.get(translation);
      expect(done.status).toBe('completed');
      expect(done.stats.untranslatedBlocks).toBe(7);
      expect((await desk.resultOf(done).page(guide)).title).toBe('Guide');
    });

    it('refuses, keeps the result there was, and says why', async () => {
      const { space, setup, translation, target } = await desk.translated();
      const before = await target.revision();
      model.reply = failing(401);
      await space.update(setup, { title: 'Preparation' });
      await desk.settle();
      expect(await desk.get(translation)).toMatchObject({
        status: 'completed',
        error: 'The model answered 401',
        result: { revision: before },
      });
      model.reply = shout;
      await ada.api.post(`${org}/translations/${translation.id}/run`);
      await desk.settle();
      expect((await desk.get(translation)).error).toBeUndefined();
      expect((await target.page(setup)).title).toBe('PREPARATION');
    });

    it('is cut off in the middle, does not translate again what it translated, and makes one revision', async () => {
      const space = await TestSpace.create(ada);
      const page = await space.insert(
        'Long',
        Array.from({ length: 60 }, (_, at) => `Line ${'abc'.repeat(at)}`).join('\n\n'),
      );
      const translation = await desk.create(space);
      await server.rows(`delete from graphile_worker._private_jobs`);
      model.next.push(shout, failing(400));
      const job = server.runJob('content.translate', { id: translation.id });
      await job;
      expect(await desk.get(translation)).toMatchObject({
        status: 'completed',
        error: 'The model answered 400',
      });
      const first = model.segments.length;
      await ada.api.post(`${org}/translations/${translation.id}/run`);
      await desk.settle();
      expect(model.segments.length - first).toBeLessThan(30);
      const target = desk.resultOf(translation);
      expect(await target.markdown(page)).toContain('LINE ABCABC');
      const { parents } = (await ada.api.get(`${target.path}/content`)).body;
      expect(parents).toEqual([translation.result.revision]);
    });
  });

  it('begin anew after the worker died, and do nothing twice', async () => {
    const { space } = await desk.sample();
    const translation = await desk.create(space);
    await server.rows(`update content.translation set status = 'running', started_at = now() where id = $1`, [
      translation.id,
    ]);
    const job = { id: translation.id };
    await Promise.all([server.runJob('content.translate', job), server.runJob('content.translate', job)]);
    await server.runJob('content.translate', job);
    await desk.settle();
    const done = await desk.get(translation);
    expect(done).toMatchObject({ status: 'completed' });
    expect((await ada.api.get(`${desk.resultOf(done).path}/content`)).body.parents).toEqual([
      translation.result.revision,
    ]);
  });

  it('are not repeated for news of the revision that they translate, but for later ones', async () => {
    const { space, guide } = await desk.sample();
    const translation = await desk.create(space);
    const news = async (): Promise<void> => {
      await server.dispatcher.run(new FollowSource(ada.organization, space.id, await space.revision()));
    };
    await server.dispatcher.run(new BeginTranslation(translation.id));
    await news();
    await server.runJob('content.translate', { id: translation.id });
    expect(await desk.get(translation)).toMatchObject({ status: 'completed', stats: { runs: 1 } });
    await ada.api.post(`${org}/translations/${translation.id}/run`);
    await server.dispatcher.run(new BeginTranslation(translation.id));
    await space.change({ operation: 'update_page', page: guide, title: 'Manual' });
    await news();
    const wanted = await server.rows('select again from content.translation where id = $1', [translation.id]);
    expect(wanted).toEqual([{ again: true }]);
    await desk.settle();
    expect(await desk.get(translation)).toMatchObject({ status: 'completed', stats: { runs: 2 } });
    expect((await desk.resultOf(translation).page(guide)).title).toBe('MANUAL');
  });

  it('make nothing of a run that another worker was quicker with', async () => {
    const { space } = await desk.sample();
    const translation = await desk.create(space);
    const slow = await server.dispatcher.run(new BeginTranslation(translation.id));
    await desk.settle();
    const contents = server.app.get<TranslatedContents>(TranslatedContents as never, { strict: false });
    const seen = async (id: string) => (await contents.current(ada.organization, id)) as SeenContent;
    const [source, target] = [await seen(space.id), await seen(translation.result.space)];
    const difference = { ...(await contents.difference(source, null, true)), pages: [], variables: { late: true } };
    const made = { source, target, recipe: 'late', difference, pages: [], contents: [] };
    expect(await server.dispatcher.run(new CommitTranslation(slow as TranslationState, made))).toBe(false);
    await server.dispatcher.run(new FailTranslation(translation.id, 'late', true));
    const done = await desk.get(translation);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1 } });
    expect(done.error).toBeUndefined();
    expect((await ada.api.get(`${desk.resultOf(done).path}/content`)).body.parents).toEqual([
      translation.result.revision,
    ]);
  });
});
