import { describe, expect, it } from '@jest/globals';
import { directionOf, WORDS, wordsFor } from '../../../libs/site-html/words/words.js';
import { LOCALES } from '../../../src/publishing/customization/domain/values.js';

/** The texts of a language by their place, such as `search.keys.open`. */
function textsOf(words: object, place = ''): Map<string, unknown> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...textsOf(value, `${place}${key}.`)]
        : [[`${place}${key}`, value] as [string, unknown]],
    ),
  );
}

const english = textsOf(wordsFor('en'));
const namesIn = (text: unknown): string[] => (String(text).match(/\{\w+\}/g) ?? []).sort();

/** Texts that are the same word in English. */
const SAME = new Map<string, readonly string[]>([
  ['de', ['theme.system', 'version']],
  ['es', ['feedback.bad']],
  [
    'fr',
    [
      'landmarks.header',
      'page.hint.danger',
      'page.note',
      'menu',
      'landmarks.sections',
      'landmarks.tree',
      'version',
      'search.sources',
    ],
  ],
  ['it', ['menu', 'feedback.bad']],
  ['nl', ['menu']],
  ['no', ['theme.system']],
  ['pl', ['menu']],
  ['pt', ['menu', 'landmarks.header']],
  ['sv', ['theme.system', 'version']],
  ['tr', ['landmarks.header']],
]);

describe('the texts of the interface', () => {
  it('exist in every language that a site may choose, and in more', () => {
    expect(LOCALES.filter((locale) => locale !== 'en' && wordsFor(locale) === wordsFor('en'))).toEqual([]);
    expect(Object.keys(WORDS).length).toBeGreaterThanOrEqual(12);
  });

  it.each(Object.entries(WORDS))('are complete in %s', (_language, words) => {
    const texts = textsOf(words);
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    const empty = [...texts].filter(([, text]) => typeof text !== 'string' || text.trim() !== text || text === '');
    expect(empty).toEqual([]);
    const filledOtherwise = [...texts].filter(
      ([place, text]) => `${namesIn(text)}` !== `${namesIn(english.get(place))}`,
    );
    expect(filledOtherwise).toEqual([]);
  });

  it.each(Object.entries(WORDS).filter(([language]) => language !== 'en'))(
    'are translated in %s',
    (language, words) => {
      const untranslated = [...textsOf(words)].filter(([place, text]) => text === english.get(place));
      expect(untranslated.map(([place]) => place).sort()).toEqual([...(SAME.get(language) ?? [])].sort());
    },
  );

  it('are those of the language where the region has none of its own, and English for others', () => {
    expect(wordsFor('pt-PT')).toBe(wordsFor('pt-br'));
    expect(wordsFor('de-AT')).toBe(wordsFor('de'));
    expect(wordsFor('zh-Hant-TW')).toBe(wordsFor('zh'));
    expect(wordsFor('nb')).toBe(wordsFor('no'));
    expect(wordsFor('FR_ca')).toBe(wordsFor('fr'));
    for (const language of ['', 'xx', 'constructor', 'english', '-de']) expect(wordsFor(language)).toBe(wordsFor('en'));
  });
});

describe('the direction of a language', () => {
  it('is that of its script', () => {
    expect(['ar', 'ar-EG', 'he', 'iw', 'fa', 'ur_PK', 'az-Arab'].map(directionOf)).toEqual(Array(7).fill('rtl'));
    expect(['en', 'ja', 'az', 'ar-Latn', 'pt-br', '', 'not a tag'].map(directionOf)).toEqual(Array(7).fill('ltr'));
  });
});
