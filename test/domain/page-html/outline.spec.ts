import { describe, expect, it } from '@jest/globals';
import { outlineOf } from '#page-html';
import { parseMarkdown } from '#rich-document';
import { block, documentOf, drawMarkdown, text } from './support/page.js';

describe('the outline of a document', () => {
  it('has its headings with their levels and their anchors', () => {
    const markdown = '## Set *up*\n\n### First\n\n#### Deep\n\n## Set up\n';
    const outline = outlineOf(parseMarkdown(markdown));
    expect(outline.map(({ text, level }) => `${level} ${text}`)).toEqual(['1 Set up', '2 First', '3 Deep', '1 Set up']);
    for (const { id } of outline) expect(drawMarkdown(markdown)).toContain(`id="${id}"`);
    expect(new Set(outline.map(({ id }) => id)).size).toBe(4);
  });

  it('has headings in columns and steps, not those that a reader must open first', () => {
    const heading = (words: string): object => block('heading-2', {}, [text(words)]);
    const document = documentOf(
      block('columns', {}, [block('column', {}, [heading('In a column')])]),
      block('stepper', {}, [block('stepper-step', {}, [heading('In a step')])]),
      block('tabs', {}, [block('tabs-item', {}, [heading('In a tab')])]),
      block('hint', { style: 'info' }, [heading('In a hint')]),
      heading('  '),
    );
    expect(outlineOf(document).map((entry) => entry.text)).toEqual(['In a column', 'In a step']);
  });
});
