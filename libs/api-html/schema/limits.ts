import { isObject, listOf, type JsonObject } from '#openapi';
import { h, type Child } from '#page-html';
import { MAX_VALUES, SHOWN_VALUES } from '../context.js';
import type { Sheet } from '../sheet.js';
import { valueLine } from '../text.js';
import { saidOf } from './view.js';

/** Values of examples that are shown in a line. */
const MOST_EXAMPLES = 3;

const code = (value: unknown): Child => h('code', null, valueLine(value));

/** What limits the values of a schema, and examples of them; null where nothing does. */
export function drawLimits(sheet: Sheet, members: readonly JsonObject[]): Child {
  const { words } = sheet;
  const said = (keyword: string): unknown => saidOf(members, keyword);
  const items: [label: string, content: Child][] = [];
  const add = (label: string, ...content: Child[]): number => items.push([label, content]);
  if (said('const') !== undefined) add(words.always, code(said('const')));
  if (said('default') !== undefined) add(words.default, code(said('default')));
  const range = rangeOf(members);
  if (range !== undefined) add(words.range, h('code', null, range));
  const length = sizeOf(said('minLength'), said('maxLength'));
  if (length !== undefined) add(words.length, h('code', null, length));
  const count = sizeOf(said('minItems'), said('maxItems'));
  if (count !== undefined) add(words.items, h('code', null, count));
  const properties = sizeOf(said('minProperties'), said('maxProperties'));
  if (properties !== undefined) add(words.properties, h('code', null, properties));
  if (typeof said('multipleOf') === 'number') add(words.multipleOf, code(said('multipleOf')));
  if (typeof said('pattern') === 'string') add(words.pattern, code(said('pattern')));
  const examples = examplesOf(members);
  if (examples.length > 0) add(examples.length > 1 ? words.examples : words.example, ...spaced(examples.map(code)));
  const values = valuesOf(sheet, members);
  if (items.length === 0) return values;
  const list = h('ul', { class: 'api-limits' }, ...items.map(([label, content]) => h('li', null, label, ' ', content)));
  return values === null ? list : [list, values];
}

const spaced = (parts: readonly Child[]): Child[] => parts.map((part, index) => (index > 0 ? [' ', part] : part));

/** Values of examples; those that are objects are shown as code where there is room. */
function examplesOf(members: readonly JsonObject[]): unknown[] {
  const example = saidOf(members, 'example');
  const all = example === undefined ? listOf(saidOf(members, 'examples')) : [example];
  return all
    .slice(0, MOST_EXAMPLES)
    .filter((value) => !isObject(value) && !(Array.isArray(value) && value.length > 20));
}

/** As `0 … 10`, `> 0` or `≤ 100`. */
function rangeOf(members: readonly JsonObject[]): string | undefined {
  const number = (keyword: string): number | undefined => {
    const value = saidOf(members, keyword);
    return typeof value === 'number' ? value : undefined;
  };
  const [least, above] = [number('minimum'), number('exclusiveMinimum')];
  const [most, below] = [number('maximum'), number('exclusiveMaximum')];
  const lower = above !== undefined && (least === undefined || above >= least) ? `> ${above}` : least;
  const upper = below !== undefined && (most === undefined || below <= most) ? `< ${below}` : most;
  if (typeof lower === 'number' && typeof upper === 'number') return `${lower} … ${upper}`;
  const parts = [typeof lower === 'number' ? `≥ ${lower}` : lower, typeof upper === 'number' ? `≤ ${upper}` : upper];
  const shown = parts.filter((part) => part !== undefined);
  return shown.length === 0 ? undefined : shown.join(', ');
}

function sizeOf(least: unknown, most: unknown): string | undefined {
  const lower = typeof least === 'number' && least > 0 ? least : undefined;
  const upper = typeof most === 'number' ? most : undefined;
  if (lower !== undefined && upper !== undefined) return lower === upper ? String(lower) : `${lower} … ${upper}`;
  if (lower !== undefined) return `≥ ${lower}`;
  return upper === undefined ? undefined : `≤ ${upper}`;
}

/** The values of an enumeration, the first at once, the others when it is opened. */
function valuesOf(sheet: Sheet, members: readonly JsonObject[]): Child {
  const own = saidOf(members, 'enum');
  const all = listOf(own ?? (saidOf(members, 'items') as JsonObject | undefined)?.['enum']);
  if (all.length === 0) return null;
  const words = sheet.words.values;
  if (all.length > MAX_VALUES) sheet.cut();
  const shown = all.slice(0, SHOWN_VALUES).map(code);
  const others = all.slice(SHOWN_VALUES, MAX_VALUES).map(code);
  return [
    h('p', { class: 'api-values' }, words, ...shown.map((value): Child => [' ', value])),
    others.length > 0 &&
      h(
        'details',
        { class: 'api-more' },
        h('summary', null, `${sheet.context.pageWords.showAll} (${all.length})`),
        h('p', { class: 'api-values' }, ...spaced(others)),
      ),
  ];
}
