import { describe, expect, it } from '@jest/globals';
import { bytesOfTree as steps } from '../../../../src/content/revisions/infrastructure/page/tree-bytes.js';
import { PageTree } from '../../../../src/content/revisions/domain/tree/page-tree.js';
import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';

function treeOf(pages: number, title: string): PageTree {
  const records = Array.from({ length: pages }, (_, at): PageRecord => {
    const id = `0VbeYGcqOAUcG1V${String(at).padStart(5, '0')}`;
    const createdAt = '2026-02-03T14:05:10.250Z';
    const place = { parent: null, rank: `a${String(at).padStart(5, '0')}`, slug: `page-${at}` };
    return { id, type: 'document', ...place, title, document: 'ab'.repeat(32), createdAt, updatedAt: createdAt };
  });
  return new PageTree(records);
}

function bytesOfTree(tree: PageTree): number {
  const weighing = steps(tree);
  for (;;) {
    const { done, value } = weighing.next();
    if (done) return value;
  }
}

describe('the estimated memory of a page tree', () => {
  it('matches the measured memory of pages of usual length', () => {
    const bytes = bytesOfTree(treeOf(1_000, 'Page 17 about something')) / 1_000;
    expect(bytes).toBeGreaterThan(550);
    expect(bytes).toBeLessThan(750);
  });

  it('grows with the strings, twice as much where their characters need two bytes', () => {
    const [short, long, wide] = ['', 'a'.repeat(500), '界'.repeat(500)].map((title) => bytesOfTree(treeOf(10, title)));
    expect((long ?? 0) - (short ?? 0)).toBe(5_000);
    expect((wide ?? 0) - (short ?? 0)).toBe(10_000);
  });
});
