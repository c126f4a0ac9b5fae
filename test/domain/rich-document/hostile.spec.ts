import { describe, expect, it } from '@jest/globals';
import { parsePage, renderMarkdown } from '#rich-document';

/** Sources that make careless parsers slow. Each gives about `size` characters. */
const SOURCES: Record<string, (size: number) => string> = {
  'nested quotes': (size) => `${'> '.repeat(size / 2)}a`,
  'nested lists': (size) => `${'* '.repeat(size / 2)}a`,
  'open brackets': (size) => '['.repeat(size),
  'half links': (size) => '[a]('.repeat(size / 4),
  'half images': (size) => '![['.repeat(size / 3),
  asterisks: (size) => '*'.repeat(size),
  'open emphasis': (size) => '**a_ '.repeat(size / 5),
  backticks: (size) => Array.from({ length: Math.sqrt(size * 2) }, (_, index) => '`'.repeat(index)).join('a'),
  'table rows': (size) => `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(size / 6)}`,
  'table columns': (size) => `${'|a'.repeat(size / 4)}\n${'|-'.repeat(size / 4)}\n`,
  pipes: (size) => '|'.repeat(size),
  'open tags': (size) => '{% hint %}\n'.repeat(size / 11),
  'HTML and tags': (size) => '<div>\n{% hint %}\n'.repeat(size / 17),
  'HTML in lists': (size) => '<x\n- a\n'.repeat(size / 7),
  'crossed tags': (size) => '{% hint %}\n'.repeat(size / 22) + '{% endtab %}\n'.repeat(size / 22),
  'tags with open quotes': (size) => '{% if "\n'.repeat(size / 8),
  'tags in a line': (size) => '{% hint %}'.repeat(size / 10),
  'open elements': (size) => '<div>\n'.repeat(size / 6),
  'open inline elements': (size) => 'a <b>'.repeat(size / 10) + '</i>'.repeat(size / 8),
  'half elements': (size) => '<a '.repeat(size / 3),
  'spanning cells': (size) => `<table>${'<tr><td rowspan=50 colspan=50>'.repeat(size / 30)}`,
  'nested tables': (size) => '<table><tr><td>'.repeat(size / 15),
  'open formulas': (size) => `${'$$\n'.repeat(size / 3)}a`,
  'inline formulas': (size) => '$$a '.repeat(size / 4),
  'one footnote often': (size) => `${'[^1]'.repeat(size / 40)}\n\n[^1]: ${'x '.repeat(size / 4)}`,
  'chained footnotes': (size) =>
    Array.from({ length: size / 20 }, (_, index) => `[^${index}]: [^${index + 1}]`).join('\n'),
  emoji: (size) => ':tada:'.repeat(size / 6),
  colons: (size) => 'a:'.repeat(size / 2),
  'equal headings': (size) => '# a\n'.repeat(size / 4),
  'equal paragraphs': (size) => 'word\n\n'.repeat(size / 6),
  'open frontmatter': (size) => `---\n${'a: b\n'.repeat(size / 5)}`,
};

const seconds = (source: string): number => {
  const start = process.cpuUsage();
  renderMarkdown(parsePage(source).document);
  const { user } = process.cpuUsage(start);
  return user / 1e6;
};

describe('a hostile page', () => {
  it.each(Object.keys(SOURCES))('of %s is read and written in time that grows with its length', (name) => {
    const make = SOURCES[name] as (size: number) => string;
    seconds(make(4_000));
    const one = seconds(make(15_000));
    // Quadratic growth would be four times; what takes less than this is noise.
    const most = Math.max(0.3, 3.6 * Math.max(one, 0.05));
    let two = Infinity;
    // Collecting the garbage of earlier specs counts as well: what is quick once does not grow.
    for (let tries = 0; tries < 4 && two > most; tries++) two = Math.min(two, seconds(make(30_000)));
    expect(two).toBeLessThan(10);
    expect(two).toBeLessThan(most);
  });

  it('of one megabyte is read in bounded time', () => {
    for (const source of [
      '['.repeat(1_000_000),
      '`'.repeat(1_000_000),
      '*'.repeat(1_000_000),
      '<div>\n'.repeat(160_000),
    ]) {
      expect(seconds(source)).toBeLessThan(20);
    }
  }, 120_000);
});
