import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collectReferences, parseMarkdown, renderMarkdown, validateDocument, type RichDocument } from '#rich-document';
import { fits, mapWords, segmentsOf, translateDocument } from '#segments';
import { document } from '../rich-document/support/blocks.js';

const runs = Number(process.env['FC_RUNS'] ?? 300);
const generated = document(2).map((json) => validateDocument(json, { nesting: 'markdown' }));

/** Letters moved on by thirteen: done twice, they are what they were. */
function rotate(words: string): string {
  return words.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}
const rotated = (given: RichDocument): RichDocument => translateDocument(given, (text) => mapWords(text, rotate));

describe('the segments of a document', () => {
  it('put back as they are make the same document', () => {
    fc.assert(
      fc.property(generated, (given) => {
        expect(translateDocument(given, (segment) => segment)).toEqual(given);
      }),
      { numRuns: runs },
    );
  });

  it('are no longer than a text that someone wrote by hand', () => {
    const line = (length: number) => parseMarkdown(`${'a '.repeat(length / 2)}.`);
    expect(segmentsOf(line(49_000))).toHaveLength(1);
    expect(segmentsOf(line(51_000))).toEqual([]);
    expect(rotated(line(51_000))).toEqual(line(51_000));
  });

  it('lose nothing on the way to other words and back', () => {
    fc.assert(
      fc.property(generated, (given) => {
        const there = rotated(given);
        expect(collectReferences(there)).toEqual(collectReferences(given));
        expect(segmentsOf(there)).toHaveLength(new Set(segmentsOf(given).map((text) => mapWords(text, rotate))).size);
        expect(withoutEmptyTexts(rotated(there))).toEqual(withoutEmptyTexts(given));
      }),
      { numRuns: runs },
    );
  });

  it('are the words people read, without code, formulas and addresses', () => {
    const text = [
      '# Set *up*',
      'Read [the **guide**](https://a.example/guide) and run `quire`.',
      '```sh\nnpm start\n```',
      '$$\nx + y\n$$',
      '* 42',
      '| Name |\n| --- |\n| First |',
      '{% tabs %}{% tab title="Unix" %}\nHere\n{% endtab %}{% endtabs %}',
    ].join('\n\n');
    expect(segmentsOf(parseMarkdown(text))).toEqual([
      'Set <g1>up</g1>',
      'Read <g1>the <g2>guide</g2></g1> and run <x3/>.',
      'Name',
      'First',
      'Unix',
      'Here',
    ]);
  });

  it('take words in another order, with the contents of the placeholders', () => {
    const given = parseMarkdown('Read [the **guide**](https://a.example/guide) and run `quire`.');
    const there = translateDocument(given, () => '<x3/> ausführen, <g1>die <g2>Anleitung</g2></g1> lesen.');
    expect(renderMarkdown(there).trim()).toBe('`quire` ausführen, [die **Anleitung**](https://a.example/guide) lesen.');
  });

  it.each([
    ['one is lost', 'Lies die Anleitung <x3/>.'],
    ['one comes twice', '<g1>die <g2>Anleitung</g2></g1> <x3/><x3/>'],
    ['they are not closed in order', '<g1>die <g2>Anleitung</g1></g2> <x3/>'],
    ['one is made up', '<g1>die <g2>Anleitung</g2></g1> <x3/> <x4/>'],
    ['nothing is said', ''],
  ])('do not take a text where %s', (_, text) => {
    const given = parseMarkdown('Read [the **guide**](https://a.example/guide) and run `quire`.');
    expect(fits(segmentsOf(given)[0] ?? '', text)).toBe(false);
    expect(translateDocument(given, () => text)).toEqual(given);
  });

  it('keep text of an author that looks like a placeholder', () => {
    const given = parseMarkdown('Write \\<x1/> &amp;lt; here');
    expect(segmentsOf(given)).toEqual(['Write &lt;x1/> &amp;lt; here']);
    expect(renderMarkdown(translateDocument(given, (text) => text.replace('here', 'dort')))).toBe(
      renderMarkdown(parseMarkdown('Write \\<x1/> &amp;lt; dort')),
    );
  });
});

/** Leaves and texts without words show nothing, and are not made again. */
function withoutEmptyTexts(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      Array.isArray(member)
        ? member.filter((one: { object?: string; leaves?: unknown[]; text?: string }) =>
            one?.object === 'leaf' ? one.text !== '' : one?.object !== 'text' || one.leaves?.length !== 0,
          )
        : member,
    ),
  );
}
