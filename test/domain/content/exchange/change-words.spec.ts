import { describe, expect, it } from '@jest/globals';
import { changeWords } from '../../../../src/content/exchange/domain/export/change-words.js';
import type { FileRecord, PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';
import { file, page } from './export-fixture.js';

const content = (pages: PageRecord[], files: FileRecord[] = []) => ({
  pages: new Map(pages.map((record) => [record.id, record])),
  files: new Map(files.map((record) => [record.id, record])),
  contents: new Map<string, never>(),
});

describe('The words for a change', () => {
  const [a, b] = [page('A'), page('B', { rank: 'a1' })];

  it('say what became of pages and files, in the order of the table of contents', () => {
    const moved = { ...b, parent: 'A' };
    expect(changeWords(content([a, b]), content([a, moved]))).toBe("Move 'B'");
    expect(changeWords(content([a, b]), content([{ ...a, title: 'Other' }, moved]))).toBe("Change 'Other'; move 'B'");
    expect(changeWords(content([b, a]), content([a, page('C', { rank: 'a2' })], [file('f', 'a.png')]))).toBe(
      "Add 'C' and 'a.png'; delete 'B'",
    );
  });

  it('are none where nothing differs that a tree holds, and short where much does', () => {
    expect(changeWords(content([a]), content([{ ...a, updatedAt: '2026-02-02T00:00:00.000Z' }]))).toBeUndefined();
    const many = ['A', 'B', 'C', 'D', 'E'].map((id, at) => page(id, { rank: `a${at}`, title: id.repeat(60) }));
    expect(changeWords(content([]), content(many))).toBe(`Add '${'A'.repeat(50)}…', '${'B'.repeat(50)}…' and 3 more`);
    expect(changeWords(content([]), content(many.slice(0, 3)))).toMatch(/^Add 'A+…', 'B+…' and 'C+…'$/);
  });
});
