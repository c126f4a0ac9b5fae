import { buffer } from 'node:stream/consumers';
import type { Outbound } from '#outbound';

/** Largest answer of a provider, bytes: configurations, keys and tokens are a few thousand. */
const MAX_BYTES = 500_000;
const TIMEOUT_MS = 8_000;
/** Statuses for which a Response takes no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

interface FetchOptions {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0] | undefined;
  body?: unknown;
}

/**
 * A `fetch` for libraries, whose requests go to addresses that administrators enter: guarded against requests into this
 * server's own network, bounded in bytes and time, and without following redirects.
 */
export function guardedFetch(outbound: Outbound): (url: string, options?: FetchOptions) => Promise<Response> {
  return async (url, { method = 'GET', headers, body } = {}) => {
    const answer = await outbound.fetch(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: bodyText(body) }),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      asIs: true,
    });
    const bytes = await buffer(answer.body);
    // The body was decompressed.
    const { 'content-encoding': _encoding, 'content-length': _length, ...given } = answer.headers;
    const content = WITHOUT_BODY.has(answer.status) ? null : bytes;
    return new Response(content, { status: answer.status, headers: given });
  };
}

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Requests to providers have a text or a form');
}
