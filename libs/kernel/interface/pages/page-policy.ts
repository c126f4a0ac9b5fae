import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For pages sent as a stream: files of a package, none of which we show. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Adds its policy to a page of the API's documentation: scripts and styles come from this server, and inline styles are
 * allowed by their hash, so nothing that a description or a request inserts is run.
 */
export function addPagePolicy(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (String(reply.getHeader('content-type')).startsWith('text/html')) {
    reply.header('content-security-policy', typeof payload === 'string' ? policyOf(payload) : NOTHING);
    reply.header('referrer-policy', 'no-referrer');
  }
  done(null, payload);
}

function policyOf(html: string): string {
  const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text = '']) => hashOf(text));
  const attributes = [...html.matchAll(/ style="([^"]*)"/g)].map(([, text = '']) => hashOf(text));
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${[...new Set(styles)].join(' ')}`,
    `style-src-attr 'unsafe-hashes' ${[...new Set(attributes)].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
