import { firstEntries, isObject, type JsonObject } from '#openapi';
import { MAX_EXAMPLE, MAX_EXAMPLES } from '../context.js';
import { saidOf, viewOf, type Direction } from '../schema/view.js';
import type { Sheet } from '../sheet.js';
import { beginningOf, lineOf } from '../text.js';
import { sampleOf, trimmed } from './values.js';

/** An example of a body. */
export interface Example {
  /** Its summary or its name; empty where it is the only one. */
  name: string;
  description?: unknown;
  value: unknown;
}

/** The examples that a body has, or else one made of its schema. */
export function examplesOf(sheet: Sheet, type: string, media: JsonObject, direction: Direction): Example[] {
  const named = firstEntries(media['examples'])
    .slice(0, MAX_EXAMPLES)
    .flatMap(([name, one]): Example[] => {
      const example = sheet.at(one);
      if (example === undefined) return [];
      const value = example['value'] ?? example['dataValue'] ?? example['serializedValue'];
      if (value === undefined) return [];
      return [{ name: lineOf(example['summary']) || lineOf(name), description: example['description'], value }];
    });
  if (named.length > 0) return named;
  if (media['example'] !== undefined) return [{ name: '', value: media['example'] }];
  const schema = media['schema'] ?? media['itemSchema'];
  if (!isObject(schema)) return [];
  const { members } = viewOf(sheet, schema);
  const own = saidOf(members, 'example') ?? firstOf(saidOf(members, 'examples'));
  if (own !== undefined) return [{ name: '', value: own }];
  const isMade = isJson(type) || isForm(type);
  return isMade ? [{ name: '', value: sampleOf(sheet, schema, direction) }] : [];
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value[0] as unknown) : undefined);

export const isJson = (type: string): boolean => /[/+](?:json|x-ndjson|jsonl)\b|^\*\/\*$/i.test(type);

export const isForm = (type: string): boolean => /^(?:application\/x-www-form-urlencoded|multipart\/)/i.test(type);

/** The text of an example: JSON unless it is a text already. */
export function textOfExample(value: unknown, type: string): string {
  if (typeof value !== 'string') return beginningOf(JSON.stringify(trimmed(value), null, 2), MAX_EXAMPLE);
  if (isJson(type) && value.length < MAX_EXAMPLE) {
    try {
      return beginningOf(JSON.stringify(trimmed(JSON.parse(value)), null, 2), MAX_EXAMPLE);
    } catch {
      // A text that is no JSON is shown as it is.
    }
  }
  return beginningOf(value, MAX_EXAMPLE);
}

/** What a body of a media type is highlighted as. */
export function syntaxOf(type: string): string {
  if (isJson(type) || isForm(type)) return 'json';
  const [, syntax = ''] = /\b(xml|html|yaml|csv|javascript|graphql)\b/i.exec(type) ?? [];
  return syntax.toLowerCase();
}
