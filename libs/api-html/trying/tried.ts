import type { JsonObject } from '#openapi';
import type { Server } from '../parts/servers.js';
import type { Scheme, Way } from '../parts/security.js';

/** Methods whose requests can be tried. */
const METHODS = new Set(['get', 'head', 'options', 'post', 'put', 'patch', 'delete', 'query']);

/**
 * Whether requests of an operation may be tried: only where its specification says `x-enable-proxy`, in the operation,
 * its path or as a whole, what is nearest first, and nowhere `x-hideTryItPanel`.
 */
export function isTried(method: string, ...nearest: readonly JsonObject[]): boolean {
  if (!METHODS.has(method.toLowerCase())) return false;
  if (nearest.some((one) => one['x-hideTryItPanel'] === true)) return false;
  const said = nearest.find((one) => typeof one['x-enable-proxy'] === 'boolean');
  return said?.['x-enable-proxy'] === true;
}

/** The host of a template, with what is before it; then its path. */
const TEMPLATE = /^([a-z]+:\/\/(?:[^/{}]|\{[^{}]+\})+|\{[^{}]+\}:\/\/(?:[^/{}]|\{[^{}]+\})+)(\/.*)?$/i;
const VARIABLE = /\{([^{}]+)\}/g;
/** What may be entered for a variable that has no list of values. */
const ENTERED = /^(?!\.{1,2}$)[\w.~-]{1,100}$/;

/** Names of the variables that readers choose: those with a list of values, and any other in the path. */
export function chosenVariables({ url, variables }: Server): string[] {
  const path = TEMPLATE.exec(url)?.[2] ?? '';
  const inPath = new Set([...path.matchAll(VARIABLE)].map(([, name]) => name));
  const inAuthority = new Set([...url.slice(0, url.length - path.length).matchAll(VARIABLE)].map(([, name]) => name));
  return variables.flatMap(({ name, values }) =>
    values.length > 0 || (inPath.has(name) && !inAuthority.has(name)) ? [name] : [],
  );
}

/**
 * The address of a server with what was chosen for its variables: always one that the specification lists. Undefined
 * for one that is relative, and for values that the server does not have.
 */
export function baseOf(server: Server, chosen: (name: string) => string): URL | undefined {
  const free = new Set(chosenVariables(server));
  let isRefused = false;
  const address = server.url.replace(VARIABLE, (whole, name: string) => {
    const variable = server.variables.find((one) => one.name === name);
    const value = free.has(name) ? chosen(name) : '';
    if (value === '') return variable?.value ?? whole;
    const isKnown = variable?.values.length ? variable.values.includes(value) : ENTERED.test(value);
    isRefused ||= !isKnown;
    return value;
  });
  if (isRefused || /[{}]/.test(address) || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, username, password, search, hash } = new URL(address);
  const isPlain = ['http:', 'https:'].includes(protocol) && username + password + search + hash === '';
  return isPlain && !hasSteps(address) ? new URL(address) : undefined;
}

/** Whether a path leads upwards, in whatever way that is written. */
export const hasSteps = (path: string): boolean =>
  path.includes('\\') || path.split('/').some((step) => /^(?:\.|%2e){1,2}$/i.test(step));

/** The servers of an operation at which requests can be tried, by their place in the list. */
export function triedServers(servers: readonly Server[]): { index: number; server: Server }[] {
  return servers.flatMap((server, index) => (baseOf(server, () => '') ? [{ index, server }] : []));
}

/** The schemes of all ways to authenticate, each once. Those of certificates cannot be tried. */
export function triedSchemes(ways: readonly Way[]): Scheme[] {
  const known = new Map(ways.flat().map((one) => [one.key, one]));
  return [...known.values()].filter(({ scheme }) =>
    ['apiKey', 'http', 'oauth2', 'openIdConnect'].includes(String(scheme['type'])),
  );
}

export const isBasic = ({ scheme }: Scheme): boolean =>
  scheme['type'] === 'http' && String(scheme['scheme']).toLowerCase() === 'basic';
