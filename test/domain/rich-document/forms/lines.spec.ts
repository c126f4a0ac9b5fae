import { describe, expect, it } from '@jest/globals';
import { parsePage } from '#rich-document';
import { noted, rewritten } from '../support/rewritten.js';

const idOf = (source: string): string | undefined => {
  const [block] = parsePage(source).document.nodes;
  return block?.type === 'heading-1' ? block.data.id : undefined;
};

describe('the id behind a heading', () => {
  it.each([
    ['## One {#two}', 'two'],
    ['## One{#two}', 'two'],
    ['## One {#Two_3.x}', 'two_3.x'],
    ['## One { #two }', 'two'],
    ['## One {: #two .three }', 'two'],
    ['One {#two}\n---', 'two'],
    ['## `One` {#two} ##', 'two'],
    ['## One \\{#two}', undefined],
    ['## One {two}', undefined],
    ['## One {# two #}', undefined],
    ['## One `{#two}`', undefined],
    ['## One {#two} three', undefined],
  ])('is its anchor: %j', (source, id) => {
    expect(idOf(source)).toBe(id);
    rewritten(source);
  });

  it('is no word of the heading', () => {
    expect(rewritten('## One {#two}')).toBe('## One <a href="#two" id="two"></a>');
    expect(parsePage('# One {#two}\n\nx')).toMatchObject({ title: 'One', titleAnchor: 'two', unread: [] });
  });

  it('is noted where it can be no anchor, or has others beside it', () => {
    expect(noted('# T {#t}\n\n## One {#安装}\n\n## Two {#two .wide}')).toEqual([
      ['lost-attribute', '#安装', 3, 1],
      ['lost-attribute', '.wide', 5, 1],
    ]);
  });
});

describe('the first line of a fence', () => {
  const marked = (source: string): number[] => {
    const [code] = parsePage(source).document.nodes;
    if (code?.type !== 'code') return [];
    return code.nodes.flatMap(({ data }, index) => (data.highlighted === true ? [index + 1] : []));
  };

  it.each([
    ['js {1,3-4}', [1, 3, 4]],
    ['js{2}', [2]],
    ['py hl_lines="1 3-4"', [1, 3, 4]],
    ['{.py hl_lines="2"}', [2]],
    ['js {0,9,3-99999999}', [3, 4]],
    ['js {a}', []],
  ])('marks lines: %s', (info, lines) => {
    const source = `\`\`\`${info}\na\nb\nc\nd\n\`\`\``;
    expect(marked(source)).toEqual(lines);
    rewritten(source);
  });

  it.each([
    ['js title="a b.js"', { syntax: 'js', title: 'a b.js' }],
    ["js title='a.js'", { syntax: 'js', title: 'a.js' }],
    ['js filename="a.js"', { syntax: 'js', title: 'a.js' }],
    ['js [a.js]', { syntax: 'js', title: 'a.js' }],
    ['js showLineNumbers', { syntax: 'js', lineNumbers: true }],
    ['ts:line-numbers {1}', { syntax: 'ts', lineNumbers: true }],
    ['ts:no-line-numbers', { syntax: 'ts', lineNumbers: false }],
    ['py linenums="1"', { syntax: 'py', lineNumbers: true }],
    ['{ .py .numberLines title="x" }', { syntax: 'py', lineNumbers: true, title: 'x' }],
    ['c++', { syntax: 'c++' }],
    ['', {}],
  ])('says what kind of code it is: %s', (info, data) => {
    const source = `\`\`\`${info}\na\n\`\`\``;
    const [code] = parsePage(source).document.nodes;
    expect(code?.type === 'code' && code.data).toEqual(data);
    expect(noted(source)).toEqual([]);
    rewritten(source);
  });

  it('is noted as far as it is not understood', () => {
    expect(noted('```js copy {r, echo=FALSE} x="y z" [a.js]\n1\n```\n\n```js copy\n1\n```')).toEqual([
      ['unknown-option', 'copy', 1, 2],
      ['unknown-option', '{r, echo=FALSE}', 1, 1],
      ['unknown-option', 'x="y z"', 1, 1],
    ]);
  });
});

describe('an address in prose', () => {
  const linksOf = (source: string): string[] => {
    const [block] = parsePage(source).document.nodes;
    if (block?.type !== 'paragraph') return [];
    return block.nodes.flatMap((node) =>
      node.object === 'inline' && node.type === 'link' && node.data.ref.kind === 'url' ? [node.data.ref.url] : [],
    );
  };

  it.each([
    ['See https://a.bc/d_e?f=1&g=2.', 'https://a.bc/d_e?f=1&g=2'],
    ['(http://a.bc/d)', 'http://a.bc/d'],
    ['https://a.bc/d_(e)', 'https://a.bc/d_(e)'],
    ['**https://a.bc/d**', 'https://a.bc/d'],
    ['“https://a.bc/d”', 'https://a.bc/d'],
    ['见https://a.bc/d。再', 'https://a.bc/d'],
    ['见https://a.bc查看', 'https://a.bc'],
    ['http://localhost:3000/x, y', 'http://localhost:3000/x'],
    ['https://a.bc/<id>', 'https://a.bc/'],
    ['HTTPS://A.BC', 'HTTPS://A.BC'],
    ['https://a.bc/d&amp;e=1', 'https://a.bc/d&e=1'],
    ['https://a.bc...', 'https://a.bc'],
  ])('is a link: %s', (source, url) => {
    expect(linksOf(source)).toEqual([url]);
    rewritten(source);
  });

  it.each(['www.a.bc', 'a@b.cd', 'xhttps://a.bc', 'https://', 'https://{host}/x', 'https:\\//a.bc', 'ftp://a.bc'])(
    'is not: %s',
    (source) => {
      expect(linksOf(source)).toEqual([]);
      rewritten(source);
    },
  );

  it('is none in code, in a link, in an image or in an element', () => {
    expect(linksOf('`https://a.bc` <code>https://a.bc</code> <a href="x.md">https://a.bc</a>')).toEqual(['x.md']);
    expect(linksOf('[https://a.bc and more](x.md) ![https://a.bc](y.png)')).toEqual(['x.md']);
    expect(rewritten('<p align="center">https://a.bc</p>')).toBe('<p align="center">https://a.bc</p>');
  });

  it('is written as it is where nothing beside it would be taken for a part of it', () => {
    for (const source of [
      'See https://a.bc/d_e?f=1&g=2. Then (https://a.bc/d), https://e.fg/ and more',
      '* https://a.bc\n* https://d.ef\\\n  next',
      '| A |\n| --- |\n| https://a.bc/d |',
    ])
      expect(rewritten(source)).toBe(source);
    expect(rewritten('<https://a.bc>x')).toBe('<https://a.bc>x');
    expect(rewritten('**https://a.bc**')).toBe('**<https://a.bc>**');
  });

  it('stays text where its author escaped it', () => {
    expect(rewritten('See https\\://a.bc')).toBe('See https\\://a.bc');
  });
});
