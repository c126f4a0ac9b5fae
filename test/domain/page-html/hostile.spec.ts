import { describe, expect, it } from '@jest/globals';
import { drawDocument } from '#page-html';
import { ADDRESSES, FORMULAS, hostileContext, hostileDocument, TEXTS } from './support/hostile.js';
import { contextWith, dangersIn, readPage } from './support/page.js';

interface Written {
  words?: string;
  address?: string;
  formula?: string;
}

/** The page of a document with this in all places, and of a context that answers with the same. */
const pagesOf = (written: Written): string[] => [
  drawDocument(hostileDocument(written), contextWith()),
  drawDocument(hostileDocument(written), contextWith(hostileContext(written))),
];

describe('a hostile document', () => {
  it('is drawn with all its places', () => {
    for (const html of pagesOf({})) {
      const { elements } = readPage(html);
      expect(elements.length).toBeGreaterThan(150);
      expect(html.match(/https:\/\/example\.org\//g)?.length).toBeGreaterThan(10);
      expect(dangersIn(html)).toEqual([]);
    }
  });

  it.each(ADDRESSES)('leads nowhere harmful by the address %j', (address) => {
    for (const html of pagesOf({ address })) expect(dangersIn(html)).toEqual([]);
  });

  it.each(TEXTS)('has no element or attribute from the text %j', (words) => {
    for (const html of pagesOf({ words })) expect(dangersIn(html)).toEqual([]);
  });

  it.each(FORMULAS)('has nothing but MathML from the formula %j', (formula) => {
    for (const html of pagesOf({ formula })) expect(dangersIn(html)).toEqual([]);
  });

  it.each(TEXTS)('says as text what is written like %j', (words) => {
    const [html = ''] = pagesOf({ words });
    expect(readPage(html).text).toContain(words);
  });
});

describe('what a page must not contain', () => {
  it.each([
    ['<p style="color:red">x</p>', 'style="color:red"'],
    ['<p onclick="x">x</p>', 'onclick="x"'],
    ['<a href="java&#10;script:x">x</a>', 'href="java\nscript:x"'],
    ['<img src="data:x"/>', 'src="data:x"'],
    ['<script>x</script>', '<script>'],
    ['<p id="a"></p><p id="a"></p>', 'id a twice'],
    ['<p><div></div></p>', '<div> in <p>'],
    ['<b>x', '</b>'],
  ])('is noticed in %s', (html, danger) => {
    expect(dangersIn(html)).toContain(danger);
  });
});
