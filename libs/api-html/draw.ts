import { follow, isInternal, objectOf, type JsonObject } from '#openapi';
import { h, write, type Child } from '#page-html';
import type { ApiContext, OperationPlace, SchemasPlace, WebhookPlace } from './context.js';
import { findOperation } from './find.js';
import { drawBody, drawParameters, drawResponses } from './parts/bodies.js';
import { drawCallbacks } from './parts/callbacks.js';
import { drawHead, drawPath } from './parts/head.js';
import { partsOf } from './parts/operation-parts.js';
import { drawSecurity } from './parts/security.js';
import { drawServers } from './parts/servers.js';
import { drawSamples, drawWebhookSamples } from './samples/panels.js';
import { drawSchema } from './schema/rows.js';
import { drawTrying } from './trying/form.js';
import { Sheet } from './sheet.js';
import { lineOf } from './text.js';

/**
 * An operation of a specification in OpenAPI 3.1, references unresolved, as HTML. Undefined where the specification
 * does not have it, or its author keeps it out of pages.
 */
export function drawOperation(
  specification: JsonObject,
  { path, method }: OperationPlace,
  context: ApiContext,
): string | undefined {
  const found = findOperation(specification, 'paths', path, method);
  if (found === undefined) return undefined;
  const sheet = new Sheet(specification, context);
  const { operation, item } = found;
  const head = drawHead(sheet, operation, item, method, drawPath(lineOf(path, 1_000)));
  if (context.brief === true) return briefSection(sheet, 'api-operation', head);
  const parts = partsOf(sheet, operation, item, { method, path });
  return section(
    sheet,
    head,
    [
      drawServers(sheet, parts.servers),
      drawSecurity(sheet, parts.ways),
      drawParameters(sheet, parts.parameters),
      parts.body && drawBody(sheet, parts.body),
      drawResponses(sheet, operation['responses']),
      drawCallbacks(sheet, operation['callbacks']),
    ],
    [drawTrying(sheet, parts), drawSamples(sheet, parts)],
  );
}

/** A webhook of a specification, as an operation is drawn; its samples are what it sends. */
export function drawWebhook(
  specification: JsonObject,
  { name, method }: WebhookPlace,
  context: ApiContext,
): string | undefined {
  const found = findOperation(specification, 'webhooks', name, method);
  if (found === undefined) return undefined;
  const sheet = new Sheet(specification, context);
  const { operation, item } = found;
  const head = drawHead(sheet, operation, item, method, h('code', { class: 'api-path' }, lineOf(name, 1_000)));
  if (context.brief === true) return briefSection(sheet, 'api-operation', head);
  const parts = partsOf(sheet, operation, item, { method });
  return section(
    sheet,
    head,
    [
      drawParameters(sheet, parts.parameters),
      parts.body && drawBody(sheet, parts.body),
      drawResponses(sheet, operation['responses']),
    ],
    drawWebhookSamples(sheet, parts),
  );
}

/** Schemas of a specification, those that it has; undefined where it has none of them. */
export function drawSchemas(
  specification: JsonObject,
  { schemas, grouped }: SchemasPlace,
  context: ApiContext,
): string | undefined {
  const sheet = new Sheet(specification, context);
  const known = objectOf(objectOf(specification['components'])['schemas']);
  const found = schemas.slice(0, MOST_SCHEMAS).filter((name) => isShown(specification, known, name));
  if (found.length === 0) return undefined;
  if (schemas.length > MOST_SCHEMAS) sheet.cut();
  if (context.brief === true) {
    const names = found.map((name) => h('li', null, h('code', { class: 'api-name' }, lineOf(name))));
    return briefSection(sheet, 'api-schemas', h('ul', { class: 'api-rows' }, ...names));
  }
  const drawn = found.map((name, index): Child => {
    const reference = { $ref: `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
    const most = Math.max(20, Math.floor((2 * sheet.rows) / (found.length - index + 1)));
    const content = drawSchema(sheet, reference, 'both', most);
    const id = sheet.id(`schema-${lineOf(name).replace(/[^\p{L}\p{N}_.-]+/gu, '-')}`);
    const title = h('code', { class: 'api-name' }, lineOf(name));
    if (grouped) return h('details', { class: 'api-model', id }, h('summary', null, title), content);
    return h('section', { class: 'api-model', id }, found.length > 1 && sheet.heading(lineOf(name)), content);
  });
  const cut = sheet.isCut && h('p', { class: 'api-cut', role: 'note' }, sheet.words.cut);
  return write(h('section', { class: 'api-schemas', id: context.prefix }, ...drawn, cut));
}

/** Schemas in one block. */
const MOST_SCHEMAS = 300;

function isShown(root: JsonObject, known: JsonObject, name: string): boolean {
  if (!Object.hasOwn(known, name)) return false;
  const found = follow(root, known[name]);
  return found !== undefined && !isInternal(found);
}

/** What is called by its name only. */
function briefSection(sheet: Sheet, className: string, head: Child): string {
  const cut = h('p', { class: 'api-cut', role: 'note' }, sheet.words.more);
  return write(h('section', { class: className, id: sheet.context.prefix }, head, cut));
}

function section(sheet: Sheet, head: Child, facts: Child, samples: Child): string {
  return write(
    h(
      'section',
      { class: 'api-operation', id: sheet.context.prefix },
      h('div', { class: 'api-top' }, head),
      h(
        'div',
        { class: 'api-columns' },
        h('div', { class: 'api-facts' }, facts),
        h('div', { class: 'api-samples' }, samples),
      ),
      sheet.isCut && h('p', { class: 'api-cut', role: 'note' }, sheet.words.cut),
    ),
  );
}
