import type { CellValue, ColumnDefinition, Fragment, ImageCell, Table } from '../model.js';
import type { ContentRef } from '../content-ref.js';
import { columnOrder, recordOrder } from '../normalize/table.js';
import { fileRef } from '../references/references.js';
import type { RenderContext } from './context.js';
import { attribute, escapeRaw, escapeText, protectEdges } from './escape.js';
import { cellHtml } from './html-blocks.js';
import { elementLabelOf } from './labels.js';
import { markdownLine } from './line.js';

type Data = Table['data'];

/** A table of plain text is a Markdown table; whatever that cannot say is said in a `table` element. */
export function renderTable(table: Table, context: RenderContext): string {
  const columns = columnOrder(table.data);
  const rows = recordOrder(table.data.records);
  const cells = new Map(table.fragments.map((fragment) => [fragment.fragment ?? '', fragment]));
  if (context.style.table === 'pipes' && isSimple(table.data, columns, rows, table.fragments))
    return simpleTable(table.data, columns, rows, cells, context);
  return htmlTable(table.data, columns, rows, cells, context);
}

function isSimple(
  { view, definition, fullWidth, search, cellMerges }: Data,
  columns: string[],
  rows: string[],
  fragments: Fragment[],
): boolean {
  if (view.type !== 'grid' || view.hideHeader || view.columnWidths !== undefined || view.useNewSizing !== undefined)
    return false;
  if (view.stickyHeader !== undefined || view.stickyFirstColumn !== undefined || fullWidth !== undefined) return false;
  if (search !== undefined || cellMerges !== undefined || view.columns.length !== columns.length) return false;
  const plainColumns = columns.every((id, index) => {
    const column = definition[id];
    return column?.type === 'text' && column.verticalAlignment === undefined && id === `c${index + 1}`;
  });
  if (!plainColumns || !rows.every((id, index) => id === `r${index + 1}`)) return false;
  return fragments.every(({ nodes }) => {
    const [only] = nodes;
    return nodes.length === 1 && only?.type === 'paragraph' && only.data.align === undefined;
  });
}

const RULES = { left: '---', center: ':---:', right: '---:' } as const;
const pipes = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function simpleTable(
  { definition, records }: Data,
  columns: string[],
  rows: string[],
  cells: Map<string, Fragment>,
  context: RenderContext,
): string {
  const place = { lineStart: false, label: false, singleLine: true };
  const head = columns.map((id) => protectEdges(escapeText(definition[id]?.title ?? '', place)));
  const rule = columns.map((id) => {
    const column = definition[id];
    return RULES[column?.type === 'text' ? column.textAlignment : 'left'];
  });
  const body = rows.map((row) =>
    pipes(
      columns.map((id) => {
        const name = records[row]?.values[id];
        const block = typeof name === 'string' ? cells.get(name)?.nodes[0] : undefined;
        return block?.type === 'paragraph' ? markdownLine(block.nodes, context, true) : '';
      }),
    ),
  );
  return [pipes(head), `| ${rule.join(' | ')} |`, ...body].join('\n');
}

function htmlTable(
  data: Data,
  columns: string[],
  rows: string[],
  cells: Map<string, Fragment>,
  context: RenderContext,
): string {
  const head = columns.map((id, index) => headerCell(data, data.definition[id] as ColumnDefinition, index)).join('');
  const covered = coveredCells(data, columns, rows);
  const body = rows.map((row, rowIndex) => {
    const record = data.records[row];
    const inner = columns.map((id) => {
      const value = record?.values[id] ?? null;
      const isCovered = covered.has(`${row}\n${id}`);
      const merge = data.cellMerges?.find(({ anchor }) => anchor.record === row && anchor.column === id);
      const own =
        (merge !== undefined && merge.rowSpan > 1 ? attribute('rowspan', merge.rowSpan) : '') +
        (merge !== undefined && merge.colSpan > 1 ? attribute('colspan', merge.colSpan) : '') +
        (isCovered ? ' data-covered hidden' : '');
      return cellOf(value, data.definition[id] as ColumnDefinition, own, cells, context);
    });
    return `<tr${attribute('data-id', row === `r${rowIndex + 1}` ? undefined : row)}>${inner.join('')}</tr>`;
  });
  return `<table${tableAttributes(data)}><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function coveredCells({ cellMerges, view }: Data, columns: string[], rows: string[]): Set<string> {
  const covered = new Set<string>();
  const shown = columns.filter((id) => view.columns.includes(id));
  for (const { anchor, rowSpan, colSpan } of cellMerges ?? []) {
    const row = rows.indexOf(anchor.record);
    const column = shown.indexOf(anchor.column);
    for (const record of rows.slice(row, row + rowSpan)) {
      for (const id of shown.slice(column, column + colSpan)) {
        if (record !== anchor.record || id !== anchor.column) covered.add(`${record}\n${id}`);
      }
    }
  }
  return covered;
}

function tableAttributes({ view, fullWidth, search }: Data): string {
  const own = attribute('data-full-width', fullWidth) + attribute('data-search', search);
  if (view.type === 'cards') {
    return (
      ' data-view="cards"' +
      attribute('data-card-size', view.cardSize === 'large' ? 'large' : undefined) +
      attribute('data-column-title-hidden', view.hideColumnTitle) +
      attribute('data-card-wrap', view.wrap) +
      own
    );
  }
  return (
    (view.hideHeader ? ' data-header-hidden' : '') +
    attribute('data-new-sizing', view.useNewSizing) +
    attribute('data-sticky-header', view.stickyHeader) +
    attribute('data-sticky-first-column', view.stickyFirstColumn) +
    own
  );
}

function headerCell({ view }: Data, column: ColumnDefinition, index: number): string {
  const width = view.type === 'grid' ? view.columnWidths?.[column.id] : undefined;
  const isCards = view.type === 'cards';
  let own = attribute('width', width) + attribute('data-id', column.id === `c${index + 1}` ? undefined : column.id);
  if (!view.columns.includes(column.id)) own += ' data-hidden';
  if (isCards && view.targetDefinition === column.id) own += ' data-card-target';
  if (isCards && view.coverDefinition === column.id) own += ' data-card-cover';
  if (isCards && view.coverDefinitionDark === column.id) own += ' data-card-cover-dark';
  if (column.type !== 'text') own += attribute('data-type', column.type);
  if (column.type === 'files') own += ' data-files';
  if (column.type === 'rating') own += attribute('data-max', column.max);
  if (column.type === 'select' || column.type === 'users') own += attribute('data-multiple', column.multiple);
  if (column.type === 'text') {
    own += attribute('align', column.textAlignment === 'left' ? undefined : column.textAlignment);
    own += attribute('valign', column.verticalAlignment);
  }
  const options =
    column.type === 'select'
      ? column.options.map(
          (option) =>
            `<option${attribute('value', option.value)}${attribute('label', option.label)}${attribute('color', option.color)}></option>`,
        )
      : [];
  return `<th${own}>${escapeRaw(column.title)}${options.length === 0 ? '' : `<select>${options.join('')}</select>`}</th>`;
}

function cellOf(
  value: CellValue,
  column: ColumnDefinition,
  own: string,
  cells: Map<string, Fragment>,
  context: RenderContext,
): string {
  if (value === null) return `<td${own}></td>`;
  switch (column.type) {
    case 'text': {
      const fragment = typeof value === 'string' ? cells.get(value) : undefined;
      return `<td${own}>${fragment === undefined ? '' : cellHtml(fragment.nodes, context)}</td>`;
    }
    case 'select':
      return `<td${own}>${(value as string[]).map((item) => `<span${attribute('data-option', item)}>${escapeRaw(labelOf(column.options, item))}</span>`).join(' ')}</td>`;
    case 'users':
      return `<td${own}>${(value as string[]).map((user) => `<span${attribute('data-user', user)}></span>`).join(' ')}</td>`;
    case 'files':
      return `<td${own}>${(value as string[]).map((file) => anchor(context.href(fileRef(file), 'file'))).join(' ')}</td>`;
    case 'content-ref':
      return `<td${own}>${anchor(context.href(value as ContentRef, 'cell'))}</td>`;
    case 'image':
      return imageCell(value as ContentRef | ImageCell, own, context);
    default:
      return `<td${own}>${escapeRaw(String(value))}</td>`;
  }
}

const labelOf = (options: { value: string; label: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

const anchor = (href: string): string => `<a${attribute('href', href)}>${elementLabelOf(href)}</a>`;

function imageCell(value: ContentRef | ImageCell, own: string, context: RenderContext): string {
  if ('kind' in value) return `<td${own}>${anchor(context.href(value, 'image'))}</td>`;
  const img = `<img${attribute('src', context.href(value.ref, 'image'))}${attribute('alt', value.alt ?? '')}>`;
  return `<td${own}${attribute('data-object-fit', value.objectFit)}>${img}</td>`;
}
