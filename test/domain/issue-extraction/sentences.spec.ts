import { describe, expect, it } from '@jest/globals';
import { sentencesOf } from '../../../libs/issue-extraction/sentences/sentences.js';

describe('sentences', () => {
  it.each([10, 3_980, 3_999, 4_000, 4_001, 7_970])(
    'are whole wherever they are in a long line: behind %i units',
    (units) => {
      const before = 'Word by word. '.repeat(Math.ceil(units / 14)).slice(0, units - 2);
      const sentence = 'How do I export a space with all of its files?';
      const found = sentencesOf([`${before}. ${sentence} And then it ended.`]).map(({ text }) => text);
      expect(found.slice(-2)).toEqual([sentence, 'And then it ended.']);
    },
  );

  it('that never end are cut', () => {
    const found = sentencesOf(['x'.repeat(30_000)]);
    expect(found.map(({ text }) => text.length)).toEqual([2_000]);
  });
});
