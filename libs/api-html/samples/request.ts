import { firstEntries, isObject, listOf, type JsonObject } from '#openapi';
import { MAX_ADDRESS, MAX_EXAMPLE } from '../context.js';
import { addressOf, chosenServer } from '../parts/servers.js';
import type { Media, OperationParts } from '../parts/operation-parts.js';
import type { Sheet } from '../sheet.js';
import { beginningOf, lineOf } from '../text.js';
import { examplesOf, isForm, isJson } from './examples.js';
import { filesOf, isBinary } from './files.js';
import { sampleOf, trimmed } from './values.js';

/** A request as samples show it. */
export interface SampleRequest {
  /** In capitals. */
  method: string;
  /** With its query. */
  url: string;
  headers: { name: string; value: string }[];
  body?: SampleBody;
}

export interface SampleBody {
  mediaType: string;
  /** As it is sent; of a form, as JSON. */
  text: string;
  /** Of a form: its fields. */
  fields?: { name: string; value: string; isFile: boolean }[];
}

/** Where a specification names no server, or one relative to an unknown address. */
const NO_SERVER = 'https://api.example.com';
const MOST_QUERY = 12;
/** Values of a body: it is there once in each language. */
const MOST_VALUES = 60;

/** The request that samples of an operation make: with what is required, and what has an example. */
export function requestOf(sheet: Sheet, parts: OperationParts): SampleRequest {
  const headers: SampleRequest['headers'] = [];
  const query: string[] = [];
  const cookies: string[] = [];
  let { path } = parts;
  for (const { name, place, isRequired, parameter } of parts.parameters) {
    const given = exampleOf(sheet, parameter);
    if (place === 'path') {
      const value = given === undefined ? undefined : encoded(textOf(given));
      if (value !== undefined && value !== '') path = path.replaceAll(`{${name}}`, () => value);
    } else if (isRequired || given !== undefined) {
      const value = given ?? sampleOf(sheet, schemaOf(parameter), 'request');
      if (place === 'query' && query.length < MOST_QUERY) query.push(...pairs(name, value));
      if (place === 'header') headers.push({ name, value: lineOf(textOf(value)) });
      if (place === 'cookie') cookies.push(`${encoded(name)}=${encoded(textOf(value))}`);
    }
  }
  for (const key of parts.credentials) {
    if (key.place === 'header') headers.unshift({ name: key.name, value: key.value });
    if (key.place === 'query') query.push(`${encoded(key.name)}=${encoded(key.value)}`);
    if (key.place === 'cookie') cookies.push(`${encoded(key.name)}=${encoded(key.value)}`);
  }
  if (cookies.length > 0) headers.push({ name: 'Cookie', value: cookies.join('; ') });
  const body = bodyOf(sheet, parts.body);
  if (body !== undefined) headers.unshift({ name: 'Content-Type', value: body.mediaType });
  const server = chosenServer(sheet, parts.servers);
  const base = server === undefined ? '' : addressOf(server, sheet.context.server?.variables).replace(/\/$/, '');
  const address = (/^https?:\/\//i.test(base) ? base : `${NO_SERVER}${base.replace(/^(?!\/|$)/, '/')}`) + path;
  const all = query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`;
  return {
    method: parts.method.toUpperCase(),
    url: beginningOf(quoteless(all), MAX_ADDRESS),
    headers: headers.map(({ name, value }) => ({ name: lineOf(name), value: lineOf(value) })),
    ...(body && { body }),
  };
}

/** An address without characters that end a text in some language; braces of what has no value stay. */
const quoteless = (address: string): string =>
  address.replace(/[^\w\-.~:/?#[\]@!$&()*+,;=%{}]/gu, (sign) => encoded(sign));

/** As part of an address. What is no text, such as half of a character, is left out. */
export function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')).replace(/'/g, '%27');
}

/** The schema of a parameter: its own, or that of its media type. */
export function schemaOf(parameter: JsonObject): unknown {
  const [[, media] = []] = firstEntries(parameter['content']);
  return parameter['schema'] ?? (isObject(media) ? media['schema'] : undefined);
}

/** The example of a parameter, or the value that it usually has. */
export function exampleOf(sheet: Sheet, parameter: JsonObject): unknown {
  if (parameter['example'] !== undefined) return parameter['example'];
  const [[, one] = []] = firstEntries(parameter['examples']);
  const example = sheet.at(one);
  if (example?.['value'] !== undefined) return example['value'];
  const schema = sheet.at(schemaOf(parameter));
  return schema?.['example'] ?? listOf(schema?.['examples'])[0];
}

/** A value of a parameter as it is written. */
export function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(trimmed(value, 50));
  return String(value).slice(0, MAX_ADDRESS);
}

/** A list is a parameter for each of its items, as it is unless a specification says otherwise. */
function pairs(name: string, value: unknown): string[] {
  const values = Array.isArray(value) ? value.slice(0, MOST_QUERY) : [value];
  return values.map((one) => `${encoded(name)}=${encoded(textOf(one))}`);
}

function bodyOf(sheet: Sheet, body: OperationParts['body']): SampleBody | undefined {
  const [first] = body?.media ?? [];
  if (first === undefined) return undefined;
  const { type, media } = first;
  const [example] = examplesOf(sheet, type, media, 'request');
  const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+/.exec(type)?.[0].replace('*/*', 'application/json');
  if (mediaType === undefined) return undefined;
  if (example === undefined) return { mediaType, text: '' };
  const value = trimmed(example.value, MOST_VALUES);
  if (isForm(type) && isObject(value)) {
    const files = new Set(filesOf(sheet, first).map(({ name }) => name));
    const fields = firstEntries(value).map(([name, one]) => ({
      name: beginningOf(name, 200),
      value: beginningOf(textOf(one), 1_000),
      isFile: files.has(name),
    }));
    return { mediaType, text: JSON.stringify(value, null, 2), fields };
  }
  const text = typeof value === 'string' && !isJson(type) ? value : JSON.stringify(value, null, 2);
  return { mediaType, text: text.length > MAX_EXAMPLE ? '…' : text };
}

/** What a body may be, to be changed and sent: of a form, its fields as JSON, without files. */
export function bodyText(sheet: Sheet, body: Media): string {
  const { type, media } = body;
  const [example] = examplesOf(sheet, type, media, 'request');
  if (example === undefined || isBinary(sheet, body)) return '';
  const value = trimmed(example.value, MOST_VALUES);
  if (isObject(value)) for (const { name } of filesOf(sheet, body)) delete value[name];
  return typeof value === 'string' && !isJson(type) ? value : JSON.stringify(value, null, 2);
}
