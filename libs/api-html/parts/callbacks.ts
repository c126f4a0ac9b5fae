import { firstEntries, isInternal, isObject, type JsonObject } from '#openapi';
import { h, type Child } from '#page-html';
import { drawDescription } from '../descriptions.js';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';
import { drawBody, drawResponses } from './bodies.js';
import { drawMethod } from './head.js';
import { bodyOf, entriesOf } from './operation-parts.js';

/** Callbacks of one operation that are shown. */
const MOST = 20;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

interface Callback {
  name: string;
  /** An expression that says where the request goes. */
  address: string;
  method: string;
  operation: JsonObject;
}

/** The requests that an operation leads to, each to be opened. */
export function drawCallbacks(sheet: Sheet, callbacks: unknown): Child {
  const all = entriesOf(sheet, callbacks).flatMap(([name, callback]) => callsOf(sheet, name, callback));
  if (all.length === 0) return null;
  if (all.length > MOST) sheet.cut();
  return h(
    'section',
    { class: 'api-callbacks' },
    sheet.heading(sheet.words.callbacks),
    ...all
      .slice(0, MOST)
      .map(({ name, address, method, operation }) =>
        h(
          'details',
          { class: 'api-response' },
          h(
            'summary',
            null,
            drawMethod(method),
            ' ',
            h('span', { class: 'api-name' }, name),
            ' ',
            h('code', { class: 'api-path' }, address),
          ),
          drawDescription(sheet, operation['description'] ?? operation['summary']),
          drawParts(sheet, operation),
        ),
      ),
  );
}

function drawParts(sheet: Sheet, operation: JsonObject): Child {
  const body = bodyOf(sheet, operation['requestBody']);
  return [body && drawBody(sheet, body), drawResponses(sheet, operation['responses'])];
}

function callsOf(sheet: Sheet, name: string, callback: JsonObject): Callback[] {
  return firstEntries(callback)
    .slice(0, MOST)
    .flatMap(([address, value]) => {
      const item = address.startsWith('x-') ? undefined : sheet.at(value);
      if (item === undefined) return [];
      return METHODS.flatMap((method): Callback[] => {
        const operation = item[method];
        if (!isObject(operation) || isInternal(operation)) return [];
        return [{ name, address: lineOf(address), method, operation }];
      });
    });
}
