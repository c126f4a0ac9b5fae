import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestSpace } from '#testing/test-space';
import { TranslationDesk } from '../translations/translation-desk.js';

describe('a document that is computed from a translation', () => {
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

  it('is in the other language as far as runs came, without asking a model', async () => {
    const { space, guide, target, translation } = await desk.translated();
    const before = { space: space.id, document: await documentOf(space, guide) };
    const whole = await compute(target, before);
    expect(whole.status).toBe(200);
    expect(whole.body).toEqual((await ada.api.get(`${target.path}/documents/${await documentOf(target, guide)}`)).body);
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
    const { space, guide, target } = await desk.translated();
    await ada.api.put(`${org}/translations-glossary`, { add: [{ terms: { en: 'quorum', de: 'Quorum!' } }] });
    await space.update(guide, { document: { markdown: 'There is no quorum.' } });
    expect(textOf(await compute(target, { space: space.id, document: await documentOf(space, guide) }))).toContain(
      'There is no Quorum!.',
    );
  });

  it('is not there where the source says nothing of the kind, or the caller may not know of it', async () => {
    const { space, guide, target, translation } = await desk.translated();
    const other = await desk.translated();
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
      await compute(target, { ...wanted, type: 'integration:weather:forecast' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual(Array.from(statuses, () => 404));
    expect((await compute(target, { ...wanted, type: 'builtin:openapi' })).status).toBe(400);
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
