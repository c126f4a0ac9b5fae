import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstLink, plainText } from '../../../../src/content/exchange/domain/import/inline-text.js';
import { parseSummary } from '../../../../src/content/exchange/domain/import/summary.js';
import { codes, outline, pageAt, plan } from './import-fixture.js';

describe('A table of contents', () => {
  it('becomes groups, nested pages and links in its order', async () => {
    const planned = await plan({
      'SUMMARY.md': [
        '# Table of contents',
        '',
        '* [Welcome](README.md)',
        '',
        '## Get started <a href="#start" id="start"></a>',
        '',
        '* [Install](setup/README.md "Set up")',
        '  * [On Linux](setup/linux.md)',
        '    * [Packages](setup/linux/packages.md)',
        '* [Source](https://example.com/repo "Repository")',
        '',
        '***',
        '',
        '* [Last](last.md)',
      ].join('\n'),
      'README.md': '',
      'setup/README.md': '',
      'setup/linux.md': '',
      'setup/linux/packages.md': '',
      'last.md': '',
    });
    expect(outline(planned)).toEqual([
      'document Welcome [readme] README.md',
      'group Get started [start] -',
      '  document Install [setup] setup/README.md',
      '    document On Linux [linux] setup/linux.md',
      '      document Packages [packages] setup/linux/packages.md',
      '  link Source [] {"kind":"url","url":"https://example.com/repo"}',
      'document Last [last] last.md',
    ]);
    expect(planned.pages.map(({ linkTitle }) => linkTitle)).toEqual([
      undefined,
      undefined,
      'Set up',
      undefined,
      undefined,
      'Repository',
      undefined,
    ]);
    expect(planned.warnings).toEqual([]);
    expect(pageAt(planned, 'last.md').oid).toBe('oid of last.md');
  });

  it('reads addresses as authors write them', async () => {
    const planned = await plan({
      'SUMMARY.md': [
        '* [A](./a.md)',
        '* [B](<with space/b c.md>)',
        '* [C](with%20space/c%20%28x%29.md)',
        '* [D](/d.md)',
        '* [E](folder)',
        '* [F](folder/f)',
        '* [G](GUIDE.MD)',
        '- [H]( h\\(1\\).md )',
        '1. [I](i.md \'single "quoted"\')',
      ].join('\n'),
      ...Object.fromEntries(
        ['a', 'with space/b c', 'with space/c (x)', 'd', 'folder/README', 'folder/f', 'guide', 'h(1)', 'i'].map(
          (name) => [`${name}.md`, ''],
        ),
      ),
    });
    expect(planned.pages.map(({ sourcePath }) => sourcePath)).toEqual([
      'a.md',
      'with space/b c.md',
      'with space/c (x).md',
      'd.md',
      'folder/README.md',
      'folder/f.md',
      'guide.md',
      'h(1).md',
      'i.md',
    ]);
    expect(planned.pages.at(-1)?.linkTitle).toBe('single "quoted"');
    expect(planned.warnings).toEqual([]);
  });

  it('turns anchors and repeated files into links to the page', async () => {
    const planned = await plan({
      'SUMMARY.md': '* [Part](p.md#part)\n* [Page](p.md)\n  * [Again](p.md)\n* [Lone](q.md#only)\n* [Logo](logo.png)\n',
      'p.md': '',
      'q.md': '',
      'logo.png': '',
    });
    const { id } = pageAt(planned, 'p.md');
    expect(outline(planned)).toEqual([
      `link Part [] {"kind":"anchor","page":"${id}","anchor":"part"}`,
      'document Page [p] p.md',
      `  link Again [] {"kind":"page","page":"${id}"}`,
      'document Lone [q] q.md',
      `link Logo [] {"kind":"file","file":"${planned.files[0]?.id}"}`,
    ]);
    expect(planned.files[0]?.kept).toBe(true);
    expect(codes(planned)).toEqual(['duplicate-page']);
  });

  it('takes the entry that holds others for the page of a file that is listed twice', async () => {
    const planned = await plan({
      'SUMMARY.md': '* [Tail](tail.md)\n\n## Inputs\n\n* [Tail again](tail.md)\n  * [A](a.md)\n* [Tail](tail.md)\n',
      'tail.md': '',
      'a.md': '',
    });
    const { id } = pageAt(planned, 'tail.md');
    expect(outline(planned)).toEqual([
      `link Tail [] {"kind":"page","page":"${id}"}`,
      'group Inputs [inputs] -',
      '  document Tail again [tail] tail.md',
      '    document A [a] a.md',
      `  link Tail [] {"kind":"page","page":"${id}"}`,
    ]);
    expect(codes(planned)).toEqual(['duplicate-page', 'duplicate-page']);
  });

  it('keeps the pages below an entry that has no page of its own', async () => {
    const planned = await plan({
      'SUMMARY.md': [
        '- Without a link',
        '  - [A](a.md)',
        '- [Empty]()',
        '  - [B](b.md)',
        '- [Gone](gone.md)',
        '  - [C](c.md)',
        '- [Elsewhere](https://example.com)',
        '  - [D](d.md)',
        '- [Gone too](gone-too.md)',
        '- [Script](javascript:alert\\(1\\))',
      ].join('\n'),
      ...{ 'a.md': '', 'b.md': '', 'c.md': '', 'd.md': '' },
    });
    expect(outline(planned)).toEqual([
      'document Without a link [without-a-link] -',
      '  document A [a] a.md',
      'document Empty [empty] -',
      '  document B [b] b.md',
      'document Gone [gone] -',
      '  document C [c] c.md',
      'link Elsewhere [] {"kind":"url","url":"https://example.com"}',
      'document D [d] d.md',
    ]);
    expect(codes(planned)).toEqual([
      'page-without-file',
      'page-without-file',
      'missing-file',
      'pages-under-link',
      'missing-file',
      'missing-file',
    ]);
  });

  it('reports what it does not understand, with the line, and goes on', async () => {
    const planned = await plan({
      'SUMMARY.md': [
        '---',
        'title: x',
        '---',
        '# Summary',
        '<!-- a',
        '* [Hidden](hidden.md) -->',
        'Some prose.',
        '* [A](a.md) with a note',
        '* ```yaml',
        '  type: builtin:openapi',
        '  ```',
        '* [B](b.md)',
        '[Afterword](z.md)',
      ].join('\n'),
      ...{ 'a.md': '', 'b.md': '', 'z.md': '', 'left.md': '' },
    });
    expect(outline(planned)).toEqual(['document A [a] a.md', 'document B [b] b.md', 'document Afterword [z] z.md']);
    expect(planned.warnings.map(({ code, path, message }) => [code, path, /Line \d+/.exec(message)?.[0]])).toEqual([
      ['ignored-text', 'SUMMARY.md', 'Line 7'],
      ['ignored-text', 'SUMMARY.md', 'Line 8'],
      ['computed-page', 'SUMMARY.md', 'Line 9'],
      ['not-in-summary', 'left.md', undefined],
    ]);
  });

  it('nests by indentation, with tabs and uneven spaces', () => {
    const { items } = parseSummary('* a\n\t* b\n\t\t* c\n   * d\n * e\n', 'SUMMARY.md');
    const shape = (list: typeof items): unknown[] => list.map(({ title, items: below }) => [title, shape(below)]);
    expect(shape(items)).toEqual([
      [
        'a',
        [
          ['b', [['c', []]]],
          ['d', []],
        ],
      ],
      ['e', []],
    ]);
  });

  it('reads any text in bounded time and without an error', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('* ', '  ', '[', ']', '(', ')', '"', '<', '>', '`', '\\', '_', '*', '\n', '# ', 'a', '&#1;'),
        ),
        (parts) => {
          parseSummary(parts.join(''), 'SUMMARY.md');
        },
      ),
      { numRuns: 1_000 },
    );
    const started = process.cpuUsage();
    for (const nasty of ['[', '`a', '[a](b "', '<a', '**a', '&#', '_ ', '(((', '[[]']) {
      parseSummary(`* ${nasty.repeat(Math.floor(7_900 / nasty.length))}\n`.repeat(3), 'SUMMARY.md');
    }
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
  });
});

describe('Inline Markdown', () => {
  it.each([
    ['**Bold** and _it_ `code` ~~gone~~', 'Bold and it code gone'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['a \\[b\\] &amp; &#x41;&quot; &unknown;', 'a [b] & A" &unknown;'],
    ['<strong>x</strong> <https://example.com>', 'x https://example.com'],
    ['`` a ` b ``', 'a ` b'],
    ['lone * and ` and < and &', 'lone * and ` and < and &'],
  ])('%s reads as %s', (markdown, plain) => {
    expect(plainText(markdown)).toBe(plain);
  });

  it('finds the first link, not an image', () => {
    expect(firstLink('![i](i.png) x [a [b] `]`](c(d).md "t\\"") y')).toEqual({
      before: '![i](i.png) x ',
      label: 'a [b] `]`',
      href: 'c(d).md',
      title: 't"',
      after: ' y',
    });
    expect(firstLink('no [link] here, \\[nor](here)')).toBeUndefined();
  });
});
