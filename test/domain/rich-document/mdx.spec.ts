import { describe, expect, it } from '@jest/globals';
import { parseMdxPage, parsePage, renderMarkdown } from '#rich-document';

const read = (markdown: string) => {
  const { title, document, unread } = parseMdxPage(markdown);
  return {
    title,
    text: renderMarkdown(document).trim(),
    notes: unread.map(({ kind, text, line }) => [kind, text, line]),
  };
};

describe('a page in MDX', () => {
  it('has neither imports nor exports nor comments, and the first two are noted', () => {
    const page = [
      '---',
      'description: Tabs',
      '---',
      "import Tabs from '@theme/Tabs';",
      'import {',
      '  One,',
      '',
      '  Two,',
      "} from './parts';",
      '',
      '# Title',
      '',
      'export const rows = [1];',
      '',
      'Words.',
      '',
      '{/* A remark',
      'of two lines */}',
      '',
      'More words.',
    ].join('\n');
    expect(read(page)).toEqual({
      title: 'Title',
      text: 'Words.\n\nMore words.',
      notes: [
        ['lost-code', "import Tabs from '@theme/Tabs';", 4],
        ['lost-code', 'export const rows = [1];', 13],
      ],
    });
  });

  it('has expressions as text, with one note for each', () => {
    const page = read(
      'It is {version}, yes {version}.\n\n{props.children} and `{code}` of {#id}, {{other}} <a href={x}>\n',
    );
    expect(page.text).toContain('It is {version}');
    expect(page.notes.filter(([kind]) => kind === 'unknown-expression')).toEqual([
      ['unknown-expression', '{version}', 1],
      ['unknown-expression', '{props.children}', 3],
    ]);
  });

  it('has components that are not known as text, with a note', () => {
    expect(read('Before.\n\n<Gallery of="cats" />\n').notes).toEqual([['unknown-element', '<gallery>', 3]]);
  });

  it.each([
    ['import words into your head, and export them again.'],
    ['export of goods'],
    ['    import a from "b"'],
    ['```js\nimport a from "b"\n\nexport const c = 1\n```'],
    ['~~~\n```\nexport default 1\n~~~'],
    ['{/* without an end'],
    ['{/* with more */} behind it'],
  ])('keeps what is no code of its own: %j', (markdown) => {
    const { document, unread } = parseMdxPage(markdown);
    expect([document, unread]).toEqual([parsePage(markdown).document, parsePage(markdown).unread]);
  });

  it('has places in the text as it is, whatever its line ends', () => {
    const page = "import a from 'b'\r\n\r\n# Title\r\n\r\nWords.\r\n";
    const { places } = parseMdxPage(page);
    expect(places.title).toEqual({ from: 2, to: 3 });
    expect(places.blocks).toHaveLength(1);
  });
});
