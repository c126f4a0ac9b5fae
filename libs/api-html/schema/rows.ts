import { isObject, type JsonObject } from '#openapi';
import { classes, h, type Child } from '#page-html';
import { drawDescription } from '../descriptions.js';
import type { Sheet } from '../sheet.js';
import { drawStability } from '../parts/stability.js';
import { drawLimits } from './limits.js';
import { treeOf, type Branch } from './tree.js';
import { drawType } from './type-words.js';
import { saidOf, saysTrue, type Direction } from './view.js';

/** What a place says of a schema besides the schema itself: a parameter, a header. */
export interface Saying {
  /** Nearest first: what it says counts before what the schema says. */
  members?: readonly JsonObject[];
}

/** A row of a list: name, type, marks, description, limits, and what is within. */
export function drawRow(sheet: Sheet, branch: Branch, saying: Saying = {}): Child {
  const members = [...(saying.members ?? []), ...branch.view.members];
  return h(
    'li',
    { class: 'api-row' },
    h(
      'p',
      { class: 'api-line' },
      branch.label !== '' && [drawName(branch), ' '],
      h('span', { class: 'api-type' }, drawType(sheet, branch.view)),
      branch.isRequired && [' ', h('span', { class: 'api-required' }, sheet.words.required)],
      drawFlags(sheet, members),
    ),
    drawDescription(sheet, saidOf(members, 'description') ?? titleOf(branch)),
    drawLimits(sheet, members),
    drawWithin(sheet, branch),
  );
}

/** A title says more than a name only where there is no description. */
const titleOf = ({ kind, view }: Branch): unknown => (kind === 'choice' ? undefined : saidOf(view.members, 'title'));

function drawName({ label, kind }: Branch): Child {
  const text = kind === 'pattern' ? `/${label}/` : kind === 'item' ? `[${label}]` : label;
  return h(kind === 'any' ? 'em' : 'code', { class: classes('api-name', kind !== 'name' && 'api-any') }, text);
}

function drawFlags(sheet: Sheet, members: readonly JsonObject[]): Child {
  const { words } = sheet;
  const flags = [
    saysTrue(members, 'readOnly') && words.readOnly,
    saysTrue(members, 'writeOnly') && words.writeOnly,
  ].filter((flag) => flag !== false);
  return [...flags.map((flag): Child => [' ', h('span', { class: 'api-flag' }, flag)]), drawStability(sheet, members)];
}

/** What is in a branch, to be opened. */
function drawWithin(sheet: Sheet, branch: Branch): Child {
  if (branch.isRecursive) return h('p', { class: 'api-again' }, '↻ ', sheet.words.recursive);
  const { properties, choices, isCut } = branch;
  if (properties.length === 0 && choices.every(({ branches }) => branches.length === 0)) {
    return isCut && h('p', { class: 'api-cut' }, sheet.words.more);
  }
  const [first] = choices;
  const words =
    properties.length > 0
      ? `${sheet.words.properties} (${properties.length})`
      : `${sheet.words[first?.keyword ?? 'oneOf']} (${first?.branches.length ?? 0})`;
  return h('details', { class: 'api-within' }, h('summary', null, words), drawInside(sheet, branch));
}

/** What is in a branch: properties, then alternatives. */
export function drawInside(sheet: Sheet, branch: Branch, isOpen = false): Child {
  const { properties, choices, isCut } = branch;
  return [
    properties.length > 0 && h('ul', { class: 'api-rows' }, ...properties.map((one) => drawRow(sheet, one))),
    ...choices.map(({ keyword, branches }) => [
      (isOpen || properties.length > 0 || choices.length > 1) && h('p', { class: 'api-choice' }, sheet.words[keyword]),
      h('ul', { class: 'api-choices' }, ...branches.map((one, index) => drawChoice(sheet, one, isOpen && index === 0))),
    ]),
    isCut && h('p', { class: 'api-cut' }, sheet.words.more),
  ];
}

/** An alternative: what is within can be opened. One without anything within is a row. */
function drawChoice(sheet: Sheet, branch: Branch, isOpen: boolean): Child {
  const { label, chosenBy, properties, choices, view, isRecursive, isCut } = branch;
  const isEmpty = properties.length + choices.length === 0 && !isCut;
  const by = chosenBy && h('code', { class: 'api-by' }, `${chosenBy.property}: ${chosenBy.value}`);
  if (isEmpty || isRecursive) {
    // The name is in its type.
    const row = drawRow(sheet, label === view.name ? { ...branch, label: '' } : branch);
    return by ? [row, h('li', { class: 'api-row' }, by)] : row;
  }
  const name = h('span', { class: 'api-name' }, label === '' ? drawType(sheet, view) : label);
  return h(
    'li',
    null,
    h(
      'details',
      { class: 'api-within', open: isOpen },
      h('summary', null, name, by && [' ', by], drawStability(sheet, view.members)),
      drawDescription(sheet, saidOf(view.members, 'description')),
      drawInside(sheet, branch),
    ),
  );
}

/** A schema that is not in a list: its type and description, and what is within, which is open. */
export function drawSchema(sheet: Sheet, schema: unknown, direction: Direction, most = Infinity): Child {
  if (!isObject(schema)) return null;
  const branch = treeOf(sheet, schema, direction, most);
  const { view } = branch;
  return h(
    'div',
    { class: 'api-schema' },
    h(
      'p',
      { class: 'api-line' },
      h('span', { class: 'api-type' }, drawType(sheet, view)),
      drawFlags(sheet, view.members),
    ),
    drawDescription(sheet, saidOf(view.members, 'description')),
    drawLimits(sheet, view.members),
    drawInside(sheet, branch, true),
  );
}
