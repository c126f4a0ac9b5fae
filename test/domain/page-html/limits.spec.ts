import { describe, expect, it } from '@jest/globals';
import type { RichDocument } from '#rich-document';
import { block, documentOf, draw, fragment, leafBlock, paragraph, text } from './support/page.js';

const CUT = '<p class="cut" role="note">The rest of this page is too large to be shown.</p>';

describe('a document that is too large', () => {
  it('ends with a note instead of further blocks', () => {
    const html = draw(
      Array.from({ length: 1_000 }, (_, number) => paragraph(`Number ${number}`)),
      { maxBytes: 2_000 },
    );
    expect(html).toContain('Number 10');
    expect(html).not.toContain('Number 500');
    expect(html.endsWith(CUT)).toBe(true);
  });

  it('is cut within contents that contain each other many times', () => {
    const refs = ['a', 'b', 'c', 'd', 'e'].map((reusableContent) => ({ kind: 'reusable-content', reusableContent }));
    const many = refs.flatMap((ref) => Array.from({ length: 20 }, () => leafBlock('reusable-content', { ref })));
    const content: RichDocument = documentOf(paragraph('x'.repeat(100)), ...many);
    const html = draw(many, { content: () => content, maxBytes: 50_000 });
    expect(html.length).toBeLessThan(150_000);
    expect(html.endsWith(CUT)).toBe(true);
  });

  it('is cut within a table of many empty cells', () => {
    const ids = Array.from({ length: 2_000 }, (_, number) => `c${number}`);
    const definition = Object.fromEntries(ids.map((id) => [id, { id, title: '', type: 'checkbox' }]));
    const records = Object.fromEntries(ids.map((id) => [id, { orderIndex: id, values: {} }]));
    const view = { type: 'grid', columns: ids, hideHeader: false };
    const html = draw([leafBlock('table', { view, definition, records }, { fragments: [] })], { maxBytes: 200_000 });
    expect(html.length).toBeLessThan(1_000_000);
    expect(html.endsWith(CUT)).toBe(true);
  });

  it('is cut where it is very deep', () => {
    let deep = paragraph('Deepest');
    for (let level = 0; level < 2_000; level++) deep = block('blockquote', {}, [deep]);
    const html = draw([paragraph('Above'), deep, paragraph('Below')]);
    expect(html).not.toContain('Deepest');
    expect(html).toContain('<p>Below</p>');
    expect(html.endsWith(CUT)).toBe(true);
  });

  it('has its annotations cut as well', () => {
    const body = fragment('annotation-body', paragraph('Body '.repeat(100)));
    const annotation = { object: 'inline', type: 'annotation', isVoid: false, data: {}, nodes: [text('a')] };
    const all = Array.from({ length: 100 }, () => ({ ...annotation, fragments: [body] }));
    const html = draw([paragraph(...all)], { maxBytes: 3_000 });
    expect(html.length).toBeLessThan(20_000);
    expect(html.endsWith(CUT)).toBe(true);
  });
});

describe('a formula that is too large', () => {
  it.each([
    ['very long', 'x+'.repeat(10_000)],
    ['very deep', `${'\\sqrt{'.repeat(700)}x${'}'.repeat(700)}`],
    [
      'made of macros that multiply',
      '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c',
    ],
    ['endless', '\\def\\a{\\a\\a}\\a'],
  ])('is shown as it is written: %s', (_, formula) => {
    expect(draw([leafBlock('math', { formula })])).toBe(
      `<div class="math"><code class="formula">${formula}</code></div>`,
    );
  });
});

describe('code that is large', () => {
  it('is highlighted until the page has enough of it', () => {
    const code = block('code', { syntax: 'js' }, [block('code-line', {}, [text('let a = 1;\n'.repeat(8_000))])]);
    const html = draw([code, code, code, code, code, code]);
    expect(html.match(/<span class="k">let<\/span>/g)).toHaveLength(8_000 * 4);
  });
});
