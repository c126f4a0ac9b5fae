import { isObject, type JsonObject } from '../read/tidy.js';
import { follow } from '../references/pointers.js';
import type { OutlineOperation, OutlineWebhook, SpecificationOutline } from '../outline/outline.js';
import { objectOf } from '../outline/fields.js';
import { codeOf, Lines } from './lines.js';
import { OperationTexts, type WholeOperation } from './operation-text.js';
import { SchemaText } from './schema-text.js';
import type { SpecificationText } from './specification-text.js';
import { Shapes } from './shapes.js';
import { beginningOf, proseOf } from './words.js';

/** Characters of one text; of all texts together; and of a title with a description. */
const MOST = 48_000;
const MOST_OF_ALL = 16_000_000;
/** What a text has at least, and how many times its share of what is left it may take. */
const LEAST = 500;
const SHARES = 3;
const MOST_OF_INTRODUCTION = 8_000;

/** The texts of all that an outline lists. Time and size are in proportion to the specification and the operations. */
export function textsOf(root: JsonObject, outline: SpecificationOutline): SpecificationText[] {
  const shapes = new Shapes(root);
  const operations = new OperationTexts(root, shapes);
  let room = MOST_OF_ALL;
  let left = 2 * (outline.operations.length + outline.webhooks.length) + outline.models.length;
  const limited = (write: (characters: number) => string): string => {
    const share = Math.floor((SHARES * room) / left);
    const text = write(Math.max(LEAST, Math.min(MOST, share))).replace(OPEN_SLOTS, '');
    room -= text.length;
    left--;
    return text;
  };
  const ofOperation = (found: OutlineOperation | OutlineWebhook): SpecificationText[] => {
    const isWebhook = !('path' in found);
    const name = isWebhook ? found.name : found.path;
    const item = follow(root, objectOf(root[isWebhook ? 'webhooks' : 'paths'])[name]);
    const operation = item && operationIn(item, found.method);
    if (!operation) return [];
    const whole: WholeOperation = { at: name, method: found.method, operation, item, isWebhook };
    return [
      {
        kind: isWebhook ? 'webhook' : 'operation',
        ...{ name, method: found.method },
        introduction: limited((characters) => beginningOf(introductionOf(found), characters)),
        text: limited((characters) => operations.text(whole, characters)),
      },
    ];
  };
  const schemas = objectOf(objectOf(root['components'])['schemas']);
  const ofModel = (name: string): SpecificationText => ({
    kind: 'model',
    ...{ name, method: '', introduction: '' },
    text: limited((characters) => modelText(shapes, name, schemas[name], characters)),
  });
  return [
    ...[...outline.operations, ...outline.webhooks].flatMap(ofOperation),
    ...outline.models.map(({ name }) => ofModel(name)),
  ];
}

/** Characters that have a meaning in stored Markdown. */
const OPEN_SLOTS = /[\ue000\ue001]/g;

/** The operation of a path. Its method, in lower case here, may be written in capitals among `additionalOperations`. */
export function operationIn(item: JsonObject, method: string): JsonObject | undefined {
  if (isObject(item[method])) return item[method];
  const more = objectOf(item['additionalOperations']);
  const found = Object.keys(more).find((name) => name.toLowerCase() === method);
  const operation = found === undefined ? undefined : more[found];
  return isObject(operation) ? operation : undefined;
}

function introductionOf({ summary, description }: OutlineOperation | OutlineWebhook): string {
  const parts = [
    ...(summary === undefined ? [] : [`**${proseOf(summary).replace(/[*_\\]/g, '\\$&')}**`]),
    ...(description === undefined ? [] : [proseOf(beginningOf(description, MOST_OF_INTRODUCTION)).trim()]),
  ];
  return parts.join('\n\n');
}

function modelText(shapes: Shapes, name: string, schema: unknown, characters: number): string {
  const lines = new Lines(characters);
  const text = new SchemaText(shapes, lines);
  lines.open(`**${codeOf(name)}** (${text.typeOf(schema)})`);
  const { description } = shapes.of(schema)?.members[0] ?? {};
  if (typeof description === 'string') lines.block(proseOf(beginningOf(description, MOST_OF_INTRODUCTION)).trim());
  lines.open();
  text.inside(schema, 0);
  return lines.end();
}
