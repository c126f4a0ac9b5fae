import { firstEntries, isObject, listOf, type JsonObject } from '#openapi';
import { h, safeHref, type Child } from '#page-html';
import { drawDescription } from '../descriptions.js';
import { MAX_ADDRESS } from '../context.js';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';

/** One of the ways to authenticate: all of these schemes together; none is a request without any. */
export type Way = Scheme[];

export interface Scheme {
  key: string;
  scheme: JsonObject;
  scopes: string[];
}

/** What a request is authenticated by in samples. */
export interface Credential {
  place: 'header' | 'query' | 'cookie';
  name: string;
  value: string;
}

const MOST_WAYS = 20;
const MOST_SCOPES = 100;
const TOKEN = 'YOUR_TOKEN';
const KEY = 'YOUR_API_KEY';

export function waysOf(sheet: Sheet, security: unknown): Way[] {
  const schemes = sheet.at(sheet.root['components'])?.['securitySchemes'];
  return sheet.all(security, MOST_WAYS).map((way) =>
    firstEntries(way)
      .slice(0, MOST_WAYS)
      .flatMap(([key, scopes]): Scheme[] => {
        const scheme = sheet.at(isObject(schemes) && Object.hasOwn(schemes, key) ? schemes[key] : undefined);
        const named = listOf(scopes)
          .slice(0, MOST_SCOPES)
          .map((scope) => lineOf(scope));
        return [{ key: lineOf(key), scheme: scheme ?? {}, scopes: named.filter((scope) => scope !== '') }];
      }),
  );
}

/** What the first way that needs anything adds to a request. */
export function credentialsOf(ways: readonly Way[]): Credential[] {
  const [first = []] = ways.filter((way) => way.length > 0);
  return first.flatMap(({ scheme }): Credential[] => {
    const { type, in: place } = scheme;
    const name = lineOf(scheme['name']);
    if (type === 'apiKey' && name !== '' && (place === 'header' || place === 'query' || place === 'cookie')) {
      return [{ place, name, value: KEY }];
    }
    if (type === 'http') {
      const kind = lineOf(scheme['scheme'], 40).replace(/[^\w-]/g, '');
      const shown = kind.toLowerCase() === 'basic' ? 'Basic' : kind.toLowerCase() === 'bearer' ? 'Bearer' : kind;
      return [{ place: 'header', name: 'Authorization', value: `${shown || 'Bearer'} ${TOKEN}` }];
    }
    if (type === 'oauth2' || type === 'openIdConnect')
      return [{ place: 'header', name: 'Authorization', value: `Bearer ${TOKEN}` }];
    return [];
  });
}

/** How requests are authenticated; nothing where they are not. */
export function drawSecurity(sheet: Sheet, ways: readonly Way[]): Child {
  const needed = ways.filter((way) => way.length > 0);
  if (needed.length === 0) return null;
  const isOptional = needed.length < ways.length;
  return h(
    'section',
    { class: 'api-security' },
    sheet.heading(sheet.words.authentication),
    ...needed.map((way, index): Child => [
      index > 0 && h('p', { class: 'api-choice' }, sheet.words.or),
      h('ul', { class: 'api-rows' }, ...way.map((scheme) => drawScheme(sheet, scheme))),
    ]),
    isOptional && h('p', { class: 'api-choice' }, `${sheet.words.or} ${sheet.words.optional}`),
  );
}

function drawScheme(sheet: Sheet, { key, scheme, scopes }: Scheme): Child {
  return h(
    'li',
    { class: 'api-row' },
    h(
      'p',
      { class: 'api-line' },
      h('code', { class: 'api-name' }, key),
      ' ',
      h('span', { class: 'api-type' }, kindOf(scheme)),
      ...whereOf(scheme),
    ),
    drawDescription(sheet, scheme['description']),
    scopes.length > 0 &&
      h('p', { class: 'api-values' }, sheet.words.scopes, ...scopes.map((one): Child => [' ', h('code', null, one)])),
    drawAddress('OpenID Connect', scheme['openIdConnectUrl']),
    ...firstEntries(scheme['flows'])
      .slice(0, 8)
      .map(([name, flow]) => drawFlow(sheet, name, flow)),
  );
}

function kindOf(scheme: JsonObject): string {
  const type = lineOf(scheme['type'], 40);
  if (type === 'http')
    return `HTTP ${lineOf(scheme['scheme'], 40)}${scheme['bearerFormat'] === undefined ? '' : ` (${lineOf(scheme['bearerFormat'], 40)})`}`.trim();
  const known: Record<string, string> = {
    apiKey: 'API key',
    oauth2: 'OAuth 2',
    openIdConnect: 'OpenID Connect',
    mutualTLS: 'mTLS',
  };
  return Object.hasOwn(known, type) ? (known[type] ?? type) : type;
}

/** The place of an API key: `X-Key: …` among the headers. */
function whereOf({ type, in: place, name }: JsonObject): Child[] {
  if (type !== 'apiKey') return [];
  return [' ', h('span', { class: 'api-flag' }, lineOf(place, 40)), ' ', h('code', null, lineOf(name))];
}

function drawFlow(sheet: Sheet, name: string, flow: unknown): Child {
  if (!isObject(flow) || name.startsWith('x-')) return null;
  const { words } = sheet;
  const scopes = firstEntries(flow['scopes']).slice(0, MOST_SCOPES);
  return h(
    'details',
    { class: 'api-within' },
    h('summary', null, words.flow, ' ', h('code', null, lineOf(name, 60))),
    drawAddress(words.authorizationUrl, flow['authorizationUrl']),
    drawAddress(words.tokenUrl, flow['tokenUrl']),
    drawAddress(words.refreshUrl, flow['refreshUrl']),
    scopes.length > 0 &&
      h(
        'ul',
        { class: 'api-rows' },
        ...scopes.map(([scope, text]) =>
          h(
            'li',
            { class: 'api-row' },
            h('p', { class: 'api-line' }, h('code', { class: 'api-name' }, lineOf(scope))),
            drawDescription(sheet, text),
          ),
        ),
      ),
  );
}

function drawAddress(label: string, value: unknown): Child {
  const address = lineOf(value, MAX_ADDRESS);
  if (address === '') return null;
  const href = safeHref(address);
  const shown = href === undefined ? h('code', null, address) : h('a', { href, rel: 'noopener' }, address);
  return h('p', { class: 'api-values' }, label, ' ', shown);
}
