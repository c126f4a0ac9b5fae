import { describe, expect, it } from '@jest/globals';
import {
  checkBlock,
  checkWord,
  comesBack,
  parsePage,
  readWritten,
  rewritePage,
  type WrittenFile,
} from '#rich-document';
import { randomOf, writtenText } from './written-text.js';

/** Texts of random blocks in random styles; each failure names its seed. */
const SEEDS = Array.from({ length: 120 }, (_, seed) => seed + 1);

const fileOf = (text: string): WrittenFile => readWritten(Buffer.from(text)) as WrittenFile;

describe('a page that was written by hand', () => {
  it('comes back byte for byte, whatever its style', () => {
    const different = SEEDS.filter((seed) => !comesBack(fileOf(writtenText(seed))));
    expect(different).toEqual([]);
  });

  it('differs in the one line that holds a word that was edited', () => {
    const amiss = SEEDS.flatMap((seed) => {
      const wrong = checkWord(fileOf(writtenText(seed)), randomOf(seed));
      return wrong ? [{ seed, wrong }] : [];
    });
    expect(amiss).toEqual([]);
  });

  it('differs in no line of another block where one is replaced', () => {
    const amiss = SEEDS.flatMap((seed) => {
      const wrong = checkBlock(fileOf(writtenText(seed)), randomOf(seed));
      return wrong ? [{ seed, wrong }] : [];
    });
    expect(amiss).toEqual([]);
  });

  const rewritten = (text: string, after: string): string => {
    const { document, places } = parsePage(text);
    const href = (): undefined => undefined;
    const edit = { text, places, before: document, fields: {}, hrefBefore: href, hrefAfter: href };
    return rewritePage({ ...edit, after: parsePage(after).document, read: (page) => page });
  };

  it.each([
    ['an item behind others', '- a\n- b\n', '* a\n* b\n* c\n', '- a\n- b\n- c\n'],
    ['an item between others', '+ a\n+ c\n', '* a\n* b\n* c\n', '+ a\n+ b\n+ c\n'],
    ['emphasis', '*a* b.\n\nc\n', '*a* b.\n\nc **d** _e_\n', '*a* b.\n\nc **d** *e*\n'],
    ['a paragraph', 'a\n\n\n\nb', 'a\n\nc\n\nb', 'a\n\nc\n\nb'],
    ['a paragraph at the end', 'a', 'a\n\nb', 'a\n\nb'],
    [
      'a block of code',
      '~~~js\na\n~~~\n',
      '```js\na\n```\n\nb\n\n```js\nc\n```',
      '~~~js\na\n~~~\n\nb\n\n~~~js\nc\n~~~\n',
    ],
  ])('takes up %s in its own style', (_what, text, after, expected) => {
    expect(rewritten(text, after)).toBe(expected);
  });

  it('keeps comments and definitions where blocks around them go', () => {
    const text = 'a\n\n<!-- of b -->\nb\n\n[x]: https://example.com\n\nc [x]\n';
    expect(rewritten(text, 'a\n\nc [x](https://example.com)\n')).toBe(
      'a\n\n<!-- of b -->\n\n[x]: https://example.com\n\nc [x]\n',
    );
  });

  it('keeps the text of a block that was moved', () => {
    const text = 'a  \nb\n\n- c\n- d\n\n***\n';
    expect(rewritten(text, '- c\n- d\n\na\\\nb\n\n***\n')).toBe('- c\n- d\n\na  \nb\n\n***\n');
  });

  it('is left as it is where nothing it says has changed', () => {
    const text = '# T\n\nA   __b__ &amp; c\\!\n';
    expect(rewritten(text, text)).toBe(text);
  });
});
