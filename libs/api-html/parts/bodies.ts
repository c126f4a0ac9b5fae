import { firstEntries, isObject, type JsonObject } from '#openapi';
import { h, type Child } from '#page-html';
import { drawDescription } from '../descriptions.js';
import { MAX_LISTED } from '../context.js';
import { drawRow, drawSchema } from '../schema/rows.js';
import { treeOf } from '../schema/tree.js';
import type { Direction } from '../schema/view.js';
import type { Sheet } from '../sheet.js';
import { entriesOf, mediaOf, PLACES, type Body, type Media, type Parameter } from './operation-parts.js';
import { drawStatus } from './status.js';
import { drawTabs, type Tab } from './tabs.js';

/** Rows of what is within one parameter or header. */
const MOST_WITHIN = 40;
/** The least rows that each response may have, when others have taken most of them. */
const LEAST = 12;
/** Characters of a description in the line of a response that is closed. */
const LINE = 140;

/** The parameters of an operation, by their places. */
export function drawParameters(sheet: Sheet, parameters: readonly Parameter[]): Child {
  return PLACES.map((place): Child => {
    const own = parameters.filter((one) => one.place === place);
    if (own.length === 0) return null;
    return h(
      'section',
      { class: 'api-parameters' },
      sheet.heading(sheet.words.parameters[place]),
      h(
        'ul',
        { class: 'api-rows' },
        ...own.map((one) => drawParameter(sheet, one.name, one.isRequired, one.parameter)),
      ),
    );
  });
}

/** A parameter, or a header of a response: its schema may be that of a media type. */
function drawParameter(sheet: Sheet, name: string, isRequired: boolean, parameter: JsonObject): Child {
  if (!sheet.takeRow()) return null;
  const [[, media] = []] = firstEntries(parameter['content']);
  const schema = parameter['schema'] ?? (isObject(media) ? media['schema'] : undefined) ?? {};
  const branch = treeOf(sheet, schema, 'both', MOST_WITHIN);
  return drawRow(sheet, { ...branch, label: name, kind: 'name', isRequired }, { members: [parameter] });
}

export function drawBody(sheet: Sheet, { isRequired, description, media }: Body): Child {
  const { words } = sheet;
  return h(
    'section',
    { class: 'api-body' },
    sheet.heading(words.requestBody),
    isRequired && h('p', { class: 'api-line' }, h('span', { class: 'api-required' }, words.required)),
    drawDescription(sheet, description),
    drawMedia(sheet, media, 'request', Math.floor(sheet.rows * 0.6)),
  );
}

/** What a body may contain, by media types. Those of the same schema are drawn once. */
export function drawMedia(sheet: Sheet, all: readonly Media[], direction: Direction, most: number): Child {
  const known = new Map<unknown, string[]>();
  for (const { type, media } of all) {
    const schema = media['schema'] ?? media['itemSchema'];
    const key = isObject(schema) && typeof schema['$ref'] === 'string' ? schema['$ref'] : (schema ?? type);
    known.set(key, [...(known.get(key) ?? []), type]);
  }
  const share = Math.max(LEAST, Math.floor(most / Math.max(1, known.size)));
  const tabs = [...known.values()].flatMap((types): Tab[] => {
    const media = all.find(({ type }) => type === types[0])?.media;
    const schema = media?.['schema'] ?? media?.['itemSchema'];
    return [{ label: h('code', null, types.join(', ')), content: drawSchema(sheet, schema, direction, share) }];
  });
  return drawTabs(sheet, 'media', sheet.words.mediaType, tabs);
}

/** The responses by their status, each to be opened; the first that is good news is open. */
export function drawResponses(sheet: Sheet, responses: unknown): Child {
  const all = entriesOf(sheet, responses);
  if (all.length === 0) return null;
  const opened = all.findIndex(([status]) => /^2/.test(status));
  return h(
    'section',
    { class: 'api-responses' },
    sheet.heading(sheet.words.responses),
    ...all.map(([status, response], index) => {
      const left = all.length - index;
      const most = Math.max(LEAST, Math.floor((2 * sheet.rows) / (left + 1)));
      return drawResponse(sheet, status, response, { isOpen: index === opened, most });
    }),
  );
}

interface Options {
  isOpen: boolean;
  most: number;
}

function drawResponse(sheet: Sheet, status: string, response: JsonObject, { isOpen, most }: Options): Child {
  const description = typeof response['description'] === 'string' ? response['description'].trim() : '';
  const isLine = description.length <= LINE && !/[\n`*[<{\\]|https?:/.test(description);
  const headers = entriesOf(sheet, response['headers']);
  const links = entriesOf(sheet, response['links']);
  const media = mediaOf(sheet, response['content']);
  const summary = [
    drawStatus(status),
    ' ',
    h(
      'span',
      { class: 'api-reason' },
      isLine ? description : (description.split('\n')[0] ?? '').replace(/[`*_]/g, '').slice(0, LINE),
    ),
  ];
  if (isLine && headers.length + links.length + media.length === 0)
    return h('p', { class: 'api-response' }, ...summary);
  return h(
    'details',
    { class: 'api-response', open: isOpen },
    h('summary', null, ...summary),
    !isLine && drawDescription(sheet, description),
    drawMedia(sheet, media, 'response', most),
    headers.length > 0 && drawHeaders(sheet, headers),
    links.length > 0 && [h('p', { class: 'api-choice' }, sheet.words.links), drawLinks(sheet, links)],
  );
}

/** Headers come with many responses, and are the same for most: they are to be opened. */
function drawHeaders(sheet: Sheet, headers: readonly [string, JsonObject][]): Child {
  const rows = headers.map(([name, header]) => drawParameter(sheet, name, header['required'] === true, header));
  return h(
    'details',
    { class: 'api-within' },
    h('summary', null, `${sheet.words.headers} (${headers.length})`),
    h('ul', { class: 'api-rows' }, ...rows),
  );
}

function drawLinks(sheet: Sheet, links: readonly [string, JsonObject][]): Child {
  return h(
    'ul',
    { class: 'api-rows' },
    ...links.slice(0, MAX_LISTED).map(([name, link]) => {
      const to = link['operationId'] ?? link['operationRef'];
      const line = [
        h('code', { class: 'api-name' }, name),
        typeof to === 'string' && [' → ', h('code', null, to.slice(0, 200))],
      ];
      return h(
        'li',
        { class: 'api-row' },
        h('p', { class: 'api-line' }, ...line),
        drawDescription(sheet, link['description']),
      );
    }),
  );
}
