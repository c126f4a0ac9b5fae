import type { FastifyInstance } from 'fastify';
import type { OperationMeasurements, RequestMeasurements } from '../../application/request-measurements.js';
import type { AfterAnswer } from './after-answers.js';
import { OpenRequests } from './open-requests.js';

/** Measures the answers of a route, those of each method by themselves. */
export function measureRequests(
  server: FastifyInstance,
  measurements: RequestMeasurements,
): (route: string) => AfterAnswer {
  const open = OpenRequests.of(server);
  measurements.count(() => open.count);
  return (route) => {
    const operations = new Map<string, OperationMeasurements>();
    return ({ method }, reply) => {
      let operation = operations.get(method);
      if (!operation) operations.set(method, (operation = measurements.operation(method, route)));
      operation.answered(reply.statusCode, reply.elapsedTime / 1000);
    };
  };
}
