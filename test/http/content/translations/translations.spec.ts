import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestSpace } from '#testing/test-space';
import { TranslationDesk } from './translation-desk.js';

describe('translations', () => {
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

  it('create a space beside the source, which shows it in the other language once they ran', async () => {
    const { space, guide, setup } = await desk.sample();
    const created = await desk.create(space);
    expect(created).toMatchObject({
      object: 'translation',
      status: 'pending',
      source: { space: space.id, language: 'en' },
      language: 'de',
      stats: { runs: 0, latestPages: 0 },
      permissions: { view: true, edit: true },
    });
    await desk.settle();
    const done = await desk.get(created);
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 1, latestPages: 2, untranslatedBlocks: 0 } });
    expect(done.stats.latestWords).toBe(14);
    const target = desk.resultOf(done);
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
    const { space, guide, setup, translation, target } = await desk.translated();
    await space.update(setup, { document: { markdown: '## Install\n\nFirst step.\n\nSecond step.' } });
    await desk.settle();
    expect(model.segments).toEqual(['Second step.']);
    const done = await desk.get(translation);
    expect(done.stats).toMatchObject({ runs: 2, latestPages: 1 });
    expect(await target.markdown(setup)).toContain('SECOND STEP.');
    await space.change({ operation: 'update_page', page: setup, into: null, at: 0, slug: 'set-up' });
    await space.change({ operation: 'delete_page', page: guide });
    const third = await space.insert('Third', 'Ends here.');
    await desk.settle();
    expect(await target.paths()).toEqual(['set-up', 'third']);
    expect((await target.page(third)).title).toBe('THIRD');
  });

  it('make one revision a run, and none where nothing differs', async () => {
    const { translation, target } = await desk.translated();
    const before = (await desk.get(translation)).result.revision;
    expect((await ada.api.get(`${target.path}/content`)).body.parents).toHaveLength(1);
    expect((await ada.api.post(`${org}/translations/${translation.id}/run`)).status).toBe(204);
    expect((await desk.get(translation)).status).toBe('pending');
    await desk.settle();
    expect(await desk.get(translation)).toMatchObject({ status: 'completed', result: { revision: before } });
    expect(model.asked).toEqual([]);
    expect(await target.revision()).toBe(before);
  });

  it('keep what people changed in the result where the source stays', async () => {
    const { space, guide, setup, target } = await desk.translated();
    await target.update(guide, { title: 'Anleitung' });
    await target.update(setup, { document: { markdown: '## INSTALL\n\nErster Schritt.' } });
    const own = await target.insert('Own page', 'Own text.');
    await space.update(setup, { document: { markdown: '## Install\n\nFirst step.\n\nSecond step.' } });
    await space.update(guide, { emoji: '1f680' });
    await desk.settle();
    expect(await target.page(guide)).toMatchObject({ title: 'Anleitung', emoji: '1f680' });
    expect(await target.markdown(setup)).toMatch(/INSTALL[^]*Erster Schritt\.[^]*SECOND STEP\./);
    expect((await target.page(own)).title).toBe('Own page');
  });

  it('take terms from the glossary, and translate anew only where they occur', async () => {
    const { translation } = await desk.translated();
    const glossary = `${org}/translations-glossary`;
    expect((await ada.api.put(glossary, { add: [{ terms: { en: 'step', de: 'Stufe' } }] })).status).toBe(204);
    await desk.settle();
    expect(new Set(model.segments)).toEqual(new Set(['First step.', 'Second step.']));
    expect(model.asked[0]?.messages[0]?.content).toContain('"step": "Stufe"');
    const [entry] = (await ada.api.get(glossary)).body.items;
    expect(entry).toMatchObject({ object: 'glossary-entry', terms: { en: 'step', de: 'Stufe' } });
    expect((await ada.api.get(`${glossary}/${entry?.id}`)).body).toEqual(entry);
    expect((await ada.api.put(glossary, { update: [{ id: 'nobody', terms: { en: 'a' } }] })).status).toBe(404);
    expect((await ada.api.put(glossary, { add: [{ terms: { xx: 'a' } }] })).status).toBe(400);
    expect((await ada.api.put(glossary, { remove: [entry?.id] })).status).toBe(204);
    expect((await ada.api.get(`${glossary}/${entry?.id}`)).status).toBe(404);
    await desk.settle();
    expect((await desk.get(translation)).status).toBe('completed');
  });

  it('pass on instructions, and translate all anew when they change', async () => {
    const { translation } = await desk.translated();
    const text = (words: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] });
    const paragraph = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [text('Say Sie.')] };
    const instructions = { object: 'document', data: {}, nodes: [paragraph] };
    const { body, status } = await ada.api.put(`${org}/translations/${translation.id}`, { instructions });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'pending', instructions: { nodes: [{ type: 'paragraph' }] } });
    await desk.settle();
    expect(model.asked[0]?.messages[0]?.content).toContain('Say Sie.');
    expect((await desk.get(translation)).stats.latestPages).toBe(2);
  });

  it('end cleanly where a space is gone', async () => {
    const one = await desk.translated();
    await ada.api.delete(one.target.path);
    await ada.api.post(`${org}/translations/${one.translation.id}/run`);
    await desk.settle();
    expect((await desk.get(one.translation)).error).toBe('The space with the result is deleted, or was transferred');
    const other = await desk.sample();
    const translation = await desk.create(other.space);
    await ada.api.delete(other.space.path);
    await desk.settle();
    expect((await ada.api.get(`${org}/translations/${translation.id}`)).status).toBe(404);
    const { body } = await ada.api.get(`${org}/translations`, { query: { limit: 1000 } });
    expect(body.items.map(({ id }) => id)).not.toContain(translation.id);
  });

  it('go, and leave the space with the result as one like any other', async () => {
    const { space, guide, translation, target } = await desk.translated();
    for (const times of [1, 2]) {
      expect([times, (await ada.api.delete(`${org}/translations/${translation.id}`)).status]).toEqual([times, 204]);
    }
    await space.update(guide, { title: 'New' });
    await desk.settle();
    expect((await target.page(guide)).title).toBe('GUIDE');
  });

  it('are refused with one language, unknown ones, or spaces that the caller cannot see', async () => {
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
    const translation = await desk.create(space);
    const reader = await server.member(ada.organization, 'read');
    expect((await reader.api.get(`${org}/translations/${translation.id}`)).status).toBe(404);
    expect((await reader.api.get(desk.resultOf(translation).path)).status).toBe(404);
    expect((await reader.api.get(`${org}/translations`, { query: { limit: 1000 } })).body.items).not.toContainEqual(
      expect.objectContaining({ id: translation.id }),
    );
  });
});
