import { describe, expect, it } from '@jest/globals';
import { assignKeys, parseMarkdown } from '#rich-document';
import type { BookPage } from '#print';
import { asSeen, directed, type Inline, type Line } from '../../../libs/print/press/direction.js';
import { PdfFile } from './pdf-file.js';

/** A font of which every letter is one point wide, and which draws as real ones do: in the direction of its letters. */
const font: Inline['font'] = {
  widthOfString: (text) => text.length,
  font: { layout: (text) => ({ direction: /[\u0590-\u08ff]/.test(text) ? 'rtl' : 'ltr' }) },
};

/** A line of these words as the layout makes it, each with the space behind it. */
function lineOf(text: string, direction?: 'ltr' | 'rtl'): Line {
  const inlines: Inline[] = [];
  let x = 0;
  for (const word of text.match(/\S+\s*/g) ?? []) {
    inlines.push({ text: word, x, width: word.length, fontSize: 1, font, ...(direction ? { direction } : {}) });
    x += word.length;
  }
  return { id: 'place', inlines, leadingCut: 0, trailingCut: text.length - text.trimEnd().length };
}

/** The letters of a line from left to right, as a reader sees them. */
function seen(line: Line): string {
  const drawn = [...asSeen(line).inlines].sort((one, other) => one.x - other.x);
  return drawn
    .map(({ text }) => (font.font.layout(text).direction === 'rtl' ? [...text].reverse().join('') : text))
    .join('')
    .trim();
}

/** Hebrew letters, written here as they are read. */
const [ONE, TWO] = ['אחת', 'שתיים'];
const backwards = (text: string): string => [...text].reverse().join('');

describe('a line with letters from right to left', () => {
  it('is read from the right, word by word', () => {
    expect(seen(lineOf(`${ONE} ${TWO}`, 'rtl'))).toBe(`${backwards(TWO)} ${backwards(ONE)}`);
  });

  it('holds Latin words and numbers in their own direction', () => {
    expect(seen(lineOf(`${ONE} Quire 2.0 ${TWO}`, 'rtl'))).toBe(`${backwards(TWO)} Quire 2.0 ${backwards(ONE)}`);
    expect(seen(lineOf('عام ٢٠٢٤ ثم', 'rtl'))).toBe(`${backwards('ثم')} ٢٠٢٤ ${backwards('عام')}`);
    expect(seen(lineOf('نسخهٔ ۱۲۳', 'rtl'))).toBe(`۱۲۳ ${backwards('نسخهٔ')}`);
  });

  it('has brackets that open towards what they hold, and the full stop at its left end', () => {
    expect(seen(lineOf(`${ONE} (${TWO}).`, 'rtl'))).toBe(`.(${backwards(TWO)}) ${backwards(ONE)}`);
  });

  it('within a paragraph from left to right turns only those letters', () => {
    expect(seen(lineOf(`A ${ONE} ${TWO}, B`, 'ltr'))).toBe(`A ${backwards(TWO)} ${backwards(ONE)}, B`);
  });

  it('takes as much room as before, and is drawn the same each time', () => {
    const line = lineOf(`${ONE} Quire (${TWO})  `, 'rtl');
    const [first, second] = [asSeen(line), asSeen(line)];
    expect(first).toEqual(second);
    expect(first.inlines.reduce((sum, { width }) => sum + width, 0)).toBe(line.inlines.at(-1)!.x + 9);
    expect(Math.max(...first.inlines.map(({ x, width }) => x + width))).toBe(`${ONE} Quire (${TWO})`.length);
    expect(first.id).toBe('place');
  });

  it('stays untouched where nothing in it goes that way', () => {
    const line = lineOf('Nothing of the kind');
    expect(asSeen(line)).toBe(line);
  });
});

describe('content from right to left', () => {
  it('begins at the right where its first letter does, unless it says where', () => {
    expect(directed({ text: [{ text: `1. ${ONE}` }, { text: ' Quire' }] })).toMatchObject({ alignment: 'right' });
    expect(directed({ text: [{ text: ONE }], alignment: 'center' })).toMatchObject({ alignment: 'center' });
    expect(directed({ stack: [{ text: [{ text: `Quire ${ONE}` }] }] })).not.toHaveProperty('stack.0.alignment');
    expect(directed({ text: [{ text: ONE }], direction: 'ltr' })).not.toHaveProperty('alignment');
  });

  it('stays as it is where nothing goes that way', () => {
    const content = { text: [{ text: 'Plain' }] };
    expect(directed(content)).toBe(content);
  });

  it('has the signs of its lists at the right', () => {
    const items = [{ stack: [{ text: [{ text: ONE }] }] }, { stack: [{ text: [{ text: TWO }] }] }];
    const { stack } = directed({ ol: items, start: 3 }) as { stack: { columns: { text?: unknown }[] }[] };
    expect(stack.map(({ columns }) => columns[1]?.text)).toMatchObject([[{ text: '3.' }], [{ text: '4.' }]]);
    expect(directed({ ul: [{ stack: [{ text: [{ text: 'One' }] }] }] })).toHaveProperty('ul');
  });
});

describe('a book', () => {
  it('carries the shapes of Korean, Hebrew, Arabic and Persian letters', async () => {
    const markdown = '한국어 문서\n\nשלום (Quire) עולם\n\nمرحبا بالعالم، ٢٠٢٤\n\nمی\u200cخواهم ۱۲۳';
    const document = assignKeys(parseMarkdown(markdown));
    const page: BookPage = { id: 'one', title: 'One', depth: 0, groups: [], trail: [], document };
    const file = await PdfFile.of({ language: 'ko' }, [
      { pages: [page], targets: new Map(), pictures: new Map(), shown: new Map() },
    ]);
    for (const name of ['NotoSansKR', 'NotoSansHebrew', 'NotoSansArabic']) {
      expect(file.fonts).toContain(`${name}-Regular`);
    }
    expect(file.fonts).not.toContain('NotoSansSC-Regular');
    expect(file.textOf(3)).toContain('한국어 문서');
  });
});
