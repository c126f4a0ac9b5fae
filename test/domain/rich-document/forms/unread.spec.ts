import { describe, expect, it } from '@jest/globals';
import { parsePage } from '#rich-document';
import { noted, rewritten } from '../support/rewritten.js';

describe('what a page says and a document does not', () => {
  it('is noted by its line in the file, frontmatter counted, each thing once', () => {
    const source =
      '---\ntitle: x\n---\n\n# T\n\n{% what %}\n\na {% ever b="c" %}\nd <Foo> e\n\n<Foo>\n\n{% what %}\n\n- {% endwhat %}\n';
    expect(noted(source)).toEqual([
      ['unknown-tag', '{% what %}', 7, 2],
      ['unknown-tag', '{% ever %}', 9, 1],
      ['unknown-element', '<foo>', 10, 2],
      ['unknown-tag', '{% endwhat %}', 16, 1],
    ]);
    expect(noted(source.replaceAll('\n', '\r\n'))).toEqual(noted(source));
  });

  it.each([
    ['{% hint style="info" %}\nx', 'unknown-tag', '{% hint %}'],
    ['{% embed %}', 'unknown-tag', '{% embed %}'],
    ['a {% hint %} b', 'unknown-tag', '{% hint %}'],
    ['a {{ book.title }} b', 'unknown-tag', '{{ }}'],
    ['One\n{: .no_toc }', 'unknown-tag', '{: }'],
    ['a <your_name> b', 'unknown-element', '<your_name>'],
    ['a <Tabs values={[{a: 1}]}> b', 'unknown-element', '<tabs>'],
    ['<Card title="x" />', 'unknown-element', '<card>'],
    ['| a |\n| - |\n| <x-y>b</x-y> |', 'unknown-element', '<x-y>'],
    ['{% hint style="pink" %}\nx\n{% endhint %}', 'unknown-option', 'style="pink"'],
    ['{% tabs sync="a" %}\n{% tab %}\nx\n{% endtab %}\n{% endtabs %}', 'unknown-option', 'sync of {% tabs %}'],
    ['[a](b.md "c")', 'lost-attribute', 'title of a link'],
    ['a <span id="b">c</span>', 'lost-attribute', 'id of <span>'],
    ['<a name="b"></a>\n\nc', 'lost-attribute', 'id of <a>'],
    ['<div class="note">\n\na\n\n</div>', 'lost-attribute', 'class of <div>'],
    ['a <abbr title="b">c</abbr>', 'lost-attribute', 'title of <abbr>'],
    ['<script>\nalert(1)\n</script>', 'lost-element', '<script>'],
    ['<video><source src="a.mp4"></video>', 'lost-element', '<video>'],
  ])('is noted: %j', (source, kind, text) => {
    const found = noted(source).filter(([, own]) => own === text);
    expect(found.map(([own]) => own)).toEqual([kind]);
    rewritten(source);
  });

  it.each([
    'a < b and c > d {x} {',
    '`<Foo>` and `{% what %}`',
    '```\n<Foo> {% what %}\n```',
    '\\<Foo> \\{% what %}',
    '## a <a href="#b" id="b"></a>',
    '<!-- {% what %} <Foo> -->',
    '<figure><img src="a.png" alt="" width="3"><figcaption><p>b</p></figcaption></figure>',
    '<mark style="color:red;">a</mark> <kbd>b</kbd> :tada: <a href="c" class="button primary">d</a>',
    '{% include "a.md" %}\n\n{% openapi-operation spec="a" path="/" method="get" %}\n{% endopenapi-operation %}',
  ])('is not noted where it is meant: %j', (source) => {
    expect(noted(source)).toEqual([]);
  });

  it('is bounded, however much there is of it', () => {
    const { unread } = parsePage(Array.from({ length: 500 }, (_, at) => `<t${at}${'x'.repeat(90)}>\n\n`).join(''));
    expect(unread).toHaveLength(41);
    expect(unread.at(-1)).toMatchObject({ kind: 'more', count: 460 });
    expect(Math.max(...unread.map(({ text }) => text.length))).toBe(80);
  });
});
