import { firstEntries, isObject, listOf } from '#openapi';
import { h, type Child } from '#page-html';
import { drawDescription } from '../descriptions.js';
import { MAX_ADDRESS, MAX_SERVERS, MAX_VALUES } from '../context.js';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';

export interface Server {
  url: string;
  description: unknown;
  variables: Variable[];
}

interface Variable {
  name: string;
  value: string;
  /** Empty where it may be anything. */
  values: string[];
  description: unknown;
}

const MOST_VARIABLES = 20;

/** The servers of an operation: its own, or those of its path, or those of the specification. */
export function serversOf(sheet: Sheet, ...lists: readonly unknown[]): Server[] {
  const list = lists.find((one) => Array.isArray(one) && one.length > 0);
  return sheet.all(list, MAX_SERVERS).flatMap((server): Server[] => {
    const written = lineOf(server['url'], MAX_ADDRESS);
    if (written === '') return [];
    const url = absolute(written, sheet.context.source);
    const variables = firstEntries(server['variables']).slice(0, MOST_VARIABLES).flatMap(variableOf);
    return [{ url, description: server['description'], variables }];
  });
}

/** An address of a server, by the address of its specification where it is relative. Variables stay in their braces. */
function absolute(url: string, source: string | undefined): string {
  if (
    source === undefined ||
    /^(?:[a-z][a-z\d+.-]*|[^/]*\{[^{}]*\}[^/]*):\/\//i.test(url) ||
    !URL.canParse(url, source)
  )
    return url;
  const { protocol, origin, pathname, username, password } = new URL(url, source);
  if (!/^https?:$/.test(protocol) || username + password !== '') return url;
  const path = pathname.replace(/%7B([^/]*?)%7D/gi, '{$1}');
  return path === '/' && !url.endsWith('/') ? origin : origin + path;
}

function variableOf([name, value]: readonly [string, unknown]): Variable[] {
  if (!isObject(value)) return [];
  const values = listOf(value['enum'])
    .slice(0, MAX_VALUES)
    .map((one) => lineOf(one));
  const own = lineOf(value['default']);
  return [{ name, value: own || (values[0] ?? ''), values, description: value['description'] }];
}

export const chosenServer = (sheet: Sheet, servers: readonly Server[]): Server | undefined =>
  servers[sheet.context.server?.index ?? 0] ?? servers[0];

/** The address of a server with the values of its variables; a variable without one stays. */
export function addressOf({ url, variables }: Server, chosen: Readonly<Record<string, string>> = {}): string {
  const values = new Map(variables.map((one): [string, string] => [one.name, chosenValue(one, chosen)]));
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => values.get(name) || whole).slice(0, MAX_ADDRESS);
}

function chosenValue({ name, value, values }: Variable, chosen: Readonly<Record<string, string>>): string {
  const own = Object.hasOwn(chosen, name) ? lineOf(chosen[name]) : '';
  return own === '' || (values.length > 0 && !values.includes(own)) ? value : own;
}

/**
 * The servers, as radio buttons where there are several; the style sheet shows the variables of the one that is chosen.
 * Nothing where there is one without anything to say of it.
 */
export function drawServers(sheet: Sheet, servers: readonly Server[]): Child {
  const [only, ...others] = servers;
  if (only === undefined) return null;
  const { words, context } = sheet;
  const chosen = chosenServer(sheet, servers);
  const sets = servers.some(({ variables }) => variables.length > 0);
  if (others.length === 0 && !sets) {
    if (only.url === '/') return drawDescription(sheet, only.description);
    const line = h('p', { class: 'api-server' }, h('span', null, words.server), ' ', h('code', null, addressOf(only)));
    return [line, drawDescription(sheet, only.description)];
  }
  const name = context.chooseAt === undefined ? sheet.id('server') : 'server';
  const id = sheet.id('servers');
  const list = servers.map((server, index): Child => {
    const address = h(
      'code',
      null,
      server === chosen ? addressOf(server, context.server?.variables) : addressOf(server),
    );
    const attributes = { type: 'radio', name, value: index, id: `${id}-${index + 1}`, checked: server === chosen };
    return [
      others.length > 0 && h('input', attributes),
      h(others.length > 0 ? 'label' : 'p', others.length > 0 ? { for: `${id}-${index + 1}` } : null, address),
      h(
        'div',
        { class: 'api-variables' },
        drawDescription(sheet, server.description),
        ...server.variables.map((one, at) =>
          drawVariable(sheet, one, `${id}-${index + 1}-${at + 1}`, server === chosen),
        ),
      ),
    ];
  });
  const summary = h(
    'summary',
    null,
    words.server,
    ' ',
    h('code', null, chosen && addressOf(chosen, context.server?.variables)),
  );
  const content = h('div', { class: 'api-server-list' }, ...list);
  if (context.chooseAt === undefined) return h('details', { class: 'api-servers' }, summary, content);
  const button = h('button', { type: 'submit', class: 'api-apply' }, words.apply);
  return h(
    'details',
    { class: 'api-servers' },
    summary,
    h('form', { method: 'get', action: context.chooseAt }, content, button),
  );
}

/** A variable: as a field where it can be sent. */
function drawVariable(sheet: Sheet, variable: Variable, id: string, isChosen: boolean): Child {
  const { context } = sheet;
  const { name, values, description } = variable;
  const value = isChosen ? chosenValue(variable, context.server?.variables ?? {}) : variable.value;
  const words = drawDescription(sheet, description);
  if (context.chooseAt === undefined) {
    const shown = values.length > 0 ? values.slice(0, 40) : [value];
    return [
      h(
        'p',
        { class: 'api-line' },
        h('code', { class: 'api-name' }, name),
        ...shown.map((one): Child => [' ', h('code', null, one)]),
      ),
      words,
    ];
  }
  const field = { id, name: `server.${name}` };
  const options = values.map((one) => h('option', { selected: one === value }, one));
  return [
    h('label', { for: id }, h('code', { class: 'api-name' }, name)),
    values.length > 0 ? h('select', field, ...options) : h('input', { type: 'text', ...field, value, maxlength: 200 }),
    words,
  ];
}
