import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CalledRequest } from './request.js';

interface HookedServer {
  addHook(name: 'onResponse', hook: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void): unknown;
}

/** One line a request: the route rather than the address, whose query may carry a key, and never a header. */
export function logRequests(server: HookedServer): void {
  server.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: (request as CalledRequest).caller?.userId,
    };
    if (line.route.startsWith('/health')) request.log.debug(line);
    else request.log.info(line);
    done();
  });
}
