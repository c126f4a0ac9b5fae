import type { ContentRef } from '../content-ref.js';
import type {
  Block,
  BlockType,
  CellMerge,
  CellValue,
  ColumnDefinition,
  Fragment,
  Table,
  TableRecord,
} from '../model.js';
import { fitWithin } from '../parse/fit.js';
import { FRAGMENT_CHILDREN } from '../schema.js';
import { cleanData, cleanRef, cleanText } from './values.js';

const byIdLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** The ids of a table's columns: those shown in their order, then the hidden ones. */
export function columnOrder({ view, definition }: Pick<Table['data'], 'view' | 'definition'>): string[] {
  const shown = [...new Set(view.columns)].filter((id) => definition[id] !== undefined);
  const isShown = new Set(shown);
  return [
    ...shown,
    ...Object.keys(definition)
      .filter((id) => !isShown.has(id))
      .sort(byIdLength),
  ];
}

/** The ids of a table's records in the order of their rows. */
export function recordOrder(records: Record<string, TableRecord>): string[] {
  const ids = Object.keys(records);
  const index = (id: string): string => records[id]?.orderIndex ?? '';
  return ids.sort((a, b) => (index(a) < index(b) ? -1 : index(a) > index(b) ? 1 : byIdLength(a, b)));
}

/** A row's place as a string that sorts as the rows do. */
export const orderIndex = (row: number): string => String(row).padStart(6, '0');

/** What the one line of a table cell can say, in its lists and quotes too. */
const CELL = FRAGMENT_CHILDREN['cell'] as ReadonlySet<BlockType>;

/** A table in normal form: rows and cells in order, cells' fragments named after record and column, no empty values. */
export function normalizeTable(table: Table, body: (blocks: Block[]) => Block[]): Table | undefined {
  const { data } = table;
  const columns = columnOrder(data);
  if (columns.length === 0) return undefined;
  const rows = recordOrder(data.records);
  const given = new Map(table.fragments.map((fragment) => [fragment.fragment ?? '', fragment]));
  const fragments: Fragment[] = [];
  const records: Record<string, TableRecord> = {};
  rows.forEach((record, row) => {
    const before = data.records[record] as TableRecord;
    const values: Record<string, CellValue> = {};
    for (const column of columns) {
      const definition = data.definition[column] as ColumnDefinition;
      const value = normalizeCell(before.values[column] ?? null, definition);
      if (definition.type !== 'text') {
        if (value !== undefined) values[column] = value;
        continue;
      }
      const own = typeof value === 'string' ? given.get(value) : undefined;
      const nodes = own === undefined ? [] : body(fitWithin(own.nodes, CELL));
      const name = `${record}:${column}`;
      const isEmpty =
        nodes.every((block) => block.type === 'paragraph' && block.nodes.length === 0) && nodes.length < 2;
      values[column] = isEmpty ? null : name;
      if (!isEmpty) fragments.push({ ...without(own), object: 'fragment', fragment: name, nodes });
    }
    records[record] = { orderIndex: orderIndex(row), values };
  });
  const definition = Object.fromEntries(
    columns.map((id) => [id, cleanColumn(data.definition[id] as ColumnDefinition)]),
  );
  const merges = keptMerges(
    data.cellMerges ?? [],
    columns.filter((id) => data.view.columns.includes(id)),
    rows,
    definition,
  );
  const { cellMerges: _, ...rest } = data;
  return {
    ...table,
    data: {
      ...rest,
      view: normalView(data.view, columns, data.definition),
      definition,
      records,
      ...(merges.length === 0 ? {} : { cellMerges: merges }),
    },
    fragments,
  };
}

const without = (fragment: Fragment | undefined): { key?: string } =>
  fragment?.key === undefined ? {} : { key: fragment.key };

const cleanColumn = (column: ColumnDefinition): ColumnDefinition => {
  const clean = cleanData({ ...column, title: column.title.replace(/\s+/g, ' ').trim() }, ['title']);
  if (clean.type !== 'select') return clean;
  const seen = new Set<string>();
  const options = clean.options
    .filter(({ value }) => !seen.has(value) && seen.add(value))
    .map((option) => cleanData(option, ['label', 'value', 'color']));
  return { ...clean, options };
};

function normalView(
  view: Table['data']['view'],
  columns: string[],
  definition: Record<string, ColumnDefinition>,
): Table['data']['view'] {
  const shown = new Set(view.columns);
  const kept = columns.filter((id) => shown.has(id));
  if (view.type === 'cards') {
    const next = { ...view, columns: kept };
    for (const name of ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'] as const) {
      const id = next[name];
      if (id === undefined || definition[id] === undefined) delete next[name];
    }
    return next;
  }
  const { columnWidths, ...rest } = view;
  const widths = Object.entries(columnWidths ?? {}).filter(([id]) => definition[id] !== undefined);
  return { ...rest, columns: kept, ...(widths.length === 0 ? {} : { columnWidths: Object.fromEntries(widths) }) };
}

function normalizeCell(value: CellValue, column: ColumnDefinition): CellValue | undefined {
  switch (column.type) {
    case 'text':
      return typeof value === 'string' ? value : null;
    case 'number':
    case 'rating':
      return typeof value === 'number' ? (Object.is(value, -0) ? 0 : value) : undefined;
    case 'checkbox':
      return value === true;
    case 'select':
    case 'users':
    case 'files': {
      const items = Array.isArray(value) ? value.filter((item) => item !== '').map(cleanText) : [];
      return items.length > 0 ? items : undefined;
    }
    case 'content-ref':
      return value === null ? undefined : cleanRef(value as ContentRef);
    case 'image': {
      if (value === null) return undefined;
      const cell = value as ContentRef | { ref: ContentRef; alt?: string; objectFit?: string };
      if ('kind' in cell) return cleanRef(cell);
      const clean = cleanData(cell);
      return clean.alt === undefined && clean.objectFit === undefined ? clean.ref : (clean as CellValue);
    }
  }
}

/** Merges that survive: in one direction, of shown text or number cells, inside the table, not over one another. */
function keptMerges(
  merges: CellMerge[],
  columns: string[],
  rows: string[],
  definition: Record<string, ColumnDefinition>,
): CellMerge[] {
  const taken = new Set<string>();
  const kept: { merge: CellMerge; at: number }[] = [];
  for (const { anchor, rowSpan, colSpan } of merges) {
    const row = rows.indexOf(anchor.record);
    const column = columns.indexOf(anchor.column);
    if (row < 0 || column < 0 || rowSpan > 1 === colSpan > 1) continue;
    if (row + rowSpan > rows.length || column + colSpan > columns.length) continue;
    const covered = columns
      .slice(column, column + colSpan)
      .flatMap((id) => rows.slice(row, row + rowSpan).map((record) => `${record}\n${id}`));
    const types = columns.slice(column, column + colSpan).map((id) => definition[id]?.type);
    if (covered.some((cell) => taken.has(cell)) || types.some((type) => type !== 'text' && type !== 'number')) continue;
    for (const cell of covered) taken.add(cell);
    kept.push({ merge: { anchor, rowSpan, colSpan }, at: row * columns.length + column });
  }
  return kept.sort((a, b) => a.at - b.at).map(({ merge }) => merge);
}
