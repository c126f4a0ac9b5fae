import { listOf } from '../outline/fields.js';
import { isObject, type JsonObject } from '../read/tidy.js';
import { codeOf, type Lines } from './lines.js';
import { type Shape, type Shapes } from './shapes.js';
import { lineOfWords } from './words.js';

/** Levels of lists within lists. */
const MOST_DEPTH = 8;
/** Values of an enumeration that are listed. */
const MOST_VALUES = 30;

const NO_WORDS = { flags: [], description: '', limits: '' };

/** Writes schemas as nested lists. A schema with a name is written once in a text, and named wherever it comes again. */
export class SchemaText {
  readonly #written = new Set<JsonObject>();

  constructor(
    private readonly shapes: Shapes,
    private readonly lines: Lines,
  ) {}

  /** Its type, such as `array of object Pet`. */
  typeOf(schema: unknown, depth = 0): string {
    if (!isObject(schema)) return schema === false ? 'nothing' : 'any';
    const shape = this.shapes.of(schema);
    if (shape === undefined) return 'unknown';
    const types = shape.members.map(({ type }) => type).find((type) => type !== undefined);
    const named = (Array.isArray(types) ? types : [types]).filter((type) => typeof type === 'string').slice(0, 8);
    if (named.length === 0) named.push(guess(shape));
    const isList = named.includes('array');
    const words = named.map((type) =>
      type === 'array' && shape.items !== undefined && depth < MOST_DEPTH
        ? `array of ${this.typeOf(shape.items, depth + 1)}`
        : lineOfWords(type),
    );
    return `${words.join(' or ')}${shape.name === undefined || isList ? '' : ` ${codeOf(shape.name)}`}`;
  }

  /** An item of a list with all that is in it. */
  item(label: string, schema: unknown, depth: number, more: { required?: boolean; words?: unknown } = {}): void {
    if (this.lines.full) return;
    const shape = this.shapes.of(schema);
    const { type, flags, description, limits } = shape
      ? this.#wordsOf(schema, shape)
      : { ...NO_WORDS, type: this.typeOf(schema) };
    const said = [type, ...flags, ...(more.required ? ['required'] : [])];
    const after = [lineOfWords(more.words) || description, limits].filter((part) => part !== '').join(' ');
    this.lines.add(
      `* ${label === '' ? '' : `${label} `}(${said.join(', ')})${after === '' ? '' : `: ${after}`}`,
      depth,
    );
    this.inside(schema, depth + 1);
  }

  #wordsOf(schema: unknown, shape: Shape): NonNullable<Shape['words']> {
    shape.words ??= {
      type: this.typeOf(schema),
      flags: flagsOf(shape),
      description: descriptionOf(shape),
      limits: limitsOf(shape).join(' '),
    };
    return shape.words;
  }

  /** What is in a schema: the items of a list. */
  inside(schema: unknown, depth: number): void {
    const shape = this.shapes.of(schema);
    if (shape === undefined || this.lines.full) return;
    const [first] = shape.members as [JsonObject];
    if (!this.#hasInside(shape)) return;
    if (depth > MOST_DEPTH) return this.lines.add('* …', depth);
    if (this.#written.has(first)) return this.lines.add('* as described above', depth);
    this.#written.add(first);
    for (const [name, value] of shape.properties) {
      this.item(codeOf(name), value, depth, { required: shape.required.has(name) });
    }
    if (isObject(shape.additional)) this.item('any other name', shape.additional, depth);
    if (shape.items !== undefined) this.inside(shape.items, depth);
    for (const [keyword, options] of shape.choices) {
      this.lines.add(keyword === 'oneOf' ? '* one of:' : '* any of:', depth);
      for (const option of options) this.item('', option, depth + 1);
    }
    // What has no name is written wherever it is, unless it is within itself.
    if (shape.name === undefined) this.#written.delete(first);
  }

  #hasInside({ properties, additional, items, choices }: Shape, depth = 0): boolean {
    if (properties.length > 0 || choices.length > 0 || isObject(additional)) return true;
    const inner = this.shapes.of(items);
    return inner !== undefined && (depth >= MOST_DEPTH || this.#hasInside(inner, depth + 1));
  }
}

const guess = ({ properties, items, choices, members }: Shape): string => {
  if (properties.length > 0) return 'object';
  if (items !== undefined) return 'array';
  if (choices.length > 0) return 'alternatives';
  return members.some((member) => 'enum' in member || 'const' in member) ? 'value' : 'any';
};

function flagsOf({ members }: Shape): string[] {
  const has = (name: string): boolean => members.some((member) => member[name] === true);
  const format = members.map((member) => member['format']).find((value) => typeof value === 'string');
  return [
    ...(format === undefined ? [] : [lineOfWords(format)]),
    ...(has('readOnly') ? ['read-only'] : []),
    ...(has('writeOnly') ? ['write-only'] : []),
    ...(has('deprecated') ? ['deprecated'] : []),
  ];
}

function descriptionOf({ members }: Shape): string {
  for (const { description, title } of members) {
    const words = lineOfWords(description) || lineOfWords(title);
    if (words !== '') return words;
  }
  return '';
}

const LIMITS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'default', 'example'],
];

function limitsOf({ members }: Shape): string[] {
  const found = (name: string): unknown => members.map((member) => member[name]).find((value) => value !== undefined);
  const values = found('enum');
  const [example] = listOf(found('examples'));
  return [
    ...(found('const') === undefined ? [] : [`Always ${codeOf(found('const'))}.`]),
    ...(Array.isArray(values) ? [`One of ${valuesOf(values)}.`] : []),
    ...LIMITS.filter((name) => isPlain(found(name))).map((name) => `${spelled(name)} ${codeOf(found(name))}.`),
    ...(isPlain(example) ? [`Example ${codeOf(example)}.`] : []),
  ];
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** `minLength` is `Min length`. */
function spelled(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valuesOf(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => codeOf(value));
  return shown.join(', ') + (values.length > MOST_VALUES ? ', …' : '');
}
