import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { CalledRequest } from './request.js';

interface HookedServer {
  addHook(name: 'onResponse', hook: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void): unknown;
}

/** One line a request: the route rather than the address, whose query may carry a key, and never a header. */
export function logRequests(server: HookedServer, log: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    // Asking for the route costs more than the rest of this, so it comes last.
    if (!log.isLevelEnabled('info')) return done();
    const route = request.routeOptions.url ?? 'unknown';
    const level = route.startsWith('/health') ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return done();
    log[level]({
      reqId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: (request as CalledRequest).caller?.userId,
    });
    done();
  });
}
