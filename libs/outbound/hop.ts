import { Readable } from 'node:stream';
import { OutboundFailed, OutboundRefused, type OutboundRequest } from './outbound.js';

/** One request on the way through redirects. */
export interface Hop {
  url: URL;
  method: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: OutboundRequest['body'];
}

/** Headers for one origin only, which are dropped when a redirect leads to another. */
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization'];

/** Credentials in the URL become an Authorization header, so that they follow the rule for headers. */
export function firstHop(url: string, request: OutboundRequest): Hop {
  if (!URL.canParse(url)) throw new OutboundRefused('this is not a URL');
  const parsed = new URL(url);
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (parsed.username !== '' || parsed.password !== '') {
    const pair = `${decoded(parsed.username)}:${decoded(parsed.password)}`;
    headers['authorization'] ??= `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return {
    url: withoutCredentials(parsed),
    method: (request.method ?? 'GET').toUpperCase(),
    headers,
    body: request.body,
  };
}

/** The request that follows a redirect. 303, and 301 and 302 after a POST, become a GET as in browsers. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  if (!URL.canParse(location, hop.url.href)) throw new OutboundFailed(`${hop.url.host} redirects to what is not a URL`);
  const url = withoutCredentials(new URL(location, hop.url));
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new OutboundRefused(`${hop.url.host} redirects from https to http`);
  }
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  if (!becomesGet && hop.body instanceof Readable) {
    throw new OutboundFailed(`${hop.url.host} redirects a request whose body cannot be sent twice`);
  }
  const dropped = [
    ...(url.origin === hop.url.origin ? [] : PRIVATE_HEADERS),
    ...(becomesGet ? ['content-type', 'content-length', 'content-encoding'] : []),
  ];
  const headers = Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !dropped.includes(name)));
  return { url, method: becomesGet ? 'GET' : hop.method, headers, body: becomesGet ? undefined : hop.body };
}

/** A host in the normal form of URLs: 0x7f.1, 2130706433 and 127.1 all become 127.0.0.1. */
export function canonicalHost(host: string): string {
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host.replace(/%.*$/, '')}]` : host;
  if (!URL.canParse(`http://${bracketed}/`) || /[/?#@\\\s]/.test(host)) throw new OutboundRefused('this is not a host');
  return new URL(`http://${bracketed}/`).hostname.replace(/^\[(.*)\]$/, '$1');
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new OutboundRefused('the credentials in the URL are not percent-encoded');
  }
}
