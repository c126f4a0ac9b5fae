import type { Block, CellValue, ColumnDefinition, ContentRef, Table, TableRecord } from '#rich-document';
import type { Desk } from './desk.js';
import { setPicture } from './figures.js';
import { setText } from './inlines.js';
import { box, GAP, INK, trimmed, type Content } from './style.js';

interface Place {
  width: number;
  breakable?: boolean;
}
type SetBlocks = (blocks: readonly Block[], place: Place) => Content[];

const HEADER_FILL = '#eef1f4';
const CELL_PADDING = 5;
/** The minimum width of a column, if the widths of all columns were chosen. */
const NARROWEST = 36;

/** A grid whose header is repeated on every page; cards are printed one below the other. */
export function setTable(desk: Desk, block: Table, place: Place, setBlocks: SetBlocks): Content[] {
  const { view, definition, records } = block.data;
  const rows = Object.values(records).sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1));
  const columns = view.columns.flatMap((id) => definition[id] ?? []);
  if (columns.length === 0 || rows.length === 0) return [];
  const cells = new Cells(desk, block, setBlocks);
  return view.type === 'cards'
    ? setCards(cells, columns, rows, place)
    : [setGrid(cells, columns, rows, place, view.hideHeader, view.columnWidths)];
}

function setGrid(
  cells: Cells,
  columns: ColumnDefinition[],
  rows: TableRecord[],
  place: Place,
  hideHeader: boolean,
  chosen: Record<string, number> | undefined,
): Content {
  const room = place.width - columns.length * 2 * CELL_PADDING - 1;
  const fontSize = columns.length <= 4 ? 9 : columns.length <= 7 ? 8 : 6.5;
  const share = Math.max(NARROWEST, room / columns.length);
  const header = columns.map(({ title }) => ({
    stack: [{ text: setText(cells.desk, title, { bold: true, color: INK.dark }, { breakable: true }) }],
    fillColor: HEADER_FILL,
  }));
  const body = rows.map((row) => columns.map((column) => cells.cell(column, row, { width: share, breakable: true })));
  const merges = cells.block.data.cellMerges ?? [];
  for (const { anchor, rowSpan, colSpan } of merges) {
    const [at, column] = [
      rows.indexOf(cells.block.data.records[anchor.record] as TableRecord),
      indexOf(columns, anchor),
    ];
    if (at < 0 || column < 0 || at + rowSpan > rows.length || column + colSpan > columns.length) continue;
    const first = body[at]?.[column];
    if (first) Object.assign(first, { rowSpan, colSpan });
  }
  return {
    table: {
      headerRows: hideHeader ? 0 : 1,
      ...(hideHeader ? {} : { keepWithHeaderRows: 1 }),
      widths: widthsOf(columns, room, chosen, hideHeader ? body : [header, ...body], fontSize),
      body: hideHeader ? body : [header, ...body],
    },
    layout: {
      ...{ hLineWidth: () => 0.6, vLineWidth: () => 0.6, hLineColor: () => INK.line, vLineColor: () => INK.line },
      ...{ paddingLeft: () => CELL_PADDING, paddingRight: () => CELL_PADDING },
      ...{ paddingTop: () => 4, paddingBottom: () => 4 },
    },
    fontSize,
    margin: [0, 2, 0, GAP + 4],
  };
}

const indexOf = (columns: ColumnDefinition[], { column }: { column: string }): number =>
  columns.findIndex(({ id }) => id === column);

/** Characters of a cell that still make its column wider, and the width of one in parts of the font size. */
const WIDENING = 46;
const CHARACTER = 0.56;

/** What the longest word of a column takes, and how much more its longest text would like to have. */
function wishesOf(cells: (Content | undefined)[], fontSize: number): { least: number; more: number } {
  const texts = cells.map((cell) => textIn(cell));
  const word = Math.max(...texts.flatMap((text) => text.split(/[\s\u200b]+/).map((one) => one.length)));
  const most = Math.min(Math.max(...texts.map((text) => text.length)), WIDENING);
  const width = fontSize * CHARACTER;
  return { least: Math.max(word * width, fontSize * 2), more: Math.max(0, most - word) * width };
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textIn).join(Array.isArray(content[0]) ? ' ' : '');
  const { text, stack, ul, ol, image, svg } = (content ?? {}) as Content;
  if (image !== undefined || svg !== undefined) return ' '.repeat(WIDENING);
  return `${textIn(text ?? stack ?? ul ?? ol ?? '')}${text === undefined ? ' ' : ''}`;
}

/** Widths that were chosen keep their proportions; else they follow from what the columns hold. */
function widthsOf(
  columns: ColumnDefinition[],
  room: number,
  chosen: Record<string, number> | undefined,
  body: Content[][],
  fontSize: number,
): number[] {
  const widths = columns.map(({ id }) => chosen?.[id] ?? 0);
  const sum = widths.reduce((a, b) => a + b, 0);
  if (widths.every((width) => width > 0) && room / columns.length > NARROWEST) {
    const spare = room - NARROWEST * columns.length;
    return widths.map((width) => NARROWEST + (spare * width) / sum);
  }
  const wishes = columns.map((_, at) =>
    wishesOf(
      body.map((row) => row[at]),
      fontSize,
    ),
  );
  const least = wishes.reduce((total, wish) => total + wish.least, 0);
  const more = wishes.reduce((total, wish) => total + wish.more, 0);
  if (least >= room) return wishes.map((wish) => (room * wish.least) / least);
  const spare = room - least;
  return wishes.map((wish) => wish.least + (more === 0 ? spare / columns.length : (spare * wish.more) / more));
}

function setCards(cells: Cells, columns: ColumnDefinition[], rows: TableRecord[], place: Place): Content[] {
  const { view } = cells.block.data;
  const { coverDefinition, targetDefinition } = view.type === 'cards' ? view : {};
  const shown = columns.filter(({ id }) => id !== coverDefinition && id !== targetDefinition);
  const inner = { width: place.width - 24, breakable: true };
  return rows.map((row) => {
    const cover = coverDefinition === undefined ? undefined : refOf(row.values[coverDefinition]);
    const target = targetDefinition === undefined ? undefined : refOf(row.values[targetDefinition]);
    const stack = [
      ...(cover ? setPicture(cells.desk, { ref: cover, width: 160 }, inner.width) : []),
      ...shown.flatMap((column) => cells.contents(column, row, inner)),
      ...(target ? [cells.link(target)] : []),
    ];
    return { ...box(stack, { frame: INK.line }), margin: [0, 0, 0, 6] };
  });
}

function refOf(value: CellValue | undefined): ContentRef | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return 'kind' in value ? value : value.ref;
}

/** What the cells of one table show. */
class Cells {
  readonly #texts: Map<string, readonly Block[]>;

  constructor(
    readonly desk: Desk,
    readonly block: Table,
    private readonly setBlocks: SetBlocks,
  ) {
    this.#texts = new Map(block.fragments.map(({ fragment, nodes }) => [fragment ?? '', nodes]));
  }

  cell(column: ColumnDefinition, row: TableRecord, place: Place): Content {
    const alignment = column.type === 'text' ? column.textAlignment : 'left';
    return { stack: trimmed(this.contents(column, row, place)), ...(alignment === 'left' ? {} : { alignment }) };
  }

  contents(column: ColumnDefinition, row: TableRecord, place: Place): Content[] {
    const value = row.values[column.id];
    switch (column.type) {
      case 'text':
        return typeof value === 'string' ? this.setBlocks(this.#texts.get(value) ?? [], place) : [];
      case 'checkbox':
        return this.#line(value === true ? '✓' : '–');
      case 'rating':
        return typeof value === 'number' ? this.#line(`${value} / ${column.max}`) : [];
      case 'number':
        return typeof value === 'number' ? this.#line(String(value)) : [];
      case 'select': {
        const chosen = Array.isArray(value) ? value : [];
        return this.#line(column.options.flatMap((one) => (chosen.includes(one.value) ? [one.label] : [])).join(', '));
      }
      case 'users':
        return this.#list(value, (user) => ({ kind: 'user', user }));
      case 'files':
        return this.#list(value, (file) => ({ kind: 'file', file }));
      case 'content-ref': {
        const ref = refOf(value);
        return ref ? [this.link(ref)] : [];
      }
      case 'image': {
        const ref = refOf(value);
        return ref ? setPicture(this.desk, { ref }, place.width) : [];
      }
    }
  }

  link(ref: ContentRef): Content {
    const target = this.desk.targetOf(ref);
    const style = { color: INK.link, ...this.desk.linkTo(target) };
    const text = setText(this.desk, target.title ?? target.url ?? '', style, { breakable: true });
    return { text: text.length === 0 ? ' ' : text, margin: [0, 0, 0, 3] };
  }

  #list(value: CellValue | undefined, refFor: (id: string) => ContentRef): Content[] {
    return Array.isArray(value) ? value.map((id) => this.link(refFor(id))) : [];
  }

  #line(words: string): Content[] {
    return words === '' ? [] : [{ text: setText(this.desk, words, {}, { breakable: true }) }];
  }
}
