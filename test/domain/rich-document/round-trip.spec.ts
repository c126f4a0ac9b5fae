import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parsePage, renderMarkdown, resolveStableReferences, validateDocument } from '#rich-document';
import { document } from './support/blocks.js';
import { stripKeys } from './support/strip-keys.js';

const runs = Number(process.env['FC_RUNS'] ?? 300);

describe('a document written as Markdown', () => {
  it('is the same document when it is read again', () => {
    fc.assert(
      fc.property(document(2), (json) => {
        const given = resolveStableReferences(validateDocument(json, { nesting: 'markdown' }));
        const read = resolveStableReferences(parsePage(renderMarkdown(given)).document);
        expect(stripKeys(read)).toEqual(stripKeys(given));
      }),
      { numRuns: runs },
    );
  }, 120_000);

  it('is the same text when it is written again', () => {
    fc.assert(
      fc.property(document(1), (json) => {
        const text = renderMarkdown(validateDocument(json, { nesting: 'markdown' }));
        expect(renderMarkdown(parsePage(text).document)).toBe(text);
      }),
      { numRuns: runs },
    );
  }, 120_000);
});
