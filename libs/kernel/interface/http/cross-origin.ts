import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** What pages of other origins may read, of what is no secret of a browser: never pages or forms of this server. */
const READ_BY_OTHERS = /^\/(v1(\/|$)|openapi\.)/;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Headers of answers that a browser else keeps from the page. */
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
/** Seconds for which a browser need not ask again whether it may ask. */
const KEPT_SECONDS = 600;

/**
 * Lets pages of these origins (`*`: of any) call the API with a token. Cookies are no way in for them: browsers are never
 * told that credentials are allowed. To be called before other hooks are added, so that refusals can be read as well.
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
    // The answer to a preflight is that to any OPTIONS request, which says what the address takes.
    preflightContinue: true,
    strictPreflight: false,
  });
}
