import { describe, expect, it } from '@jest/globals';
import { beginningOf, charactersIn, exceeds } from '#kernel/domain/characters';

describe('the length of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['🎉🎉', 2],
    ['𠮷野家', 3],
    ['a\ud800b', 3],
  ])('of %j is %i characters', (text, characters) => {
    expect(charactersIn(text)).toBe(characters);
    expect(exceeds(text, characters)).toBe(false);
    if (characters > 0) expect(exceeds(text, characters - 1)).toBe(true);
  });

  it('of one that is far too long is not counted', () => {
    const long = '🎉'.repeat(5_000_000);
    const began = performance.now();
    for (let i = 0; i < 1000; i++) expect(exceeds(long, 50)).toBe(true);
    expect(beginningOf(long, 3)).toBe('🎉🎉🎉');
    const once = performance.now();
    charactersIn(long);
    expect(once - began).toBeLessThan((performance.now() - once) * 100);
  });
});

describe('the beginning of a text', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly', 7, 'exactly'],
    ['🎉🎊🎈', 2, '🎉🎊'],
    ['a🎉b', 2, 'a🎉'],
  ])('of %j with %i characters is %j', (text, most, beginning) => {
    expect(beginningOf(text, most)).toBe(beginning);
  });
});
