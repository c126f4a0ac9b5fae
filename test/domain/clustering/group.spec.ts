import { describe, expect, it } from '@jest/globals';
import { adjustedRandIndex, group } from '#clustering';
import { LANGUAGES, questionsIn, questionsInAll } from './intents.js';

/** `count` texts of `words` words each, of a vocabulary of 5,000 made-up words, the same in every run. */
function madeUp(count: number, words: number): string[] {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  const word = () => `w${(next() % 5_000).toString(36)}x${(next() % 7).toString(36)}`;
  return Array.from({ length: count }, () => Array.from({ length: words }, word).join(' '));
}

describe('grouping texts', () => {
  it.each(LANGUAGES)('finds what users ask for in %s, and how many things that is', (language) => {
    const { texts, truth } = questionsIn(language);
    const { labels, groups } = group(texts);
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.9);
    expect(groups.length).toBeGreaterThanOrEqual(10);
    expect(groups.length).toBeLessThanOrEqual(15);
  });

  it('keeps languages apart in a set of all', () => {
    const { texts, truth } = questionsInAll();
    const { labels, groups } = group(texts);
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.8);
    expect(groups.length).toBeGreaterThanOrEqual(32);
    expect(groups.length).toBeLessThanOrEqual(72);
  });

  it('gives the same groups for the same texts', () => {
    const { texts } = questionsInAll(['en', 'zh']);
    expect(group(texts)).toEqual(group([...texts]));
  });

  it('tells of each group how many texts it has, and which is most like all of them', () => {
    const { texts } = questionsIn('en');
    const { labels, groups } = group(texts);
    groups.forEach(({ size, medoid, profile }, at) => {
      expect(labels.filter((label) => label === at).length).toBe(size);
      expect(labels[medoid]).toBe(at);
      expect(profile.terms.length).toBeGreaterThan(0);
      expect(profile.terms.length).toBeLessThanOrEqual(64);
    });
  });

  it('leaves out texts without words, and takes none at all', () => {
    const { labels, groups } = group(['', '…', 'a refund please', '!!', 'refund please']);
    expect(Array.from(labels)).toEqual([-1, -1, 0, -1, 0]);
    expect(groups.map(({ size }) => size)).toEqual([2]);
    expect(group([]).groups).toEqual([]);
    expect(group(['', '  ']).groups).toEqual([]);
  });

  it('puts a sentence that was sent ten thousand times in one group, beside the others', () => {
    const { texts } = questionsIn('en');
    const { labels, groups } = group([...texts, ...Array.from({ length: 10_000 }, () => 'Where is my parcel?')]);
    expect(new Set(labels.slice(texts.length)).size).toBe(1);
    expect(groups.length).toBeGreaterThanOrEqual(10);
    expect(groups.length).toBeLessThanOrEqual(15);
  });

  it('keeps texts apart that share nothing', () => {
    const { groups } = group(['alpha beta', 'gamma delta', 'zulu yankee']);
    expect(groups.map(({ size }) => size)).toEqual([1, 1, 1]);
  });
});

describe('grouping what is hostile', () => {
  it('takes a text of a million characters, and texts of one endless word', () => {
    const { texts } = questionsIn('en');
    const long = [
      'refund '.repeat(150_000),
      'x'.repeat(1_000_000),
      '身份验证'.repeat(250_000),
      '\ud800'.repeat(1_000_000),
      madeUp(1, 150_000)[0] ?? '',
    ];
    const started = performance.now();
    const { labels } = group([...texts, ...long]);
    expect(labels.length).toBe(texts.length + long.length);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('takes thousands of texts that all share their words', () => {
    const texts = Array.from({ length: 3_000 }, (_, at) => `how do I get the order number ${at} of my account`);
    const started = performance.now();
    expect(group(texts).labels.length).toBe(texts.length);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  it('takes time that grows with the texts, not with their square', () => {
    const seconds = (texts: string[]) => {
      const started = performance.now();
      group(texts);
      return performance.now() - started;
    };
    const few = madeUp(1_000, 15);
    seconds(few);
    expect(seconds(madeUp(8_000, 15)) / seconds(few)).toBeLessThan(32);
  });
});
