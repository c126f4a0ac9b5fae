import { describe, expect, it } from '@jest/globals';
import { adjustedRandIndex, group, JoiningClusters } from '#clustering';
import { LANGUAGES, questionsIn } from './intents.js';
import type { LabelledTexts } from './intents.js';

const UNRELATED = [
  'How do I reset my password?',
  'Can I change the language of the interface?',
  'Where can I download my invoice?',
  'How do I invite a colleague to the workspace?',
  'Why does the mobile app crash on start?',
  'Is there a dark mode?',
  'How do I export all pages as PDF?',
  'What are the rate limits of the API?',
  'How can I connect a custom domain?',
  'How do I cancel my subscription?',
];

/** Each text so many times, in turns. */
function repeated({ texts, truth }: LabelledTexts, times: number): LabelledTexts {
  const turns = Array.from({ length: times });
  return { texts: turns.flatMap(() => texts), truth: turns.flatMap(() => truth) };
}

const unrelated = (count: number): LabelledTexts => ({
  texts: UNRELATED.slice(0, count),
  truth: UNRELATED.slice(0, count).map((_, at) => at),
});

/** `count` questions for an order, each with the number of another. */
const orders = (count: number) => Array.from({ length: count }, (_, at) => `Where is my order ${40_000 + 37 * at}?`);

function joinedOneByOne(texts: readonly string[]): number[] {
  const clusters = new JoiningClusters();
  return texts.map((text) => clusters.join(text));
}

describe('questions that are asked many times in the same words', () => {
  it.each([
    [2, 10],
    [5, 4],
    [10, 20],
  ])('are groups of their own: %i questions that differ, %i times each', (count, times) => {
    const { texts, truth } = repeated(unrelated(count), times);
    const { labels, groups } = group(texts);
    expect(groups.map(({ size }) => size)).toEqual(Array.from({ length: count }, () => times));
    expect(adjustedRandIndex(labels, truth)).toBe(1);
  });

  it('are not lost in a hundred others that are alike, though some of them may be together', () => {
    const { texts, truth } = repeated(unrelated(10), 20);
    const others = Array.from({ length: 100 }, (_, at) => `What does the ${(at + 500).toString(36)}bar do?`);
    const { labels } = group([...texts, ...others]);
    const own = labels.slice(0, texts.length);
    expect(adjustedRandIndex(own, truth)).toBeGreaterThan(0.7);
    expect(labels.slice(texts.length).filter((label) => own.includes(label)).length).toBeLessThan(10);
  });

  it.each(LANGUAGES.flatMap((language) => [2, 3, 20].map((times) => [language, times] as const)))(
    'are grouped as if each was asked once, or nearly, in %s, %i times each',
    (language, times) => {
      const once = questionsIn(language);
      const many = repeated(once, times);
      const { labels } = group(many.texts);
      expect(Array.from(labels.slice(once.texts.length))).toEqual(
        Array.from(labels.slice(0, labels.length - once.texts.length)),
      );
      expect(adjustedRandIndex(labels.slice(0, once.texts.length), group(once.texts).labels)).toBeGreaterThan(0.85);
    },
  );
});

describe('numbers of orders, invoices and tickets', () => {
  it('neither make nor divide groups among other questions', () => {
    const { texts, truth } = repeated(unrelated(10), 20);
    const all = [...texts, ...orders(100)];
    const groups = [...truth, ...orders(100).map(() => 10)];
    expect(adjustedRandIndex(group(all).labels, groups)).toBeGreaterThan(0.9);
    expect(adjustedRandIndex(joinedOneByOne(all), groups)).toBeGreaterThan(0.9);
  });

  it('do not divide the same question where no other is asked', () => {
    const invoices = orders(100).map((_, at) => `How do I export invoice number ${700_001 + 991 * at} as PDF?`);
    expect(group(invoices).groups.map(({ size }) => size)).toEqual([100]);
    expect(new Set(joinedOneByOne(invoices)).size).toBe(1);
  });

  it('count as one in any form, with letters before them or in parts', () => {
    const texts = [
      'Where is parcel INV-2026-00123?',
      'Where is parcel INV-2025-98441?',
      'Where is parcel 4711 0815 2342?',
      'Where is parcel 20.1198.5521?',
    ];
    expect(new Set(joinedOneByOne(texts)).size).toBe(1);
  });

  it('count where they are short and say what is meant', () => {
    const texts = ['error 404', 'error 404', 'error 429', 'error 429', 'enable 2FA', 'enable 2FA'];
    const { labels } = group(texts);
    expect(labels[0]).toBe(labels[1]);
    expect(labels[4]).toBe(labels[5]);
    expect(new Set(labels).size).toBe(3);
  });
});

describe('Japanese', () => {
  const TOPICS = [
    ['ログインできません', 'ログインするとエラーが出ます', 'ログイン画面が表示されません', 'ログインに失敗します'],
    ['解約したいです', '解約の方法を教えてください', '解約はどこでできますか', '解約の手続きについて'],
    ['配送が遅れています', '配送状況を確認したいです', '配送先を変更できますか', '配送はいつですか'],
  ];

  it('is grouped by what is asked and not by endings, where there are few questions', () => {
    const { labels } = group(TOPICS.flat());
    const truth = TOPICS.flatMap((texts, topic) => texts.map(() => topic));
    expect(adjustedRandIndex(labels, truth)).toBe(1);
  });

  it('counts endings and particles where a text has nothing else', () => {
    expect(joinedOneByOne(['つかいかた', 'つかいかた', 'おわりかた'])[1]).toBe(0);
    expect(group(['つかいかた']).groups.length).toBe(1);
  });
});
