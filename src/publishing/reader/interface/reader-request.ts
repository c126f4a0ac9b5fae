import type { FastifyRequest } from 'fastify';
import type { CalledRequest } from '#kernel/interface/request';
import type { SiteAddress } from '#kernel/interface/http/site-addresses';
import { readCookie } from '#kernel/interface/pages/cookies';
import type { ReaderRequest } from '../application/reader.queries.js';
import type { ReadingBrowser } from '../application/read-place.js';

/** What a visitor who signed in shows of themselves, below the address of the site. */
export const VISITOR_COOKIE = 'quire_visitor';
/** What they claim without a signature. */
export const CLAIMS_COOKIE = 'quire_claims';
export const THEME_COOKIE = 'quire_theme';

/** The parameter with which those who sign visitors in lead them back. */
const TOKEN_PARAMETER = 'jwt_token';
const CLAIM_PARAMETER = /^visitor\.([\w-]{1,64})$/;
const LONGEST_TOKEN = 16_384;
const MOST_CLAIMS = 20;
const LONGEST_CLAIM = 256;
const THEMES: readonly unknown[] = ['light', 'dark', 'system'];

/** What the address of a request brings along about its visitor, which is put into cookies. */
export interface Brought {
  token?: string;
  claims: Record<string, string>;
  /** The address without it. */
  rest: string;
}

/** What is below a site besides its pages: no page has an address with this segment. */
export interface Special {
  /** The path of the site or the site space, without a slash at its end. */
  base: string;
  name: string;
}

/** What is before the tilde becomes the path of a cookie, which has neither `;` nor `<`, nor other than ASCII. */
const SPECIAL = /^(|\/[!-:=-~]*)\/~\/([\w.-]{1,240})$/;

/** Undefined for the path of a page. */
export function specialIn(path: string): Special | undefined {
  if (path === '/favicon.ico') return { base: '', name: 'icon.svg' };
  const [, base, name] = SPECIAL.exec(path) ?? [];
  return base === undefined || name === undefined ? undefined : { base, name };
}

/** What is counted of a browser. */
export function browserOf({ ip, headers }: FastifyRequest): ReadingBrowser {
  const [language] = headers['accept-language']?.split(/[,;]/) ?? [];
  return { address: ip, userAgent: headers['user-agent'], language, referrer: headers.referer };
}

/** What is read at a path, and what is known about the visitor. */
export function readerRequest(request: CalledRequest, { origin, path }: SiteAddress): ReaderRequest {
  const theme = readCookie(request, THEME_COOKIE);
  const claims = claimsIn(readCookie(request, CLAIMS_COOKIE));
  const { caller } = request;
  return {
    url: origin + path,
    visitor: {
      type: 'human',
      member: caller?.sessionId === undefined ? undefined : caller,
      jwtToken: readCookie(request, VISITOR_COOKIE),
      ...(claims === undefined ? {} : { unsignedClaims: claims }),
    },
    theme: THEMES.includes(theme) ? (theme as ReaderRequest['theme']) : undefined,
    markdown: prefersMarkdown(request.headers.accept),
  };
}

/** What an address brings along; undefined where it is nothing. */
export function broughtBy(url: string): Brought | undefined {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  const brought: Brought = { claims: {}, rest: '' };
  for (const [name, value] of [...parameters]) {
    const claim = CLAIM_PARAMETER.exec(name)?.[1];
    if (name === TOKEN_PARAMETER && value.length <= LONGEST_TOKEN) brought.token = value;
    else if (claim === undefined) continue;
    else if (Object.keys(brought.claims).length < MOST_CLAIMS) brought.claims[claim] = value.slice(0, LONGEST_CLAIM);
    parameters.delete(name);
  }
  if (brought.token === undefined && Object.keys(brought.claims).length === 0) return undefined;
  const rest = parameters.toString();
  brought.rest = rest === '' ? path : `${path}?${rest}`;
  return brought;
}

function claimsIn(cookie: string | undefined): Record<string, string> | undefined {
  if (cookie === undefined) return undefined;
  const claims = [...new URLSearchParams(cookie)].slice(0, MOST_CLAIMS);
  return claims.length === 0 ? undefined : Object.fromEntries(claims);
}

/** Whether Markdown comes before HTML in what a client accepts. */
function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/markdown')) return false;
  const html = accept.indexOf('text/html');
  return html === -1 || accept.indexOf('text/markdown') < html;
}
