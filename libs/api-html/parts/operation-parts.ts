import { firstEntries, isObject, type JsonObject } from '#openapi';
import { MAX_LISTED, MAX_MEDIA } from '../context.js';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';
import { credentialsOf, waysOf, type Credential, type Way } from './security.js';
import { serversOf, type Server } from './servers.js';
import { isTried } from '../trying/tried.js';

export const PLACES = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

export interface Parameter {
  name: string;
  place: (typeof PLACES)[number];
  isRequired: boolean;
  parameter: JsonObject;
}

/** A body in one of its media types. */
export interface Media {
  type: string;
  media: JsonObject;
}

export interface Body {
  isRequired: boolean;
  description: unknown;
  media: Media[];
}

/** What an operation is made of, references followed. */
export interface OperationParts {
  operation: JsonObject;
  method: string;
  /** Empty for a webhook. */
  path: string;
  servers: Server[];
  ways: Way[];
  credentials: Credential[];
  parameters: Parameter[];
  body: Body | undefined;
  /** Whether requests of it may be tried. */
  isTried: boolean;
}

export function partsOf(
  sheet: Sheet,
  operation: JsonObject,
  item: JsonObject,
  at: { method: string; path?: string },
): OperationParts {
  const { root } = sheet;
  const ways = at.path === undefined ? [] : waysOf(sheet, operation['security'] ?? root['security']);
  return {
    operation,
    method: at.method,
    path: at.path ?? '',
    servers: at.path === undefined ? [] : serversOf(sheet, operation['servers'], item['servers'], root['servers']),
    ways,
    credentials: credentialsOf(ways),
    parameters: parametersOf(sheet, [operation['parameters'], item['parameters']]),
    body: bodyOf(sheet, operation['requestBody']),
    isTried: at.path !== undefined && isTried(at.method, operation, item, root),
  };
}

/** Those of the operation, then those of its path that it does not have itself. */
function parametersOf(sheet: Sheet, lists: readonly unknown[]): Parameter[] {
  const known = new Map<string, Parameter>();
  for (const parameter of lists.flatMap((list) => sheet.all(list))) {
    const name = lineOf(parameter['name']);
    const place = PLACES.find((one) => one === parameter['in']);
    if (name === '' || place === undefined || known.has(`${place} ${name}`)) continue;
    const isRequired = parameter['required'] === true || place === 'path';
    known.set(`${place} ${name}`, { name, place, isRequired, parameter });
  }
  return [...known.values()].slice(0, MAX_LISTED);
}

export function bodyOf(sheet: Sheet, value: unknown): Body | undefined {
  const body = sheet.at(value);
  if (body === undefined) return undefined;
  return {
    isRequired: body['required'] === true,
    description: body['description'],
    media: mediaOf(sheet, body['content']),
  };
}

export function mediaOf(sheet: Sheet, content: unknown): Media[] {
  const all = firstEntries(content);
  if (all.length > MAX_MEDIA) sheet.cut();
  return all.slice(0, MAX_MEDIA).flatMap(([type, value]): Media[] => {
    const media = sheet.at(value);
    return media === undefined ? [] : [{ type: lineOf(type, 120), media }];
  });
}

/** The members of a map in their order, without extensions, by way of references. */
export function entriesOf(sheet: Sheet, map: unknown): [string, JsonObject][] {
  const all = firstEntries(map);
  if (all.length > MAX_LISTED) sheet.cut();
  return all.slice(0, MAX_LISTED).flatMap(([name, value]): [string, JsonObject][] => {
    const found = name.startsWith('x-') || !isObject(value) ? undefined : sheet.at(value);
    return found === undefined ? [] : [[lineOf(name), found]];
  });
}
