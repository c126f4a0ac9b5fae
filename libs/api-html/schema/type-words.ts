import { isObject, listOf } from '#openapi';
import { group, h, type Child } from '#page-html';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';
import { saidOf, typesOf, viewOf, type View } from './view.js';

/** Types within types, and alternatives of one that are named. */
const MOST_DEPTH = 4;
const MOST_CHOICES = 6;

/** The type of a schema on one line, such as `Pet[] | null`, with links to schemas that have a place of their own. */
export function drawType(sheet: Sheet, view: View, depth = 0): Child {
  const parts = partsOf(sheet, view, depth);
  if (view.isNullable) parts.push('null');
  return joined(parts);
}

/** Words for a type that is none of an object or a list. */
function partsOf(sheet: Sheet, view: View, depth: number): Child[] {
  if (view.constant !== undefined || view.shape === undefined) return [view.constant === false ? 'never' : 'any'];
  const types = typesOf(view);
  if (types.length === 0)
    return view.choices.length > 0 ? choicesOf(sheet, view, depth) : [named(sheet, view) ?? 'any'];
  const format = lineOf(saidOf(view.members, 'format'), 60);
  return types.map((type) => {
    if (type === 'array') return listType(sheet, view, depth);
    if (type === 'object') return named(sheet, view) ?? mapType(sheet, view, depth) ?? 'object';
    return format !== '' && types.length === 1 ? group(type, ' ', h('i', null, `<${format}>`)) : type;
  });
}

function choicesOf(sheet: Sheet, view: View, depth: number): Child[] {
  const name = named(sheet, view);
  if (name !== undefined) return [name];
  const all = view.choices.flatMap(({ schemas }) => schemas);
  if (depth >= MOST_DEPTH / 2) return ['…'];
  const shown = all.slice(0, MOST_CHOICES).map((one) => drawType(sheet, viewOf(sheet, one), depth + 1));
  return all.length > MOST_CHOICES ? [...shown, '…'] : shown;
}

function named(sheet: Sheet, { name }: View): Child | undefined {
  if (name === undefined) return undefined;
  const words = lineOf(name, 120);
  const href = sheet.context.schemaHref?.(name);
  return href === undefined ? words : h('a', { href }, words);
}

function listType(sheet: Sheet, view: View, depth: number): Child {
  const { items } = view.shape ?? {};
  if (Array.isArray(saidOf(view.members, 'prefixItems'))) return 'array';
  if (items === undefined || depth >= MOST_DEPTH) return 'array';
  const within = viewOf(sheet, items);
  const isOne = !within.isNullable && (within.name !== undefined || typesOf(within).length === 1);
  const inner = drawType(sheet, within, depth + 1);
  return isOne ? group(inner, '[]') : group('(', inner, ')[]');
}

function mapType(sheet: Sheet, { shape, members }: View, depth: number): Child | undefined {
  const additional = shape?.additional;
  if (!isObject(additional) || (shape?.properties.length ?? 0) > 0 || depth >= MOST_DEPTH) return undefined;
  if (isObject(saidOf(members, 'patternProperties'))) return undefined;
  return group('map<string, ', drawType(sheet, viewOf(sheet, additional), depth + 1), '>');
}

const joined = (parts: readonly Child[]): Child =>
  parts.map((part, index): Child => (index > 0 ? [' | ', part] : part));

/** Whether alternatives are said by the line with the type: none of them has anything within. */
export function isPlainChoice(sheet: Sheet, view: View): boolean {
  const all = view.choices.flatMap(({ schemas }) => schemas);
  if (all.length > MOST_CHOICES) return false;
  return all.every((one) => isPlain(sheet, viewOf(sheet, one), 0));
}

function isPlain(sheet: Sheet, view: View, depth: number): boolean {
  const { shape, members, choices } = view;
  if (shape === undefined) return true;
  if (depth >= MOST_DEPTH || shape.properties.length > 0 || choices.length > 0) return false;
  if (isObject(shape.additional) || isObject(saidOf(members, 'patternProperties'))) return false;
  if (listOf(saidOf(members, 'prefixItems')).length > 0 || saidOf(members, 'enum') !== undefined) return false;
  if (saidOf(members, 'description') !== undefined) return false;
  return shape.items === undefined || isPlain(sheet, viewOf(sheet, shape.items), depth + 1);
}
