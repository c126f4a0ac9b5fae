import type { CardsView, ColumnDefinition, Table, TableRecord } from '#rich-document';
import { classes, h, type Child, type Element } from '../element.js';
import { followed } from '../inlines/links.js';
import type { Sheet } from '../sheet.js';
import { Cells, columnsOf, drawImageCell, refIn, rowsOf, valueIn } from './cells.js';

/** Rows as cards. What the target column names is the one link of a card, which the style sheet spreads over it. */
export function drawCards(sheet: Sheet, table: Table, view: CardsView): Element {
  const cells = new Cells(sheet, table);
  const apart = [view.targetDefinition, view.coverDefinition, view.coverDefinitionDark];
  const columns = columnsOf(table).filter(({ id }) => !apart.includes(id));
  const name = classes(
    'cards',
    view.cardSize === 'large' && 'large',
    view.wrap === false && 'row',
    table.data.fullWidth && 'wide',
  );
  return h(
    'ul',
    { class: name },
    ...rowsOf(table).map(([, record]) => !sheet.stop() && drawCard(cells, view, columns, record)),
  );
}

function drawCard(cells: Cells, view: CardsView, columns: ColumnDefinition[], record: TableRecord): Element {
  const of = (id: string | undefined) => (id === undefined ? undefined : valueIn(record, id));
  const cover = drawImageCell(cells.sheet, of(view.coverDefinition), of(view.coverDefinitionDark));
  const contents = columns.flatMap((column): Child[] => {
    const content = cells.draw(column, record);
    if (content === null || content === undefined || content === false) return [];
    const isNamed = view.hideColumnTitle !== true && column.type !== 'text' && column.title !== '';
    return [h('div', null, isNamed && h('span', { class: 'column-title' }, column.title), content)];
  });
  return h('li', null, cover && h('div', { class: 'cover' }, cover), ...contents, drawTarget(cells, view, record));
}

function drawTarget({ sheet }: Cells, { targetDefinition }: CardsView, record: TableRecord): Child {
  const ref = targetDefinition === undefined ? undefined : refIn(valueIn(record, targetDefinition));
  const { target, link } = ref ? followed(sheet, ref) : {};
  return target && link && h('a', { ...link, class: 'card-target' }, h('span', { class: 'sr' }, target.title));
}
