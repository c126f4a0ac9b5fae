import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid } from '../../domain/errors.js';
import type { CalledRequest } from '../request.js';
import type { RouteFlags } from '../route-flags.js';

/** Deeper JSON than any body of ours has; bounds every recursion over a body. */
const MAX_DEPTH = 200;

/** Reads JSON bodies: strict UTF-8, no NUL character (PostgreSQL has no such text), bounded depth, no prototype tricks. */
export function parseJsonBodies(server: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = server.getDefaultJsonParser('error', 'error');
  // Fastify reads plain text by itself; no operation of ours takes it, so it is refused with 415 as all else is.
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, bytes, done) => {
    if ((request.routeOptions.config as RouteFlags).signed) (request as CalledRequest).sent = bytes as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(bytes as Buffer);
    } catch {
      return done(new Invalid('The body is not valid UTF-8'));
    }
    if (tooDeep(text)) return done(new Invalid(`The body is nested more than ${MAX_DEPTH} levels deep`));
    void parse(request, text, (error, value) => {
      if (error) return done(new Invalid('The body is not valid JSON'));
      if (text.includes('\\u0000') && hasNul(value)) return done(new Invalid('The body contains the NUL character'));
      done(null, value);
    });
  });
}

function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}

/** Whether a string anywhere in a JSON value, names of members included, contains U+0000. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (Array.isArray(value)) return value.some(hasNul);
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([name, member]) => name.includes('\u0000') || hasNul(member));
}
