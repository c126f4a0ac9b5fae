import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** What pages of other origins may read: the API and its description, never pages or forms of this server. */
const READ_BY_OTHERS = /^\/(v1(\/|$)|openapi\.)/;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Response headers that browsers hide from pages by default. */
const EXPOSED = [
  'ETag',
  'Location',
  'Link',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Idempotency-Replayed',
  'Content-Disposition',
];
/** Seconds for which a browser may cache the response to a preflight. */
const KEPT_SECONDS = 600;

/**
 * CORS: lets pages of these origins (`*`: of any) call the API with a token. Cookies are not accepted from them:
 * credentials are never allowed. Call this before other hooks are added, so that pages can read refusals, too.
 */
export async function allowOrigins(server: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  server.addHook('onRoute', (route) => {
    if (route.url !== '*' && !READ_BY_OTHERS.test(route.url)) route.config = { ...route.config, cors: false } as object;
  });
  await server.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: METHODS,
    exposedHeaders: EXPOSED,
    credentials: false,
    maxAge: KEPT_SECONDS,
    // A preflight gets the response of any OPTIONS request, with the methods of the address.
    preflightContinue: true,
    strictPreflight: false,
  });
}
