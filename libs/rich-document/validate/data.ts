import type { BlockType, InlineType, Length } from '../model.js';
import { COLORS, HEADING_ID } from '../schema.js';
import {
  atLeast,
  booleanAt,
  fail,
  json,
  listOf,
  matching,
  numberAt,
  objectAt,
  oneOf,
  reads,
  shaped,
  shapedBy,
  stringAt,
} from './reader.js';
import type { Json, Read, Shape } from './reader.js';
import { reference } from './references.js';
import { tableData } from './table.js';

const media = reference('file', 'url');
const anyRef = reference();
const openapi = reference('openapi');
const nonEmpty = matching(/\S/, 'a text that is not empty');
const name = matching(/^[\w.-]+$/, 'a name of letters, digits, dots, hyphens and underscores');

const pixels = atLeast(0);
const measured = shaped({ unit: matching(/^(?:[a-z]{1,8}|%)$/, 'a unit'), value: atLeast(0) });
const length: Read<Length> = reads(
  (writer) =>
    writer.refer('Length', (into) => ({
      description: 'A number of pixels, or a value with its unit.',
      anyOf: [pixels.schema(into), measured.schema(into)],
    })),
  (value, path) => {
    if (typeof value === 'number') return pixels(value, path);
    const { unit, value: amount } = measured(value, path);
    return { unit: unit as string, value: amount as number };
  },
);

const dateTime: Read<string> = reads({ type: 'string', description: 'ISO 8601, or its day alone.' }, (value, path) => {
  const text = stringAt(value, path);
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime()))
    fail(path, 'must be a date and time in ISO 8601');
  return date.toISOString();
});

const props: Read<unknown> = reads(
  { type: 'object', additionalProperties: true, description: 'What the integration was given, in its own words.' },
  (value, path) => json(objectAt(value, path), path),
);

const side = oneOf('start', 'center', 'end');
const heading: Shape = { 'id?': matching(HEADING_ID, 'an anchor of a-z, 0-9 and - . + _'), 'align?': side };

export const BLOCK_SHAPES: Readonly<Record<Exclude<BlockType, 'table'>, Shape>> = {
  paragraph: { 'align?': side },
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': { 'start?': numberAt },
  'list-unordered': {},
  'list-tasks': {},
  'list-item': { 'checked?': booleanAt },
  divider: {},
  blockquote: {},
  hint: { style: oneOf('info', 'warning', 'danger', 'success'), 'icon?': stringAt },
  prompt: {
    description: stringAt,
    'icon?': stringAt,
    'openInAIProviders?': json,
    'defaultExpanded?': oneOf('hidden', 'partial', 'full'),
  },
  if: { expression: stringAt },
  images: { 'align?': oneOf('left', 'center', 'right'), 'fullWidth?': booleanAt, 'withFrame?': booleanAt },
  image: { ref: media, 'refDark?': media, 'width?': length, 'height?': length, 'alt?': stringAt },
  file: { ref: reference('file', 'url') },
  drawing: { 'ref?': reference('file', 'url') },
  embed: { url: nonEmpty, 'fullWidth?': booleanAt },
  code: {
    'syntax?': stringAt,
    'title?': stringAt,
    'overflow?': oneOf('scroll', 'wrap'),
    'lineNumbers?': booleanAt,
    'fullWidth?': booleanAt,
    'expandable?': booleanAt,
    'collapsedLineCount?': atLeast(1, 1_000_000),
  },
  'code-line': { 'highlighted?': booleanAt },
  math: { formula: stringAt },
  expandable: { 'defaultExpanded?': booleanAt },
  tabs: { 'fullWidth?': booleanAt },
  'tabs-item': { 'title?': stringAt, 'icon?': stringAt, 'slug?': stringAt },
  swagger: { ref: media, path: stringAt, method: stringAt, 'expanded?': booleanAt, 'fullWidth?': booleanAt },
  'openapi-operation': { ref: openapi, path: stringAt, method: stringAt, 'headless?': booleanAt },
  'openapi-schemas': { ref: openapi, schemas: listOf(stringAt), 'grouped?': booleanAt, 'title?': stringAt },
  'openapi-webhook': { ref: openapi, name: stringAt, method: stringAt, 'headless?': booleanAt },
  'content-ref': { ref: anyRef },
  integration: {
    integration: name,
    block: name,
    props,
    'action?': json,
    'url?': stringAt,
    'fullWidth?': booleanAt,
  },
  'reusable-content': { ref: reference('reusable-content') },
  stepper: {},
  'stepper-step': { 'icon?': stringAt },
  columns: { 'fullWidth?': booleanAt },
  column: { 'width?': length, 'verticalAlignment?': oneOf('top', 'middle', 'bottom') },
  updates: { 'format?': oneOf('full', 'short', 'numeric') },
  update: { date: dateTime, 'tags?': listOf(reference('tag')) },
};

const color = oneOf(...COLORS);
const EMOJI = matching(
  /^(?:0*(?:10|[0-9a-fA-F])?[0-9a-fA-F]{1,4})(?:-(?:0*(?:10|[0-9a-fA-F])?[0-9a-fA-F]{1,4}))*$/,
  'hexadecimal code points',
);

const ACTIONS: Readonly<Record<string, Shape>> = {
  search: { 'query?': stringAt },
  ask: { 'query?': stringAt },
  select: { slug: stringAt },
};
const buttonAction: Read<Json> = reads(shapedBy('action', ACTIONS, 'Action'), (value, path) => {
  const { action } = shaped({ action: oneOf(...Object.keys(ACTIONS)) })(value, path);
  return { action, ...shaped(ACTIONS[action as string] as Shape)(value, path) };
});

export const INLINE_SHAPES: Readonly<Record<InlineType, Shape>> = {
  link: { ref: anyRef },
  emoji: { code: EMOJI },
  icon: { icon: nonEmpty, 'color?': color },
  expression: { expression: stringAt },
  'inline-math': { formula: stringAt },
  'inline-image': {
    ref: media,
    'refDark?': media,
    'caption?': stringAt,
    'alt?': stringAt,
    'size?': oneOf('original', 'line'),
  },
  annotation: {},
  mention: { ref: anyRef },
  button: {
    label: stringAt,
    kind: oneOf('primary', 'secondary'),
    'icon?': stringAt,
    'size?': oneOf('small', 'medium', 'large'),
    'ref?': anyRef,
    'action?': buttonAction,
  },
};

const BLOCK_READERS = new Map(Object.entries(BLOCK_SHAPES).map(([type, shape]) => [type, shaped(shape)]));
const INLINE_READERS = new Map(Object.entries(INLINE_SHAPES).map(([type, shape]) => [type, shaped(shape)]));

/** The data of a block, checked; a block whose data are all optional may leave them out. */
export function blockData(type: BlockType, value: unknown, path: string): Json {
  if (type === 'table') return tableData(value, path);
  return (BLOCK_READERS.get(type) as Read<Json>)(value ?? {}, path);
}

export function inlineData(type: InlineType, value: unknown, path: string): Json {
  const data = (INLINE_READERS.get(type) as Read<Json>)(value ?? {}, path);
  if (type === 'button' && (data['ref'] === undefined) === (data['action'] === undefined)) {
    fail(path, 'must have either ref or action');
  }
  return data;
}

export const markColor = shaped({ text: color, background: color });
