import { COLORS, TABLE_ID } from '../schema.js';
import {
  atLeast,
  booleanAt,
  fail,
  listAt,
  listOf,
  matching,
  numberAt,
  objectAt,
  named,
  oneOf,
  reads,
  shaped,
  shapedBy,
  stringAt,
} from './reader.js';
import type { Json, Read, Shape } from './reader.js';
import { reference } from './references.js';

const id = matching(TABLE_ID, 'an id without white space and colons');
const ids = listOf(id);
const media = reference('file', 'url');

/** An object whose members are all alike, under ids. */
const mapOf = <Value>(read: Read<Value>): Read<Record<string, Value>> =>
  reads(
    (writer) => ({ type: 'object', additionalProperties: read.schema(writer) }),
    (value, path) => {
      const entries = Object.entries(objectAt(value, path));
      return Object.fromEntries(
        entries.map(([key, member]) => [id(key, `${path} key`), read(member, `${path}.${key}`)]),
      );
    },
  );

const GRID: Shape = {
  columns: ids,
  'columnWidths?': mapOf(atLeast(0)),
  hideHeader: booleanAt,
  'useNewSizing?': booleanAt,
  'stickyHeader?': booleanAt,
  'stickyFirstColumn?': booleanAt,
};
const CARDS: Shape = {
  cardSize: oneOf('medium', 'large'),
  columns: ids,
  'targetDefinition?': id,
  'coverDefinition?': id,
  'coverDefinitionDark?': id,
  'hideColumnTitle?': booleanAt,
  'wrap?': booleanAt,
};
const grid = shaped({ type: oneOf('grid'), ...GRID });
const cards = shaped({ type: oneOf('cards'), ...CARDS });
const view: Read<Json> = reads(shapedBy('type', { grid: GRID, cards: CARDS }, 'View'), (value, path) =>
  (objectAt(value, path)['type'] === 'cards' ? cards : grid)(value, path),
);

const option = named('SelectOption', shaped({ value: stringAt, label: stringAt, color: oneOf(...COLORS) }));
const COLUMNS: Record<string, Shape> = {
  text: { textAlignment: oneOf('left', 'center', 'right'), 'verticalAlignment?': oneOf('top', 'middle', 'bottom') },
  number: {},
  checkbox: {},
  rating: { max: atLeast(1, 1000) },
  select: { multiple: booleanAt, options: listOf(option) },
  users: { multiple: booleanAt },
  files: {},
  'content-ref': {},
  image: {},
};

const HEAD: Shape = { id, title: stringAt };
const headed = Object.fromEntries(Object.entries(COLUMNS).map(([type, shape]) => [type, { ...HEAD, ...shape }]));
const column: Read<Json> = reads(
  (writer) => writer.refer('ColumnDefinition', shapedBy('type', headed, 'Column')),
  (value, path) => {
    const base = shaped({ ...HEAD, type: oneOf(...Object.keys(COLUMNS)) })(value, path);
    return { ...base, ...shaped(COLUMNS[base['type'] as string] as Shape)(value, path) };
  },
);

const framed = named(
  'ImageCell',
  shaped({ ref: media, 'objectFit?': oneOf('contain', 'fill', 'cover'), 'alt?': stringAt }),
);
const imageCell = reads<unknown>(framed.schema, (value, path) =>
  'kind' in objectAt(value, path) ? media(value, path) : framed(value, path),
);

const CELLS: Record<string, Read<unknown>> = {
  text: stringAt,
  number: numberAt,
  checkbox: booleanAt,
  rating: numberAt,
  select: listOf(stringAt),
  users: listOf(stringAt),
  files: listOf(stringAt),
  'content-ref': reference(),
  image: imageCell,
};

/** What its column decides; here any that a column may have. */
const cellValue = reads<unknown>(
  (writer) =>
    writer.refer('CellValue', (into) => ({
      description:
        'By the type of the column: the name of a fragment of the table (text), a number, a boolean, a list of ids or ' +
        'option values, a reference, a picture; null where the cell is empty.',
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        { type: 'array', items: { type: 'string' } },
        reference().schema(into),
        framed.schema(into),
      ],
    })),
  (value) => value,
);
const row = named('TableRecord', shaped({ orderIndex: stringAt, values: mapOf(cellValue) }));

const merge = named(
  'CellMerge',
  shaped({ anchor: shaped({ record: id, column: id }), rowSpan: atLeast(1, 50), colSpan: atLeast(1, 50) }),
);

const table = shaped({
  view,
  definition: mapOf(column),
  records: mapOf(row),
  'fullWidth?': booleanAt,
  'search?': booleanAt,
  'cellMerges?': listOf(merge),
});

/** The data of a table: every id it names must be a column's, every value of its column's type. */
export const tableData = reads(table.schema, (value, path): Json => {
  const data = table(value, path);
  const definition = data['definition'] as Record<string, Json>;
  for (const [key, own] of Object.entries(definition)) {
    if (own['id'] !== key) fail(`${path}.definition.${key}.id`, 'must be the key it stands under');
  }
  const shown = listAt((data['view'] as Json)['columns'], `${path}.view.columns`) as string[];
  shown.forEach((name, index) => {
    if (!Object.hasOwn(definition, name)) fail(`${path}.view.columns[${index}]`, 'must be the id of a column');
    if (shown.indexOf(name) !== index) fail(`${path}.view.columns[${index}]`, 'must not be there twice');
  });
  const records = data['records'] as Record<string, Json>;
  data['records'] = Object.fromEntries(
    Object.entries(records).map(([key, own]) => [key, record(own, `${path}.records.${key}`, definition)]),
  );
  return data;
});

function record({ orderIndex, values }: Json, path: string, definition: Record<string, Json>): Json {
  const out: Json = {};
  for (const [name, cell] of Object.entries(values as Json)) {
    const at = `${path}.values.${name}`;
    const type = Object.hasOwn(definition, name) ? definition[name]?.['type'] : undefined;
    if (typeof type !== 'string') fail(at, 'must be under the id of a column');
    out[name] = cell === null ? null : (CELLS[type] as Read<unknown>)(cell, at);
  }
  return { orderIndex, values: out };
}
