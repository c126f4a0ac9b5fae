import type { FastifyInstance } from 'fastify';
import type { RequestMeasurements } from '../../application/request-measurements.js';
import { OpenRequests } from './open-requests.js';

/** Has each answered request measured; adds nothing to the server where nothing is. */
export function measureRequests(server: FastifyInstance, measurements: RequestMeasurements): void {
  if (!measurements.on) return;
  const open = OpenRequests.of(server);
  measurements.count(() => open.count);
  server.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const route = routeOptions.url ?? 'unknown';
    measurements.answered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });
}
