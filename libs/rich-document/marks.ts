import type { Mark } from './model.js';
import { MARK_ORDER } from './schema.js';

const RANK = new Map<string, number>(MARK_ORDER.map((type, index) => [type, index]));

/** The marks in canonical order, one of each type: of two of a type the first wins. */
export function sortMarks(marks: readonly Mark[]): readonly Mark[] {
  if (marks.length < 2) return marks;
  const byType = new Map<string, Mark>();
  for (const mark of marks) if (!byType.has(mark.type)) byType.set(mark.type, mark);
  return [...byType.values()].sort((a, b) => (RANK.get(a.type) ?? 0) - (RANK.get(b.type) ?? 0));
}

export function sameMark(a: Mark, b: Mark): boolean {
  if (a.type === 'color' && b.type === 'color') {
    return a.data.text === b.data.text && a.data.background === b.data.background;
  }
  return a.type === b.type;
}

/** Whether two canonical mark lists are equal. */
export function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every((mark, index) => sameMark(mark, b[index] as Mark));
}
