import { describe, expect, it } from '@jest/globals';
import {
  carryKeys,
  DocumentTooLarge,
  parsePage,
  renderMarkdown,
  validateDocument,
  type RichDocument,
} from '#rich-document';
import { HOSTILE_SOURCES } from './support/hostile-sources.js';

/** Bytes of JSON that a character may become: an empty list item is its longest form. */
const BYTES_OF_CHARACTER = 130;
const BASE_BYTES = 200_000;

/** As long as texts may be that come in by the smaller ways. */
const LONG = 54_000;
const SHORT = 8_000;
/** Of LONG to SHORT, linear growth is seven times, and quadratic growth 46 times. */
const MOST_GROWTH = 17;
/** What takes less of the processor than this is noise, and need not be compared. */
const NOISE_SECONDS = 0.4;

/** What becomes of a page: nothing where it is refused. */
function read(source: string, maxBytes?: number): RichDocument | undefined {
  try {
    return parsePage(source, { maxBytes }).document;
  } catch (error) {
    if (error instanceof DocumentTooLarge) return undefined;
    throw error;
  }
}

/** A page on all its way: what becomes of it, and the seconds of the processor that this takes. */
function processed(source: string): { document: RichDocument | undefined; markdown: string; seconds: number } {
  const start = process.cpuUsage();
  const document = read(source);
  const markdown = document ? renderMarkdown(document) : '';
  if (document) carryKeys(document, validateDocument(document, { nesting: 'markdown' }));
  return { document, markdown, seconds: process.cpuUsage(start).user / 1e6 };
}

describe('a hostile page', () => {
  describe.each(Object.entries(HOSTILE_SOURCES))('of %s', (_, make) => {
    it('is read and written in time that grows with its length, and is no larger than its length allows', () => {
      const source = make(LONG);
      const long = processed(source);
      if (long.seconds > NOISE_SECONDS) {
        const short = Math.max(...Array.from({ length: 3 }, () => processed(make(SHORT)).seconds));
        const most = Math.max(NOISE_SECONDS, MOST_GROWTH * short);
        // Collecting the garbage of earlier specs counts as well: what is quick once does not grow.
        for (let tries = 0; tries < 3 && long.seconds > most; tries++)
          long.seconds = Math.min(long.seconds, processed(source).seconds);
        expect(long.seconds).toBeLessThanOrEqual(most);
      }
      if (long.document === undefined) return;
      const json = JSON.stringify(long.document).length;
      expect(json).toBeLessThan(BASE_BYTES + BYTES_OF_CHARACTER * source.length);
      expect(json).toBeLessThan(10_000_000);
      expect(long.markdown.length).toBeLessThan(BASE_BYTES + 40 * source.length);
    });

    it('becomes no document that takes much more than the bytes it may', () => {
      const maxBytes = 30_000;
      for (const length of [16_000, LONG]) {
        const document = read(make(length), maxBytes);
        if (document) expect(JSON.stringify(document).length).toBeLessThan(3 * maxBytes);
      }
    });
  });

  it.each(['`a``b', 'a `b` ', '| a `b` |\n|-|\n\n', '# a `b`\n\n'])(
    'of code, %j, is taken where it just fits, and is not read to its end where it takes far more',
    (piece) => {
      const source = piece.repeat(SHORT / piece.length);
      const size = Buffer.byteLength(JSON.stringify(read(source)));
      expect(read(source, size)).toBeDefined();
      expect(read(source, size / 5)).toBeUndefined();
    },
  );

  it('of one megabyte is read in bounded time', () => {
    for (const source of [
      '['.repeat(1_000_000),
      '`'.repeat(1_000_000),
      '*'.repeat(1_000_000),
      '<div>\n'.repeat(160_000),
    ]) {
      expect(processed(source).seconds).toBeLessThan(20);
    }
  }, 120_000);

  it.each(['word\n\n', '- a\n', 'word ', '|a|b|\n|-|-|\n\n', '```\na\n```\n', '<p>a', '    a\n'])(
    'of five megabytes of %j ends once it is certain to take more than it may',
    (piece) => {
      const start = process.cpuUsage();
      const document = read(piece.repeat(5_000_000 / piece.length));
      if (document) expect(JSON.stringify(document).length).toBeLessThan(30_000_000);
      expect(process.cpuUsage(start).user / 1e6).toBeLessThan(15);
    },
    60_000,
  );
});

describe('a page that says a little often', () => {
  const address = `/${'x'.repeat(30_000)}`;

  it.each([
    ['the address of a reference', `${'[a] '.repeat(6_000)}\n\n[a]: ${address}`],
    ['the title of an image', `${'![a] '.repeat(6_000)}\n\n[a]: /b "${address}"`],
    ['a footnote with references', `${'[^1] '.repeat(50)}\n\n[^1]: ${'[a] '.repeat(900)}\n\n[a]: ${address}`],
    ['the title of code', `{% code title="${address}" %}\n${'```\n```\n'.repeat(3_000)}{% endcode %}`],
    ['the address of a link that is cut up', `[${'a$$x$$'.repeat(5_000)}](${address})`],
    ['a dark picture', `<picture><source media="dark" srcset="${address}">${'<img src=a>'.repeat(3_000)}</picture>`],
  ])('is refused where it is %s', (_, source) => {
    expect(() => parsePage(source)).toThrow(DocumentTooLarge);
  });

  it('is taken where it is as much as people write', () => {
    const links = Array.from({ length: 300 }, (_, at) => `See [the guide][guide] and [part ${at}](/guide/${at}).`);
    const { document } = parsePage(`${links.join('\n\n')}\n\n[guide]: https://example.com/${'guide/'.repeat(15)}`);
    expect(document.nodes).toHaveLength(300);
  });

  it('gives the columns and rows of a table no names that a document may not have', () => {
    const row = `<tr data-id="${address}">${'<td>a</td>'.repeat(900)}</tr>`;
    const { document } = parsePage(`<table><tbody>${row}</tbody></table>`);
    expect(validateDocument(document, { nesting: 'markdown' })).toEqual(document);
  });
});

describe('frontmatter', () => {
  const deep = Array.from({ length: 90 }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
  it.each([
    ['keys in keys', '? '.repeat(1_000)],
    ['mappings in mappings', `a: ${'{'.repeat(1_000)}`],
    ['lists in lists', '- '.repeat(1_500)],
    ['lists on a line of a mapping', `a: ${'['.repeat(2_000)}`],
    ['mappings on a line', 'a: '.repeat(1_200)],
    ['deep mappings', deep],
    ['an alias often', `a: &a ${'x'.repeat(20_000)}\nb: [${'*a,'.repeat(90)}]`],
    [
      'aliases of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij']
        .map(
          (name, at) =>
            `${name}: &${name} [${Array(9)
              .fill(`*${'abcdefghij'[at] ?? ''}`)
              .join(',')}]`,
        )
        .join('\n')}`,
    ],
  ])('of %s is read or stays content, at once', (_, yaml) => {
    const start = process.cpuUsage();
    const { frontmatter } = parsePage(`---\n${yaml}\n---\ntext`);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1);
    expect(JSON.stringify(frontmatter).length).toBeLessThan(200_000);
  });

  it.each([
    ['title: Notes: July', { title: { Notes: 'July' } }],
    ['icon: @home', { icon: '@home' }],
    ['a: 1\na: 2', { a: 2 }],
    ['a: 2024-05-01\nb: yes\nc: ~', { a: '2024-05-01', b: 'yes', c: null }],
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
    ['# nothing', {}],
  ])('%j is read as people mean it', (yaml, fields) => {
    const { unknown, ...known } = parsePage(`---\n${yaml}\n---\ntext`).frontmatter;
    expect({ ...unknown, ...known }).toEqual(fields);
  });
});
