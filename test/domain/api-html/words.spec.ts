import { describe, expect, it } from '@jest/globals';
import { apiWordsFor, API_ENGLISH, API_WORDS } from '#api-html';
import { LANGUAGES } from '#page-html';
import { draw, saidBy } from './support/api.js';

/** The texts of a language by their place, such as `parameters.path`. */
function textsOf(words: object, place = ''): Map<string, unknown> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...textsOf(value, `${place}${key}.`)]
        : [[`${place}${key}`, value] as [string, unknown]],
    ),
  );
}

const english = textsOf(API_ENGLISH);
const namesIn = (text: unknown): string[] => (String(text).match(/\{\w+\}/g) ?? []).sort();

/** Most texts of a language that are the same in English. */
const MOST_SAME = 14;

describe('the words of API pages', () => {
  it('are found by the tag of any region, and in English for a language that is not there', () => {
    for (const code of LANGUAGES) expect(apiWordsFor(`${code}-001`)).toBe(API_WORDS[code]);
    expect(apiWordsFor('nb_NO')).toBe(API_WORDS.no);
    for (const language of ['tlh', '', '__proto__', 'constructor']) expect(apiWordsFor(language)).toBe(API_ENGLISH);
  });

  it.each(Object.entries(API_WORDS))('are complete in %s', (_, words) => {
    const texts = textsOf(words);
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [place, text] of texts) {
      expect([place, typeof text === 'string' && text.trim() === text && text !== '']).toEqual([place, true]);
      expect([place, namesIn(text)]).toEqual([place, namesIn(english.get(place))]);
    }
  });

  it.each(Object.entries(API_WORDS).filter(([code]) => code !== 'en'))('are translated into %s', (_, words) => {
    const same = [...textsOf(words)].filter(([place, text]) => text === english.get(place));
    expect(same.length).toBeLessThanOrEqual(MOST_SAME);
  });

  it('are what an operation is drawn with', () => {
    const german = API_WORDS.de;
    const said = saidBy(draw({ requestBody: { required: true, content: {} } }, {}, { words: german }));
    expect(said).toContain(german.requestBody);
    expect(said).not.toContain(API_ENGLISH.requestBody);
  });
});
