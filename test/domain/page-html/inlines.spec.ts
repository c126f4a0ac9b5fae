import { describe, expect, it } from '@jest/globals';
import type { PageContext } from '#page-html';
import { annotation, draw, inline, paragraph, text, url } from './support/page.js';

/** What a paragraph with this in it contains. */
const drawn = (node: object, own: Partial<PageContext> = {}): string =>
  draw([paragraph(node)], own).replace(/^<p>|<\/p>$/g, '');

const link = (ref: object): object => inline('link', { ref }, { isVoid: false, nodes: [text('a')] });
const mark = (type: string): object => ({ object: 'mark', type });

describe('text', () => {
  it('has an element for each mark, the first outermost', () => {
    expect(drawn(text('a', [mark('bold'), mark('italic')]))).toBe('<strong><em>a</em></strong>');
    const names = ['code', 'keyboard', 'strikethrough', 'superscript', 'subscript'].map((type) =>
      drawn(text('a', [mark(type)])),
    );
    expect(names).toEqual(['<code>a</code>', '<kbd>a</kbd>', '<s>a</s>', '<sup>a</sup>', '<sub>a</sub>']);
  });

  it('has its colors as classes, those of the fixed set', () => {
    const colored = (data: object): string => drawn(text('a', [{ ...mark('color'), data }]));
    expect(colored({ text: 'red', background: '$primary' })).toBe('<span class="c-red bg-primary">a</span>');
    expect(colored({ text: 'default', background: 'red;x:y' })).toBe('a');
  });

  it('is escaped, and keeps its line breaks', () => {
    expect(drawn(text('<b> & "c"\nd'))).toBe('&lt;b> &amp; &quot;c&quot;<br/>d');
  });
});

describe('a link', () => {
  it.each([
    ['http://example.org/', '<a href="http://example.org/" rel="noopener">a</a>'],
    ['mailto:a@b.example', '<a href="mailto:a@b.example">a</a>'],
    ['tel:+123', '<a href="tel:+123">a</a>'],
    ['../a?b=c&d=e#f', '<a href="../a?b=c&amp;d=e#f">a</a>'],
    ['//example.org', '<a href="//example.org" rel="noopener">a</a>'],
  ])('leads to %s', (address, expected) => {
    expect(drawn(link(url(address)))).toBe(expected);
  });

  it.each(['javascript:x', 'JAVA\nSCRIPT:x', '\u0001 javascript:x', 'data:text/html,x', 'vbscript:x', 'file:///a', ''])(
    'is text if its address is %j',
    (address) => {
      expect(drawn(link(url(address)))).toBe('a');
    },
  );

  it('is text if it leads nowhere', () => {
    expect(drawn(link({ kind: 'page', page: 'p' }), { target: () => undefined })).toBe('a');
  });
});

describe('an inline', () => {
  it('is an emoji as its characters, or an icon with its color', () => {
    expect(drawn(inline('emoji', { code: '1f389' }))).toBe('🎉');
    expect(drawn(inline('emoji', { code: 'zz' }))).toBe('');
    expect(drawn(inline('icon', { icon: 'star', color: 'red' }))).toContain('<svg class="icon c-red"');
    expect(drawn(inline('icon', { icon: 'star' }), { icon: () => undefined })).toBe('');
  });

  it('is an expression as code, or a formula', () => {
    expect(drawn(inline('expression', { expression: 'a < b' }))).toBe('<code class="expression">a &lt; b</code>');
    expect(drawn(inline('inline-math', { formula: 'x' }))).toBe('<math alttext="x"><mi>x</mi></math>');
  });

  it('is an image as high as the line, described by its caption if by nothing else', () => {
    const html = drawn(inline('inline-image', { ref: url('/a.png'), size: 'line', caption: 'A' }));
    expect(html).toContain('<img src="/a.png" alt="A" title="A" class="inline line"');
  });

  it('is a mention of a person, of a tag or of a page', () => {
    const person = inline('mention', { ref: { kind: 'user', user: 'u' } });
    expect(drawn(person)).toBe('<span class="mention">@Name of u</span>');
    expect(drawn(person, { user: () => undefined })).toBe('<span class="mention">@u</span>');
    expect(drawn(inline('mention', { ref: { kind: 'tag', tag: 't' } }))).toContain('Label of t');
    expect(drawn(inline('mention', { ref: { kind: 'page', page: 'p' } }))).toBe(
      '<a href="/to/p" class="mention">Title of p</a>',
    );
  });

  it('is a button that leads somewhere, searches, asks or selects a tab', () => {
    const button = (data: object): string => drawn(inline('button', { label: 'Go', kind: 'primary', ...data }));
    expect(button({ ref: url('/a'), size: 'large' })).toBe('<a href="/a" class="button primary large">Go</a>');
    expect(button({ action: { action: 'ask', query: 'Why?' } })).toBe(
      '<a href="/ask?q=Why%3F" class="button primary" data-action="ask" data-query="Why?">Go</a>',
    );
    expect(button({ action: { action: 'select', slug: 'one' } })).toBe(
      '<label class="button primary" for="tab-one">Go</label>',
    );
    expect(button({ ref: url('javascript:x') })).toBe('<span class="button primary">Go</span>');
  });

  it('is an annotation that opens its body, which follows the document', () => {
    const html = draw([paragraph('a ', annotation('word', paragraph('Its meaning')))]);
    expect(html).toBe(
      '<p>a <button type="button" class="note-mark" popovertarget="note">word</button></p>' +
        '<div id="note" class="note" popover="auto"><p>Its meaning</p></div>',
    );
  });

  it('is an annotation within the body of another', () => {
    const inner = annotation('inner', paragraph('Second'));
    const html = draw([paragraph(annotation('', paragraph(inner)))]);
    expect(html).toContain('aria-label="Note"></button>');
    expect(html).toContain('<div id="note-2" class="note" popover="auto"><p>Second</p></div>');
  });
});
