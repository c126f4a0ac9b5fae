import type { Block, CellValue, ColumnDefinition, ContentRef, ImageCell, Table, TableRecord } from '#rich-document';
import { safeHref } from '../addresses.js';
import { drawTight } from '../blocks/text.js';
import { classes, h, type Child, type Element } from '../element.js';
import { followed, linkTo } from '../inlines/links.js';
import { drawPicture } from '../inlines/picture.js';
import { colorClass, drawEmoji } from '../inlines/signs.js';
import type { Sheet } from '../sheet.js';

/** Ratings of more are written as numbers. */
const MAX_STARS = 10;

/** The rows of a table in order. */
export const rowsOf = ({ data }: Table): [string, TableRecord][] =>
  Object.entries(data.records).sort(([, a], [, b]) =>
    a.orderIndex < b.orderIndex ? -1 : +(a.orderIndex > b.orderIndex),
  );

/** The columns that a view shows, in its order. */
export const columnsOf = ({ data }: Table): ColumnDefinition[] =>
  data.view.columns.flatMap((id) => {
    const column = Object.hasOwn(data.definition, id) ? data.definition[id] : undefined;
    return column ? [column] : [];
  });

export const valueIn = (record: TableRecord, column: string): CellValue | undefined =>
  Object.hasOwn(record.values, column) ? record.values[column] : undefined;

/** What the cells of one table show. */
export class Cells {
  readonly #texts: Map<string, readonly Block[]>;

  constructor(
    readonly sheet: Sheet,
    table: Table,
  ) {
    this.#texts = new Map(table.fragments.map(({ fragment, nodes }) => [fragment ?? '', nodes]));
  }

  draw(column: ColumnDefinition, record: TableRecord): Child {
    const value = valueIn(record, column.id);
    this.sheet.spend();
    switch (column.type) {
      case 'text':
        return typeof value === 'string' && drawTight(this.sheet, this.#texts.get(value) ?? []);
      case 'number':
        return typeof value === 'number' && String(value);
      case 'checkbox': {
        const label = column.title.trim() === '' ? this.sheet.words.checkbox : column.title;
        return h('input', { type: 'checkbox', disabled: true, checked: value === true, 'aria-label': label });
      }
      case 'rating':
        return typeof value === 'number' && drawRating(value, column.max);
      case 'select':
        return listOf(value).map((chosen) => {
          const option = column.options.find((one) => one.value === chosen);
          return option && h('span', { class: classes('option', colorClass(option.color)) }, option.label);
        });
      case 'users':
        return listOf(value).map((id) => {
          const person = this.sheet.context.user(id);
          const link = linkTo(person?.href);
          return h(link ? 'a' : 'span', { ...link, class: 'user' }, person?.name ?? id);
        });
      case 'files':
        return listOf(value).map((file) => this.#file(file));
      case 'content-ref': {
        const ref = refIn(value);
        return ref && this.#reference(ref);
      }
      case 'image':
        return drawImageCell(this.sheet, value);
    }
  }

  #file(id: string): Element {
    const file = this.sheet.context.file({ kind: 'file', file: id });
    const href = file && safeHref(file.href);
    if (href === undefined) return h('span', { class: 'missing' }, file?.name ?? this.sheet.words.missing);
    return h('a', { class: 'attached', href, download: file?.name }, file?.name);
  }

  #reference(ref: ContentRef): Child {
    const { target, link } = followed(this.sheet, ref);
    if (!target) return h('span', { class: 'missing' }, this.sheet.words.missing);
    return [drawEmoji(target.emoji), link ? h('a', link, target.title) : target.title];
  }
}

const listOf = (value: CellValue | undefined): string[] => (Array.isArray(value) ? value : []);

/** The reference in a cell: itself, or that of an image. */
export function refIn(value: CellValue | undefined): ContentRef | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return 'kind' in value ? value : value.ref;
}

/** An image as its cell says that it should fit. */
export function drawImageCell(sheet: Sheet, value: CellValue | undefined, dark?: CellValue): Child {
  const ref = refIn(value);
  if (!ref) return null;
  const { objectFit, alt } = (
    typeof value === 'object' && value !== null && 'ref' in value ? value : {}
  ) as Partial<ImageCell>;
  const fit = objectFit === 'contain' || objectFit === 'fill' || objectFit === 'cover' ? `fit-${objectFit}` : undefined;
  return drawPicture(sheet, { ref, refDark: refIn(dark), alt, className: fit });
}

function drawRating(value: number, max: number): Element {
  const label = `${value} / ${max}`;
  if (!Number.isInteger(max) || max < 1 || max > MAX_STARS) return h('span', { class: 'rating' }, label);
  const stars = Math.min(max, Math.max(0, Math.round(value)));
  return h('span', { class: 'rating', role: 'img', 'aria-label': label }, '★'.repeat(stars) + '☆'.repeat(max - stars));
}
