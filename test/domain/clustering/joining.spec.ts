import { describe, expect, it } from '@jest/globals';
import {
  featuresOf,
  joined,
  JoiningClusters,
  MOST_TERMS_OF_PROFILE,
  MOST_TERMS_OF_TEXT,
  profileOf,
  scoreOf,
  weigh,
} from '#clustering';

const counts = { frequencies: new Map([['card', 50]]), total: 100 };
const weighed = (text: string) => weigh(featuresOf(text), counts);
const LONG = Array.from({ length: 500 }, (_, at) => `word${at}x`).join(' ');

describe('features of a text', () => {
  it('are words, two words in a row and parts of words', () => {
    expect(Array.from(featuresOf('Refunded twice').keys())).toEqual([
      'refund',
      '#_ref',
      '#refu',
      '#efun',
      '#fund',
      '#unde',
      '#nded',
      '#ded_',
      'twice',
      'refund twice',
      '#_twi',
      '#twic',
      '#wice',
      '#ice_',
    ]);
  });

  it('are one, two and three characters where there are no spaces', () => {
    expect(Array.from(featuresOf('身份验证').keys())).toEqual([
      '身份',
      '身',
      '份',
      '份验',
      '身份 份验',
      '验',
      '验证',
      '份验 验证',
      '证',
    ]);
  });

  it('are none for a text without words, and bounded for a text of a million characters', () => {
    expect(featuresOf(' …!? ').size).toBe(0);
    expect(featuresOf('x'.repeat(1_000_000)).size).toBeLessThan(80);
    expect(featuresOf(LONG.repeat(300)).size).toBeLessThanOrEqual(400);
  });

  it('hold no half of a character, which a database would refuse', () => {
    const text = '𝒜'.repeat(100) + ' \ud800 ' + '😀🏽'.repeat(50) + '𠮷'.repeat(70);
    for (const feature of featuresOf(text).keys()) expect(feature).not.toMatch(/\p{Cs}/u);
  });
});

describe('weights of a text', () => {
  it('are those of its heaviest terms, the rarest first, and their squares add up to 1', () => {
    const terms = weighed(`card ${LONG}`);
    expect(terms.length).toBe(MOST_TERMS_OF_TEXT);
    expect(terms.reduce((sum, { weight }) => sum + weight ** 2, 0)).toBeCloseTo(1);
    expect(weighed('card refund').at(-1)?.term).toBe('card');
  });

  it('are none without terms, and some where nothing is known of other texts', () => {
    expect(weigh(featuresOf(''), counts)).toEqual([]);
    expect(weigh(featuresOf('card'), { frequencies: new Map(), total: 0 }).length).toBeGreaterThan(0);
    const worn = weigh(featuresOf('card'), { frequencies: new Map([['card', 1_000]]), total: 10 });
    expect(worn.every(({ weight }) => weight > 0)).toBe(true);
  });
});

describe('profiles of clusters', () => {
  it('score a text that is like their members higher than another', () => {
    const profile = profileOf([weighed('refund my order'), weighed('refund the last order')]);
    expect(scoreOf(profile, weighed('please refund order'))).toBeGreaterThan(0.4);
    expect(scoreOf(profile, weighed('reset password'))).toBeLessThan(0.1);
  });

  it('are about the same whether texts come at once or one by one, and stay bounded', () => {
    const members = ['refund my order', 'refund the last order', 'I want a refund'].map(weighed);
    const [first = [], ...others] = members;
    const grown = others.reduce(joined, profileOf([first]));
    expect(grown.terms).toEqual(
      profileOf(members).terms.map((term) => ({ ...term, weight: expect.closeTo(term.weight) })),
    );
    let profile = grown;
    for (let at = 0; at < 50; at++) profile = joined(profile, weighed(`refund ${LONG.slice(at * 40, at * 40 + 300)}`));
    expect(profile.terms.length).toBe(MOST_TERMS_OF_PROFILE);
  });
});

describe('joining clusters one by one', () => {
  it('puts questions for the same together, and begins a cluster for another', () => {
    const clusters = new JoiningClusters();
    const texts = [
      'I want a refund',
      'reset my password',
      'a refund please',
      'how to reset the password',
      '…',
      'refund!',
    ];
    expect(texts.map((text) => clusters.join(text))).toEqual([0, 1, 0, 1, -1, 0]);
  });
});
