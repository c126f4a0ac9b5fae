import { LogController, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { CalledRequest } from '../request.js';
import type { AfterAnswer } from './after-answers.js';
import type { MaybeTraced } from './trace-requests.js';

/**
 * Logs one line for each answer of a route: the route rather than the address, whose query may contain a key, and no
 * headers.
 */
export function logRequests(log: Logger): (route: string) => AfterAnswer {
  // Looking for secrets in lines that have none costs as much as writing them.
  const lines = log.child({}, { redact: [] });
  return (route) => {
    const level = route.startsWith('/health') ? 'debug' : 'info';
    return (request, reply) => {
      if (!log.isLevelEnabled(level)) return;
      const { method } = request;
      const { statusCode: status } = reply;
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const user = (request as CalledRequest).caller?.userId;
      const { traceIds } = request as MaybeTraced;
      lines[level]({ reqId: request.id, method, route, status, ms, user, ...traceIds }, `${method} ${route} ${status}`);
    };
  };
}

/** Replaces Fastify's own lines: logs responses that broke off after their status was sent. */
export class BrokenAnswers extends LogController {
  constructor(private readonly log: Logger) {
    super({ disableRequestLogging: true });
  }

  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    const which = { reqId: request.id, method: request.method, route: request.routeOptions.url ?? 'unknown' };
    // The client disconnected, as clients do.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') this.log.debug(which, 'The answer was not read to its end');
    else this.log.error({ ...which, err: error }, 'The answer broke off');
  }
}
