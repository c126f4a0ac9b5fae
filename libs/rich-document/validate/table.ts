import { COLORS } from '../schema.js';
import {
  atLeast,
  booleanAt,
  fail,
  listAt,
  listOf,
  matching,
  numberAt,
  objectAt,
  oneOf,
  shaped,
  stringAt,
} from './reader.js';
import type { Json, Read, Shape } from './reader.js';
import { reference } from './references.js';

const id = matching(/^[^\s:]{1,128}$/, 'an id without white space and colons');
const ids = listOf(id);
const media = reference('file', 'url');

const grid = shaped({
  type: oneOf('grid'),
  columns: ids,
  'columnWidths?': (value, path) => mapOf(value, path, atLeast(0)),
  hideHeader: booleanAt,
  'useNewSizing?': booleanAt,
  'stickyHeader?': booleanAt,
  'stickyFirstColumn?': booleanAt,
});
const cards = shaped({
  type: oneOf('cards'),
  cardSize: oneOf('medium', 'large'),
  columns: ids,
  'targetDefinition?': id,
  'coverDefinition?': id,
  'coverDefinitionDark?': id,
  'hideColumnTitle?': booleanAt,
  'wrap?': booleanAt,
});
const view: Read<Json> = (value, path) => (objectAt(value, path)['type'] === 'cards' ? cards : grid)(value, path);

const option = shaped({ value: stringAt, label: stringAt, color: oneOf(...COLORS) });
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

function column(value: unknown, path: string): Json {
  const base = shaped({ id, title: stringAt, type: oneOf(...Object.keys(COLUMNS)) })(value, path);
  return { ...base, ...shaped(COLUMNS[base['type'] as string] as Shape)(value, path) };
}

function mapOf<Value>(value: unknown, path: string, read: Read<Value>): Record<string, Value> {
  const entries = Object.entries(objectAt(value, path));
  return Object.fromEntries(entries.map(([key, member]) => [id(key, `${path} key`), read(member, `${path}.${key}`)]));
}

const imageCell: Read<unknown> = (value, path) =>
  'kind' in objectAt(value, path)
    ? media(value, path)
    : shaped({ ref: media, 'objectFit?': oneOf('contain', 'fill', 'cover'), 'alt?': stringAt })(value, path);

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

const merge = shaped({ anchor: shaped({ record: id, column: id }), rowSpan: atLeast(1, 50), colSpan: atLeast(1, 50) });

/** The data of a table: every id it names must be a column's, every value of its column's type. */
export function tableData(value: unknown, path: string): Json {
  const data = shaped({
    view,
    definition: (own, at) => mapOf(own, at, column),
    records: objectAt,
    'fullWidth?': booleanAt,
    'search?': booleanAt,
    'cellMerges?': listOf(merge),
  })(value, path);
  const definition = data['definition'] as Record<string, Json>;
  for (const [key, own] of Object.entries(definition)) {
    if (own['id'] !== key) fail(`${path}.definition.${key}.id`, 'must be the key it stands under');
  }
  const shown = listAt((data['view'] as Json)['columns'], `${path}.view.columns`) as string[];
  shown.forEach((name, index) => {
    if (!Object.hasOwn(definition, name)) fail(`${path}.view.columns[${index}]`, 'must be the id of a column');
    if (shown.indexOf(name) !== index) fail(`${path}.view.columns[${index}]`, 'must not be there twice');
  });
  data['records'] = mapOf(data['records'], `${path}.records`, (own, at) => record(own, at, definition));
  return data;
}

function record(value: unknown, path: string, definition: Record<string, Json>): Json {
  const { orderIndex, values } = shaped({ orderIndex: stringAt, values: objectAt })(value, path);
  const out: Json = {};
  for (const [name, cell] of Object.entries(values as Json)) {
    const at = `${path}.values.${name}`;
    const type = Object.hasOwn(definition, name) ? definition[name]?.['type'] : undefined;
    if (typeof type !== 'string') fail(at, 'must be under the id of a column');
    out[name] = cell === null ? null : (CELLS[type] as Read<unknown>)(cell, at);
  }
  return { orderIndex, values: out };
}
