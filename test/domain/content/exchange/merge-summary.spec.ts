import { describe, expect, it } from '@jest/globals';
import { mergeSummary } from '../../../../src/content/exchange/domain/export/merge-summary.js';

const BEFORE = '# Table of contents\n\n* [Home](README.md)\n\n## Guides\n\n* [A](a.md)\n  * [B](b.md)\n* [C](c.md)\n';
const WRITTEN =
  'Contents\n===\n\n+ [Home](./README.md)\n\n\n### Guides\n+ [*A*](a.md)\n\t+ [B](<b.md>)\n+ [C](c.md "see")';

/** The written form after an edit of the other. */
function edited(...edits: [from: string, to: string][]): string | undefined {
  let after = BEFORE;
  for (const [from, to] of edits) {
    expect(after).toContain(from);
    after = after.replace(from, to);
  }
  return mergeSummary(BEFORE, after, WRITTEN);
}

describe('a change of a table of contents', () => {
  it('is nothing where nothing changes', () => {
    expect(mergeSummary(BEFORE, BEFORE, WRITTEN)).toBe(WRITTEN);
  });

  it('renames an entry and leaves its mark', () => {
    expect(edited(['[A](', '[New]('])).toBe(WRITTEN.replace('[*A*]', '[*New*]'));
  });

  it('renames a heading and leaves its level', () => {
    expect(edited(['## Guides', '## Handbook'])).toBe(WRITTEN.replace('### Guides', '### Handbook'));
  });

  it('adds an entry at the end of a text without a last line end', () => {
    expect(edited(['* [C](c.md)\n', '* [C](c.md)\n* [D](d.md)\n'])).toBe(`${WRITTEN}\n+ [D](d.md)\n`);
  });

  it('adds a deeper entry further in than those above it', () => {
    expect(edited(['(b.md)\n', '(b.md)\n    * [D](d.md)\n'])).toBe(
      WRITTEN.replace('(<b.md>)\n', '(<b.md>)\n    + [D](d.md)\n'),
    );
  });

  it('moves an entry with the words it had', () => {
    expect(edited(['  * [B](b.md)\n', ''], ['* [Home](README.md)\n', '* [Home](README.md)\n* [B](b.md)\n'])).toBe(
      WRITTEN.replace('\t+ [B](<b.md>)\n', '').replace('README.md)\n', 'README.md)\n+ [B](<b.md>)\n'),
    );
  });

  it('takes away what is gone, and no comment between', () => {
    const commented = WRITTEN.replace('\t+ [B]', '<!-- ours -->\n\t+ [B]');
    const after = BEFORE.replace('  * [B](b.md)\n', '');
    expect(mergeSummary(BEFORE, after, commented)).toBe(commented.replace('\t+ [B](<b.md>)\n', ''));
  });

  it('is not carried over to a text of too many lines', () => {
    expect(mergeSummary(BEFORE, BEFORE, '\n'.repeat(50_000))).toBeUndefined();
  });
});
