import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestTracing, TraceIds } from '../../application/request-tracing.js';

/** A request, with the ids of its trace where that is recorded. */
export type MaybeTraced = FastifyRequest & { traceIds?: TraceIds };

/** Probes and readings of this kind come every few seconds and say nothing of users. */
const LEFT_OUT = /^\/health(?:\/|$)/;

/** Traces requests from their arrival to the end of their answers; adds nothing to the server where nothing is traced. */
export function traceRequests(server: FastifyInstance, tracing: RequestTracing): void {
  if (!tracing.on) return;
  server.decorateRequest('traceIds', undefined);
  server.addHook('onRequest', (request: MaybeTraced, reply, done) => {
    const { method, routeOptions, protocol: scheme, id: requestId, headers } = request;
    const route = routeOptions.url;
    if (route !== undefined && LEFT_OUT.test(route)) return done();
    const { remoteAddress: peer } = request.raw.socket;
    const traceParent = headers['traceparent'] as string | undefined;
    const trace = tracing.request({ method, route, scheme, requestId, peer, traceParent });
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
