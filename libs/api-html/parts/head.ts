import type { JsonObject } from '#openapi';
import { classes, h, safeHref, type Child } from '#page-html';
import { drawDescription } from '../descriptions.js';
import { MAX_ADDRESS } from '../context.js';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';
import { drawStability } from './stability.js';

const KNOWN = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** A method as a badge with a color of its own. */
export function drawMethod(method: string): Child {
  const name = method.toLowerCase();
  return h(
    'span',
    { class: classes('api-method', KNOWN.has(name) && `api-${name}`) },
    lineOf(method, 40).toUpperCase(),
  );
}

/** A path, with its parameters set apart. */
export function drawPath(path: string): Child {
  const pieces = path.split(/(\{[^{}]+\})/);
  return h(
    'code',
    { class: 'api-path' },
    ...pieces.map((piece): Child => (piece.startsWith('{') ? h('i', null, piece) : piece)),
  );
}

/** Title, marks, method and path (or name), and description. Where the page has a title, it has the description too. */
export function drawHead(sheet: Sheet, operation: JsonObject, item: JsonObject, method: string, at: Child): Child {
  const { context } = sheet;
  const marks = drawStability(sheet, [operation]);
  const title = lineOf(operation['summary']) || lineOf(item['summary']) || lineOf(operation['operationId']);
  const isTitled = context.headless !== true && title !== '';
  return [
    isTitled &&
      h(`h${context.level ?? 2}`, { class: 'api-title', id: `${context.prefix}-title` }, title, drawAnchor(sheet)),
    h('p', { class: 'api-address' }, drawMethod(method), ' ', at, marks),
    context.headless !== true &&
      drawDescription(sheet, operation['description'] ?? item['description'], 'api-description'),
    drawMore(sheet, operation['externalDocs']),
  ];
}

function drawAnchor({ context }: Sheet): Child {
  const href = `#${encodeURIComponent(context.prefix)}`;
  return h('a', { class: 'anchor', href, 'aria-label': context.pageWords.anchor });
}

/** A link to what else is written about it. */
function drawMore(sheet: Sheet, value: unknown): Child {
  const docs = sheet.at(value);
  if (docs === undefined) return null;
  const href = safeHref(lineOf(docs['url'], MAX_ADDRESS));
  const words = lineOf(docs['description']) || sheet.words.moreInformation;
  return href !== undefined && h('p', { class: 'api-text' }, h('a', { href, rel: 'noopener' }, words));
}
