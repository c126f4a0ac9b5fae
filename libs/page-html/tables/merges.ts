import type { CellMerge } from '#rich-document';

export interface Span {
  rows: number;
  columns: number;
}

/** The cells of a grid that span others. */
export interface Merges {
  /** By row and column, as indexes. */
  spanAt(row: number, column: number): Span | undefined;
  isCovered(row: number, column: number): boolean;
}

/** Merges that reach beyond the grid are cut; one that would overlap another, or goes in both directions,
 * does not count. */
export function mergesOf(merges: readonly CellMerge[], rows: readonly string[], columns: readonly string[]): Merges {
  const spans = new Map<string, Span>();
  const covered = new Set<string>();
  const [rowAt, columnAt] = [indexes(rows), indexes(columns)];
  for (const { anchor, rowSpan, colSpan } of merges) {
    if (rowSpan > 1 && colSpan > 1) continue;
    const [row, column] = [rowAt.get(anchor.record), columnAt.get(anchor.column)];
    if (row === undefined || column === undefined) continue;
    const span = { rows: within(rowSpan, rows.length - row), columns: within(colSpan, columns.length - column) };
    const keys = keysOf(row, column, span);
    if (keys.length === 1 || keys.some((key) => covered.has(key) || spans.has(key))) continue;
    const [first = '', ...others] = keys;
    spans.set(first, span);
    for (const key of others) covered.add(key);
  }
  return {
    spanAt: (row, column) => spans.get(`${row} ${column}`),
    isCovered: (row, column) => covered.has(`${row} ${column}`),
  };
}

const indexes = (ids: readonly string[]): Map<string, number> => new Map(ids.map((id, index) => [id, index]));
const within = (span: number, most: number): number => Math.max(1, Math.min(Math.trunc(span) || 1, most, 50));

const keysOf = (row: number, column: number, { rows, columns }: Span): string[] =>
  Array.from({ length: rows * columns }, (_, at) => `${row + Math.floor(at / columns)} ${column + (at % columns)}`);
