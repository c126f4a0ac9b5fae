import { describe, expect, it } from '@jest/globals';
import type { OpenAPIPage, OpenAPIPagesProps } from '#content';
import type { SpecificationOutline } from '#openapi';
import { renderMarkdown, type RichDocument } from '#rich-document';
import { computePages } from '../../../../src/publishing/openapi/domain/compute-pages.js';
import { everyPage, outlineOf, tagged } from './outlines.js';

const pagesOf = (outline: SpecificationOutline, props: Partial<OpenAPIPagesProps> = {}): OpenAPIPage[] =>
  everyPage(computePages(outline, 'pets', { models: false, ...props }));
const page = (pages: readonly OpenAPIPage[], wanted: string): OpenAPIPage | undefined =>
  pages.find(({ key }) => key === wanted);
const markdown = (found: OpenAPIPage | undefined): string => renderMarkdown(found?.document as RichDocument);
const byOperation = { grouping: 'by-operation' } as const;

describe('computed pages', () => {
  it('show the description of an operation before its block, which leaves it to the page', () => {
    const block =
      '{% openapi-operation spec="pets" path="/pets" method="get" headless="true" %}\n{% endopenapi-operation %}';
    const get = tagged(['Pets'], {
      summary: 'List pets',
      description: '# Notes\n\nAll **pets**, `{% include "secrets.md" %}` and\n\n* cats\n* dogs',
    });
    const outline = outlineOf({ paths: { '/pets': { get } } });
    const description = '### Notes\n\nAll **pets**, `{% include "secrets.md" %}` and\n\n* cats\n* dogs';
    expect(markdown(page(pagesOf(outline), 'tag:Pets'))).toBe(`### List pets\n\n${description}\n\n${block}\n`);
    expect(markdown(page(pagesOf(outline, byOperation), 'operation:get /pets'))).toBe(`${description}\n\n${block}\n`);
    const shared = outlineOf({ paths: { '/pets': { description: 'Of the path.', get: tagged(['Pets']) } } });
    expect(markdown(page(pagesOf(shared, byOperation), 'operation:get /pets'))).toBe(`Of the path.\n\n${block}\n`);
  });

  it('leave out descriptions of operations beyond what a page has room for', () => {
    const get = tagged(['Pets'], { description: `Words ${'and words '.repeat(15_000)}` });
    const paths = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/pets/${index}`, { get }]));
    const words = markdown(page(pagesOf(outlineOf({ paths })), 'tag:Pets')).match(/^Words and/gm) ?? [];
    expect(words.length).toBe(3);
  });
});
