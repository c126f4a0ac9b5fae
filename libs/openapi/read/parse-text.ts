import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { unreadable } from '../specification.js';
import { tidy } from './tidy.js';

/** Values are those of JSON, so a date stays the text it is; `<<` is understood, as many a YAML parser does. */
const YAML = CORE_SCHEMA.withTags(mergeTag);
const BYTE_ORDER_MARK = /^\uFEFF/;
/** An object with a key in quotes, or a list. What begins otherwise may be YAML. */
const LIKE_JSON = /^\s*(?:\{\s*["}]|\[)/;
const LIKE_MARKUP = /^<(?:!|\?xml|[a-z])/i;
const LIKE_HTML = /^(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body)/i;
const HEAD = 2_000;

export interface ParsedText {
  format: 'json' | 'yaml';
  value: unknown;
}

/** What a text says as JSON or YAML, made of nothing but the values of JSON. Throws `SpecificationRefused`. */
export function parseText(text: string, maxDepth: number): ParsedText {
  const plain = text.replace(BYTE_ORDER_MARK, '');
  refuseOtherForms(plain);
  const parsed = LIKE_JSON.test(plain) ? parseJson(plain) : parseYaml(plain, maxDepth);
  return { format: parsed.format, value: tidy(parsed.value, maxDepth) };
}

function refuseOtherForms(text: string): void {
  const head = text.trimStart().slice(0, HEAD);
  if (head === '') throw unreadable('The document is empty');
  if (LIKE_HTML.test(head)) {
    throw unreadable('This is an HTML page, not an OpenAPI document; name the address of the JSON or YAML file itself');
  }
  if (LIKE_MARKUP.test(head)) throw unreadable('This is XML, not an OpenAPI document in JSON or YAML');
  // Every other character is none, in UTF-16 that was read as UTF-8.
  if (head.split('\0').length - 1 > head.length / 3) {
    throw unreadable('The text is in UTF-16; OpenAPI documents are in UTF-8');
  }
}

function parseJson(text: string): ParsedText {
  try {
    return { format: 'json', value: JSON.parse(text) as unknown };
  } catch (error) {
    throw unreadable(`The JSON can’t be read at ${placeOf(text, endOfSense(text))}: ${reasonOf(error as Error)}`);
  }
}

function parseYaml(text: string, maxDepth: number): ParsedText {
  try {
    return { format: 'yaml', value: load(text, { schema: YAML, maxDepth: maxDepth + 1 }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw unreadable(`The YAML can’t be read: ${(error as Error).message}`);
    const { mark, reason } = error;
    const place = mark === undefined ? '' : ` at line ${mark.line + 1}, column ${mark.column + 1}`;
    throw unreadable(`The YAML can’t be read${place}: ${reason}`);
  }
}

/** Where JSON ceases to be JSON: the engine names the place of a few mistakes only, so the longest good start is sought. */
function endOfSense(text: string): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isStartOfJson(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function isStartOfJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const at = /at position (\d+)/.exec(message)?.[1];
    return at === undefined ? message.includes('end of JSON input') : Number(at) >= text.length;
  }
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position);
  return `line ${before.split('\n').length}, column ${position - before.lastIndexOf('\n')}`;
}

/** The engine's own words, without the place and the text beside it. */
function reasonOf(error: Error): string {
  return error.message.replace(/(?: in JSON)? at position \d+.*$/s, '').replace(/, (?:\.\.\.)?".*$/s, '');
}
