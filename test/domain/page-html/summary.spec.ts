import { describe, expect, it } from '@jest/globals';
import { summaryOf } from '#page-html';
import { parseMarkdown } from '#rich-document';

const summary = (markdown: string): string | undefined => summaryOf(parseMarkdown(markdown));
const operation = (path: string): string =>
  `{% openapi-operation spec="orders" path="${path}" method="get" %}\n[Orders](https://example.com)\n{% endopenapi-operation %}`;

describe('the summary of a document', () => {
  it('is its first paragraph that says something, on one line', () => {
    expect(summary('## A heading\n\n* A list\n\nThe *first*\nparagraph.\n\nThe second.')).toBe('The first paragraph.');
  });

  it('is what it requests where it has no paragraph, and else what it says first', () => {
    expect(summary(`## Orders\n\n${operation('/orders')}`)).toBe('GET /orders');
    expect(summary('* One\n* Two')).toBe('One Two');
    expect(summary('## Only a heading')).toBe('Only a heading');
    expect(summary('')).toBeUndefined();
    expect(summary('***')).toBeUndefined();
  });

  it('ends between two words, with at most 160 characters', () => {
    const long = summary('Some words, '.repeat(40)) ?? '';
    expect(long).toMatch(/(words|Some)…$/);
    expect(long.length).toBeLessThanOrEqual(160);
  });

  it('has no half of a character where a language has no spaces', () => {
    const long = summary('😀'.repeat(100)) ?? '';
    expect(long).toBe(`${'😀'.repeat(79)}…`);
  });
});
