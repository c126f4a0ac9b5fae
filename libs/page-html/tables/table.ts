import type { ColumnDefinition, GridView, Table } from '#rich-document';
import { classes, h, type Child, type Element } from '../element.js';
import type { Sheet } from '../sheet.js';
import { twelfths } from '../widths.js';
import { drawCards } from './cards.js';
import { Cells, columnsOf, rowsOf } from './cells.js';
import { mergesOf } from './merges.js';

export const drawTable = (sheet: Sheet, table: Table): Element =>
  table.data.view.type === 'cards' ? drawCards(sheet, table, table.data.view) : drawGrid(sheet, table, table.data.view);

/** A table in a region that scrolls, each with a name of its own. A hidden header is left to screen readers. */
function drawGrid(sheet: Sheet, table: Table, view: GridView): Element {
  const columns = columnsOf(table);
  const name = classes(
    'table',
    table.data.fullWidth && 'wide',
    view.stickyHeader && 'sticky-header',
    view.stickyFirstColumn && 'sticky-column',
  );
  const region = { role: 'region', tabindex: 0, 'aria-label': sheet.numbered(sheet.words.table) };
  return h(
    'div',
    { class: name, ...region, 'data-search': table.data.search === true ? '' : undefined },
    h(
      'table',
      null,
      drawWidths(columns, view.columnWidths),
      h(
        'thead',
        { class: view.hideHeader ? 'sr' : undefined },
        h('tr', null, ...columns.map((column) => drawHeader(sheet, column))),
      ),
      h('tbody', null, ...drawRows(sheet, table, columns)),
    ),
  );
}

function drawHeader(sheet: Sheet, column: ColumnDefinition): Element {
  sheet.spend(column.title);
  // A header that says nothing would be announced with each cell below it.
  if (column.title.trim() === '') return h('td', null);
  return h('th', { scope: 'col', class: sideOf(column) }, column.title);
}

/** Widths are in twelfths of the whole, which is what they add up to where that is more than 100 percent. */
function drawWidths(columns: readonly ColumnDefinition[], widths: Record<string, number> = {}): Child {
  const given = columns.map(({ id }) => (Object.hasOwn(widths, id) ? widths[id] : undefined));
  const whole = Math.max(
    100,
    given.reduce<number>((sum, width) => sum + (width ?? 0), 0),
  );
  if (given.every((width) => width === undefined)) return null;
  return h(
    'colgroup',
    null,
    ...given.map((width) => h('col', { class: width === undefined ? undefined : `w-${twelfths(width / whole)}` })),
  );
}

/** Rows that do not fit into the page any more are left out with their cells. */
function drawRows(sheet: Sheet, table: Table, columns: readonly ColumnDefinition[]): Child[] {
  const cells = new Cells(sheet, table);
  const rows = rowsOf(table);
  const merges = mergesOf(
    table.data.cellMerges ?? [],
    rows.map(([id]) => id),
    columns.map(({ id }) => id),
  );
  return rows.map(([, record], row): Child => {
    if (sheet.stop()) return null;
    return h(
      'tr',
      null,
      ...columns.map((column, at): Child => {
        if (merges.isCovered(row, at)) return null;
        const span = merges.spanAt(row, at);
        const attributes = {
          class: classes(sideOf(column), verticalOf(column)),
          rowspan: span && span.rows > 1 ? span.rows : undefined,
          colspan: span && span.columns > 1 ? span.columns : undefined,
        };
        return h('td', attributes, cells.draw(column, record));
      }),
    );
  });
}

function sideOf(column: ColumnDefinition): string | undefined {
  if (column.type === 'number') return 'end';
  if (column.type !== 'text') return undefined;
  return { left: undefined, center: 'center', right: 'end' }[column.textAlignment];
}

function verticalOf(column: ColumnDefinition): string | undefined {
  const side = column.type === 'text' ? column.verticalAlignment : undefined;
  return side === 'middle' || side === 'bottom' ? side : undefined;
}
