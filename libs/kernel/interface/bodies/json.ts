import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid, UnsupportedMediaType } from '../../domain/errors.js';
import type { CalledRequest } from '../request.js';
import type { RouteFlags } from '../route-flags.js';
import { limitsOf, type BodyLimits } from './body-limits.js';
import { faultOfJson } from './json-scan.js';

/** JSON as SCIM calls it, which only its addresses take. */
const SCIM_TYPE = 'application/scim+json';

/**
 * Parses JSON bodies: strict UTF-8, well-formed text without NUL (which PostgreSQL can't store), no `__proto__`, and
 * within the operation's limits, which are checked before parsing.
 */
export function parseJsonBodies(server: FastifyInstance, serverBytes: number): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = server.getDefaultJsonParser('error', 'error');
  const limitsOfRoutes = new WeakMap<object, BodyLimits>();
  const limitsFor = (config: RouteFlags): BodyLimits => {
    const known = limitsOfRoutes.get(config);
    if (known) return known;
    const limits = limitsOf(config.takes, serverBytes);
    limitsOfRoutes.set(config, limits);
    return limits;
  };
  // Fastify parses plain text by default; no operation takes it, so it is refused with 415 like all other types.
  server.removeContentTypeParser(['application/json', 'text/plain']);
  const types = ['application/json', SCIM_TYPE];
  server.addContentTypeParser(types, { parseAs: 'buffer' }, (request: FastifyRequest, body, done) => {
    const bytes = body as Buffer;
    const flags = request.routeOptions.config as RouteFlags;
    if (!flags.provisioning && request.headers['content-type']?.trimStart().toLowerCase().startsWith(SCIM_TYPE))
      return done(new UnsupportedMediaType(`Unsupported Media Type: ${SCIM_TYPE}`));
    if (flags.signed) {
      // A signature of the bytes authenticates the sender.
      (request as CalledRequest).sent = bytes;
      return done(null, undefined);
    }
    if (bytes.length === 0) return done(null, undefined);
    const fault = faultOfJson(bytes, limitsFor(flags));
    if (fault !== undefined) return done(new Invalid(fault));
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      return done(new Invalid('The body is not valid UTF-8'));
    }
    void parse(request, text, (error, value) => {
      done(error ? new Invalid('The body is not valid JSON') : null, value);
    });
  });
}
