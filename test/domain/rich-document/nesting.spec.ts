import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parseMarkdown, plainText, renderMarkdown, validateDocument } from '#rich-document';
import type { RichDocument } from '#rich-document';
import { stripKeys } from './support/strip-keys.js';
import { wordsOf } from './support/visible-words.js';

const times = (depth: number, part: (level: number) => string, glue = ''): string =>
  Array.from({ length: depth }, (_, level) => part(level)).join(glue);
const around = (open: (level: number) => string, close: (level: number) => string) => (depth: number) =>
  `${times(depth, open)} middle ${times(depth, (level) => close(depth - 1 - level))} end`;

/** Pages nested so deep, a word of its own at every level where the notation has room for one. */
const ON_ONE_LINE: Record<string, (depth: number) => string> = {
  quotes: (depth) => `${'> '.repeat(depth)}middle`,
  'bullet lists': (depth) => `${'* '.repeat(depth)}middle`,
  'numbered lists': (depth) => `${'1. '.repeat(depth)}middle`,
  'task lists': (depth) => `${'- [x] '.repeat(depth)}middle`,
  'quotes and lists': (depth) => `${'> * 1. '.repeat(depth / 3)}middle\n\nend`,
  footnotes: (depth) => `top[^0]\n\n${times(depth, (level) => `[^${level}]: `)}middle`,
  'headings in quotes': (depth) => `${'> '.repeat(depth)}# middle`,
  'code in quotes': (depth) => `${'> '.repeat(depth)}\`\`\`\n${'> '.repeat(depth)}middle\n${'> '.repeat(depth)}\`\`\``,
  'emphasis open': (depth) => times(depth, (level) => `*w${level} `),
  emphasis: around(
    (level) => `*w${level} `,
    (level) => ` v${level}*`,
  ),
  strong: around(
    (level) => `**w${level} `,
    (level) => ` v${level}**`,
  ),
  'kinds of emphasis': around(
    (level) => `${['*', '__', '~~', '**', '_'][level % 5]}w${level} `,
    (level) => ` v${level}${['*', '__', '~~', '**', '_'][level % 5]}`,
  ),
  links: around(
    (level) => `[w${level} `,
    (level) => ` v${level}](https://example.com)`,
  ),
  images: around(
    (level) => `![w${level} `,
    (level) => ` v${level}](https://example.com/a.png)`,
  ),
  brackets: around(
    (level) => `[w${level} `,
    (level) => ` v${level}]`,
  ),
  'links and emphasis': around(
    (level) => (level % 2 === 0 ? `[w${level} ` : `*w${level} `),
    (level) => (level % 2 === 0 ? ` v${level}](https://example.com)` : ` v${level}*`),
  ),
  'inline elements': around(
    (level) => `<b>w${level} `,
    (level) => ` v${level}</b>`,
  ),
  'inline anchors': around(
    (level) => `<a href="https://example.com">w${level} `,
    (level) => ` v${level}</a>`,
  ),
};
/** The same, a line or more at every level. */
const ON_LINES: Record<string, (depth: number) => string> = {
  divisions: around(
    (level) => `<div>w${level}\n`,
    (level) => `v${level}</div>\n`,
  ),
  'quotes as elements': around(
    (level) => `<blockquote>w${level}\n`,
    (level) => `v${level}</blockquote>\n`,
  ),
  'lists as elements': around(
    (level) => `<ul><li>w${level}\n`,
    (level) => `v${level}</li></ul>\n`,
  ),
  'tables as elements': around(
    (level) => `<table><tr><td>w${level}\n`,
    (level) => `v${level}</td></tr></table>\n`,
  ),
  'tables in quotes': around(
    (level) => `<table><tr><td><blockquote>w${level}\n`,
    (level) => `v${level}</blockquote></td></tr></table>\n`,
  ),
  details: around(
    (level) => `<details><summary>w${level}</summary>\n\nx${level}\n\n`,
    (level) => `v${level}\n\n</details>\n\n`,
  ),
  hints: around(
    (level) => `{% hint style="info" %}\nw${level}\n`,
    (level) => `v${level}\n{% endhint %}\n`,
  ),
  tabs: around(
    (level) => `{% tabs %}\n{% tab title="t${level}" %}\nw${level}\n`,
    (level) => `v${level}\n{% endtab %}\n{% endtabs %}\n`,
  ),
  'elements and tags': around(
    (level) => (level % 2 === 0 ? `<details>\n<summary>w${level}</summary>\n\n` : `{% if w${level} %}\nx${level}\n\n`),
    (level) => (level % 2 === 0 ? `v${level}\n\n</details>\n\n` : `v${level}\n{% endif %}\n\n`),
  ),
};
/** Pages whose length grows faster than their depth. */
const LONG: Record<string, (depth: number) => string> = {
  'indented lists': (depth) => times(depth, (level) => `${'  '.repeat(level)}* w${level}`, '\n'),
  'indented loose lists': (depth) => times(depth, (level) => `${'   '.repeat(level)}1. w${level}`, '\n\n'),
  'growing quotes': (depth) => times(depth, (level) => `${'> '.repeat(level)}w${level}`, '\n'),
  'elements and tags in quotes': (depth) =>
    times(
      depth,
      (level) => `${'> '.repeat(30)}${level % 2 === 0 ? `<div>w${level}` : `{% hint %} w${level}`}\n> `,
      '\n',
    ),
  'indented lists with quotes': (depth) =>
    times(depth, (level) => `${'  > '.repeat(level)}* w${level}\n${'  > '.repeat(level)}\n`, ''),
};
const CASES = [
  ...Object.entries(ON_ONE_LINE).flatMap(([name, make]) => [41, 1000, 10_000].map((depth) => ({ name, make, depth }))),
  ...Object.entries(ON_LINES).flatMap(([name, make]) => [41, 1_000].map((depth) => ({ name, make, depth }))),
  ...Object.entries(LONG).flatMap(([name, make]) => [41, 300].map((depth) => ({ name, make, depth }))),
];
/** What a page writes outside of its words, and the words of its tags, which are no text. */
const NOTATION = /https:\/\/[a-z./]+|<[^>]*>|\{% (?:if|hint|tab|tabs|end\w+)[^%]*%\}|\[x\]|\[\^\d+\]:?|1\. |title="|"/g;
const titles = (source: string): string[] => [...source.matchAll(/title="(\w+)"/g)].map(([, title]) => title as string);
/** Jest's own comparison takes longer on trees of this size than making them. */
const same = (one: RichDocument, other: RichDocument): boolean => isDeepStrictEqual(stripKeys(one), stripKeys(other));

describe('a page nested without end', () => {
  it.each(CASES)('keeps every word ($name, $depth deep)', ({ make, depth }) => {
    const source = make(depth);
    const { user: start } = process.cpuUsage();
    const document = parseMarkdown(source);
    const { user } = process.cpuUsage();
    const kept = new Set(wordsOf(plainText(document)));
    const expected = [...wordsOf(source.replace(NOTATION, ' ')), ...titles(source)];
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.filter((word) => !kept.has(word))).toEqual([]);
    expect((user - start) / 1e6).toBeLessThan(10);
    expect(same(parseMarkdown(renderMarkdown(document)), document)).toBe(true);
    if (depth <= 1_000) expect(same(validateDocument(document, { nesting: 'markdown' }), document)).toBe(true);
  });
});
