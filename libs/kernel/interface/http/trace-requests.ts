import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestTracing, TracedRequest, TraceIds } from '../../application/request-tracing.js';

/** A request, with the ids of its trace where that is recorded. */
export type MaybeTraced = FastifyRequest & { traceIds?: TraceIds };

/** Probes and readings of this kind come every few seconds and say nothing of users. */
const LEFT_OUT = /^\/health(?:\/|$)/;

/** Traces requests from their arrival to the end of their answers; adds nothing to the server where nothing is traced. */
export function traceRequests(server: FastifyInstance, tracing: RequestTracing): void {
  if (!tracing.on) return;
  server.decorateRequest('traceIds', undefined);
  server.addHook('onRequest', (request: MaybeTraced, reply, done) => {
    const { headers, raw } = request;
    const traceParent = headers['traceparent'] as string | undefined;
    const trace = tracing.request({ traceParent, peer: raw.socket.remoteAddress }, () => describe(request));
    if (!trace) return done();
    request.traceIds = trace.ids;
    const answered = (): Promise<void> =>
      new Promise((ended) => {
        finished(reply.raw, () => ended());
        done();
      });
    void trace.during(answered).then(() => trace.end(reply.raw.headersSent ? reply.statusCode : undefined));
  });
}

/** Undefined for one that is left out. */
function describe(request: FastifyRequest): TracedRequest | undefined {
  const { method, protocol: scheme, id: requestId } = request;
  const { url: route } = request.routeOptions;
  if (route !== undefined && LEFT_OUT.test(route)) return undefined;
  return { method, route, scheme, requestId };
}
