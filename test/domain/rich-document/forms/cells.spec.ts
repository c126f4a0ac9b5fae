import { describe, expect, it } from '@jest/globals';
import { parsePage, type Block } from '#rich-document';
import { noted, rewritten } from '../support/rewritten.js';

/** The blocks of the first cell below the head. */
function cellOf(content: string): Block[] {
  const [table] = parsePage(`| A |\n| --- |\n| ${content} |`).document.nodes;
  return table?.type === 'table' ? (table.fragments[0]?.nodes ?? []) : [];
}
/** What a block says, without the keys that follow from its place. */
const withoutKeys = (block: Block | undefined): unknown =>
  JSON.parse(JSON.stringify(block, (name, value: unknown) => (name === 'key' ? undefined : value)));
const typesOf = (content: string): string[] => cellOf(content).map(({ type }) => type);

describe('a cell of a Markdown table', () => {
  it.each([
    ['<p>One</p><p>Two</p>', ['paragraph', 'paragraph']],
    ['<ul><li>One</li><li>Two</li></ul>', ['list-unordered']],
    ['One<ol><li>Two</li></ol>three', ['paragraph', 'list-ordered', 'paragraph']],
    ['One:<br><ul><li>Two</li></ul><br>three', ['paragraph', 'list-unordered', 'paragraph']],
    ['<blockquote>One</blockquote>', ['blockquote']],
    ['<h3>One</h3><hr>Two', ['heading-2', 'divider', 'paragraph']],
    ['<pre>one<br>two</pre>', ['code']],
    ['<div>One</div><div>Two</div>', ['paragraph', 'paragraph']],
    ['<details><summary>One</summary>Two</details>', ['paragraph', 'paragraph']],
    ['<p>One', ['paragraph']],
    ['One</p>', ['paragraph']],
    ['One<br>two', ['paragraph']],
  ])('keeps blocks apart: %s', (content, types) => {
    expect(typesOf(content)).toEqual(types);
    rewritten(`| A |\n| --- |\n| ${content} |`);
  });

  it('reads Markdown within its elements', () => {
    expect(rewritten('| A |\n| --- |\n| <ul><li>**One** [two](b.md)</li><li>`<p>`</li></ul> |')).toContain(
      '<td><ul><li><strong>One</strong> <a href="b.md">two</a></li><li><code>&lt;p></code></li></ul></td>',
    );
  });

  it('stays a Markdown table where no element is a block', () => {
    expect(rewritten('| A |\n| --- |\n| a<br>b `<p>` |')).toBe('| A |\n| --- |\n| a<br>b `<p>` |');
  });

  it('ends with its cell, whatever is open', () => {
    expect(rewritten('| A | B |\n| --- | --- |\n| <ul><li>One | Two |\n| <pre>x | y |')).toContain(
      '<tr><td><ul><li>One</li></ul></td><td>Two</td></tr><tr><td><pre><code>x</code></pre></td><td>y</td></tr>',
    );
  });
});

describe('a row with more cells than its table has columns', () => {
  it.each([
    ['| one | two | three |', 'two | three'],
    ['one | `a || b`', '`a || b`'],
    ['| one | <code>||</code> two \\| three|', '<code>||</code> two | three'],
    ['| one | two | |', 'two'],
    ['| one | two |', 'two'],
    ['| one |', ''],
  ])('keeps them in the last: %s', (row, last) => {
    const [table] = parsePage(`| A | B |\n| --- | --- |\n${row}\n`).document.nodes;
    const [written] = parsePage(`| A | B |\n| --- | --- |\n| one | ${last.replaceAll('|', '\\|')} |\n`).document.nodes;
    expect(withoutKeys(table)).toEqual(withoutKeys(written));
  });
});

describe('the head of a column', () => {
  it('keeps the words of links, code and images, and what is lost is noted', () => {
    const source = 'x\n\n| [One](a.md) | `two` x | ![three](i.png) | **four** | https://a.bc |\n| - | - | - | - | - |';
    expect(rewritten(source)).toBe(
      'x\n\n| One | two x | three | four | https\\://a.bc |\n| --- | --- | --- | --- | --- |',
    );
    expect(noted(source)).toEqual([
      ['lost-in-header', 'link', 3, 1],
      ['lost-in-header', 'code', 3, 1],
      ['lost-in-header', 'inline-image', 3, 1],
    ]);
  });
});

describe('a table of cards', () => {
  const cards = (target: string, cover: string): string =>
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th>' +
    '<th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody>' +
    `<tr><td>One</td><td>${target}</td><td>${cover}</td></tr></tbody></table>`;

  it('writes targets and covers with the words of their addresses', () => {
    const target = '<a href="guides/first/">first</a>';
    const cover = '<a href=".gitbook/assets/my%20cover%20(1).png">my cover (1).png</a>';
    expect(rewritten(cards(target, cover))).toBe(cards(target, cover));
    const site = cards('<a href="https://a.bc/">a.bc</a>', '<a href="/files/f1">f1</a>');
    expect(rewritten(site)).toBe(site);
  });
});
