import type { ContentRef } from '../../content-ref.js';
import type {
  Block,
  CellMerge,
  CellValue,
  ColumnDefinition,
  Fragment,
  GridView,
  CardsView,
  Table,
  TableRecord,
} from '../../model.js';
import type { Allowance } from '../allowance.js';
import { FRAGMENT_CHILDREN, TABLE_ID } from '../../schema.js';
import { plainText } from '../../text.js';
import { orderIndex } from '../../normalize/table.js';
import { fit } from '../fit.js';
import type { SourceCell, SourceRow } from '../frame.js';
import type { Attributes } from './html.js';
import { firstImage, links } from './links.js';

/** Places of one table, empty ones included. What is larger is no table but the words of its cells. */
const MAX_PLACES = 200_000;
const MAX_COLUMNS = 1000;
/** Rows are filled up to the width of the table: what such a place counts as. */
const EMPTY_CHARACTERS = 10;
/** Places that spanning cells may cover in one table; further cells do not span. */
const MAX_COVERED = 20_000;

interface Placed extends SourceCell {
  rowSpan: number;
  colSpan: number;
}

const flag = (value: string | undefined): boolean => value !== undefined && value !== 'false';
const words = (blocks: Block[]): string =>
  plainText({ object: 'document', data: {}, nodes: blocks }).replace(/\s+/g, ' ').trim();

/** Puts the cells of HTML rows into a grid; a cell that spans leaves the places it covers empty. */
function place(rows: SourceRow[]): (Placed | undefined)[][] {
  const grid: (Placed | undefined)[][] = rows.map(() => []);
  const taken: Set<number>[] = rows.map(() => new Set());
  let allowance = MAX_COVERED;
  rows.forEach(({ cells }, rowIndex) => {
    const row = grid[rowIndex] as (Placed | undefined)[];
    let column = 0;
    for (const cell of cells) {
      const covered = 'data-covered' in cell.attributes;
      while (!covered && taken[rowIndex]?.has(column)) column++;
      if (column >= MAX_COLUMNS) break;
      const single = covered || allowance <= 0;
      const colSpan = single ? 1 : span(cell.attributes['colspan'], MAX_COLUMNS - column);
      const rowSpan = single ? 1 : span(cell.attributes['rowspan'], rows.length - rowIndex);
      allowance -= colSpan * rowSpan - 1;
      row[column] = { ...cell, colSpan, rowSpan };
      for (let down = 0; down < rowSpan; down++) {
        for (let right = 0; right < colSpan; right++) {
          if (down > 0 || right > 0) taken[rowIndex + down]?.add(column + right);
        }
      }
      column += colSpan === 1 ? 1 : cellWidth(cells, cell, colSpan);
    }
  });
  return grid;
}

const span = (value: string | undefined, limit: number): number => Math.max(1, Math.min(Number(value) || 1, 50, limit));
/** Where covered cells are written out, the place after a spanning cell is the next covered cell's. */
const cellWidth = (cells: SourceCell[], cell: SourceCell, colSpan: number): number => {
  const next = cells[cells.indexOf(cell) + 1];
  return next !== undefined && 'data-covered' in next.attributes ? 1 : colSpan;
};

interface SourceColumn {
  index: number;
  hidden: boolean;
  attributes: Attributes;
  definition: ColumnDefinition;
}

/** Reads a table element or a Markdown table; nothing if it has no cell. */
export function readTable(attributes: Attributes, rows: SourceRow[], allowance: Allowance): Block[] {
  const headed = rows.findIndex(({ head }) => head);
  const first = rows[0];
  const hasHeader =
    headed === 0 || (first !== undefined && first.cells.length > 0 && first.cells.every(({ header }) => header));
  const header = hasHeader ? (first as SourceRow) : { head: true, cells: [] };
  const grid = place(hasHeader ? rows : [header, ...rows]);
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return [];
  if (width * grid.length > MAX_PLACES || rows.some(({ cells }) => cells.length > MAX_COLUMNS)) {
    return rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks));
  }

  const given = rows.reduce((sum, { cells }) => sum + cells.length, 0);
  allowance.copies(EMPTY_CHARACTERS * Math.max(0, width * grid.length - given));
  const columns: SourceColumn[] = [];
  for (let index = 0; index < width; index++) {
    const cell = grid[0]?.[index];
    const own = cell?.attributes ?? {};
    columns.push({
      index,
      hidden: flag(own['data-hidden']),
      attributes: own,
      definition: definitionOf(cell, grid, index),
    });
  }
  const ordered = [...columns.filter(({ hidden }) => !hidden), ...columns.filter(({ hidden }) => hidden)];
  nameColumns(ordered);
  const ids = ordered.filter(({ hidden }) => !hidden).map(({ definition }) => definition.id);
  const fragments: Fragment[] = [];
  const merges: CellMerge[] = [];
  const body = grid.slice(1);
  const rowIds = body.map((_, index) => recordId(rows[index + (hasHeader ? 1 : 0)], index));
  const records: [string, TableRecord][] = body.map((cells, rowIndex) => {
    const values: Record<string, CellValue> = {};
    const record = rowIds[rowIndex] as string;
    for (const { index, definition } of ordered) {
      const cell = cells[index];
      const value = cell === undefined ? undefined : cellValue(cell, definition, record, fragments);
      if (value !== undefined) values[definition.id] = value;
      if (cell !== undefined && cell.rowSpan > 1 !== cell.colSpan > 1) {
        merges.push({ anchor: { record, column: definition.id }, rowSpan: cell.rowSpan, colSpan: cell.colSpan });
      }
    }
    return [record, { orderIndex: orderIndex(rowIndex), values }];
  });
  const table: Table = {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view:
        flag(attributes['data-cards']) || attributes['data-view'] === 'cards'
          ? cardsView(attributes, ids, ordered)
          : gridView(attributes, ids, ordered, hasHeader),
      definition: Object.fromEntries(ordered.map(({ definition }) => [definition.id, definition])),
      records: Object.fromEntries(records),
      ...('data-full-width' in attributes ? { fullWidth: flag(attributes['data-full-width']) } : {}),
      ...('data-search' in attributes ? { search: flag(attributes['data-search']) } : {}),
      ...(merges.length === 0 ? {} : { cellMerges: merges }),
    },
    fragments,
  };
  return [table];
}

const recordId = (row: SourceRow | undefined, index: number): string =>
  row?.id !== undefined && TABLE_ID.test(row.id) ? row.id : `r${index + 1}`;

/** Columns without an id of their own are `c1`, `c2` … in the order they are shown, hidden ones last. */
function nameColumns(ordered: SourceColumn[]): void {
  const seen = new Set<string>();
  ordered.forEach(({ definition, attributes }, index) => {
    const own = attributes['data-id'];
    definition.id = own !== undefined && TABLE_ID.test(own) && !seen.has(own) ? own : `c${index + 1}`;
    seen.add(definition.id);
  });
}

function definitionOf(cell: Placed | undefined, grid: (Placed | undefined)[][], index: number): ColumnDefinition {
  const title = cell === undefined ? '' : (cell.attributes['data-title'] ?? words(cell.blocks));
  const own = cell?.attributes ?? {};
  const base = { id: '', title };
  const type = own['data-type'];
  switch (type) {
    case 'number':
    case 'checkbox':
    case 'content-ref':
    case 'image':
      return { ...base, type };
    case 'files': {
      // A cover column of an imported page names its images by path: they are image references.
      const isCover = 'data-card-cover' in own || 'data-card-cover-dark' in own;
      return { ...base, type: isCover && !('data-files' in own) ? 'image' : 'files' };
    }
    case 'rating':
      return { ...base, type, max: Number(own['data-max']) || 5 };
    case 'users':
      return { ...base, type, multiple: flag(own['data-multiple'] ?? 'true') };
    case 'select':
      return { ...base, type, multiple: flag(own['data-multiple']), options: optionsOf(cell) };
    default:
      if (cell !== undefined && cell.options.length > 0) {
        return { ...base, type: 'select', multiple: flag(own['data-multiple']), options: optionsOf(cell) };
      }
      return { ...base, type: 'text', ...alignment(own, grid[1]?.[index]?.attributes ?? {}) };
  }
}

const optionsOf = (cell: Placed | undefined): { value: string; label: string; color: string }[] =>
  (cell?.options ?? []).map((option) => ({
    value: option['value'] ?? '',
    label: option['label'] ?? option['value'] ?? '',
    color: option['color'] ?? 'default',
  }));

function alignment(
  own: Attributes,
  below: Attributes,
): { textAlignment: 'left' | 'center' | 'right'; verticalAlignment?: 'top' | 'middle' | 'bottom' } {
  const align = /text-align:\s*(\w+)/.exec(own['style'] ?? '')?.[1] ?? own['align'] ?? below['align'];
  const vertical = own['valign'];
  return {
    textAlignment: align === 'center' || align === 'right' ? align : 'left',
    ...(vertical === 'top' || vertical === 'middle' || vertical === 'bottom' ? { verticalAlignment: vertical } : {}),
  };
}

function gridView(attributes: Attributes, ids: string[], columns: SourceColumn[], hasHeader: boolean): GridView {
  const widths = columns
    .filter(({ attributes: own }) => Number(own['width']) > 0)
    .map(({ definition, attributes: own }): [string, number] => [definition.id, Number(own['width'])]);
  return {
    type: 'grid',
    columns: ids,
    ...(widths.length === 0 ? {} : { columnWidths: Object.fromEntries(widths) }),
    hideHeader: !hasHeader || flag(attributes['data-header-hidden']),
    ...('data-new-sizing' in attributes ? { useNewSizing: flag(attributes['data-new-sizing']) } : {}),
    ...('data-sticky-header' in attributes ? { stickyHeader: flag(attributes['data-sticky-header']) } : {}),
    ...('data-sticky-first-column' in attributes
      ? { stickyFirstColumn: flag(attributes['data-sticky-first-column']) }
      : {}),
  };
}

function cardsView(attributes: Attributes, ids: string[], columns: SourceColumn[]): CardsView {
  const pick = (name: string): string | undefined => columns.find(({ attributes: own }) => name in own)?.definition.id;
  const [target, cover, dark] = [pick('data-card-target'), pick('data-card-cover'), pick('data-card-cover-dark')];
  return {
    type: 'cards',
    cardSize: attributes['data-card-size'] === 'large' ? 'large' : 'medium',
    columns: ids,
    ...(target === undefined ? {} : { targetDefinition: target }),
    ...(cover === undefined ? {} : { coverDefinition: cover }),
    ...(dark === undefined ? {} : { coverDefinitionDark: dark }),
    ...('data-column-title-hidden' in attributes
      ? { hideColumnTitle: flag(attributes['data-column-title-hidden']) }
      : {}),
    ...('data-card-wrap' in attributes ? { wrap: flag(attributes['data-card-wrap']) } : {}),
  };
}

function cellValue(
  cell: Placed,
  column: ColumnDefinition,
  record: string,
  fragments: Fragment[],
): CellValue | undefined {
  const { blocks } = cell;
  switch (column.type) {
    case 'number':
    case 'rating': {
      const text = words(blocks);
      const value = Number(text);
      return text === '' || Number.isNaN(value) ? undefined : value;
    }
    case 'checkbox':
      return /^(true|x|yes|✓|✅|☑)/i.test(words(blocks));
    case 'select':
      return cell.selected.length > 0 ? cell.selected : undefined;
    case 'users':
      return cell.users.length > 0 ? cell.users : undefined;
    case 'files': {
      const hrefs = links(blocks).map(hrefOf);
      return hrefs.length > 0 ? hrefs : undefined;
    }
    case 'content-ref':
      return links(blocks)[0];
    case 'image':
      return firstImage(blocks, cell.attributes) ?? links(blocks)[0];
    case 'text': {
      const nodes = fit(blocks, FRAGMENT_CHILDREN['cell'] as ReadonlySet<never>);
      if (nodes.length === 0) return null;
      const name = `${record}:${column.id}`;
      fragments.push({ object: 'fragment', fragment: name, nodes });
      return name;
    }
  }
}

const hrefOf = (ref: ContentRef): string => (ref.kind === 'url' ? ref.url : '');
