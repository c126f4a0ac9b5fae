import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { RouteFlags } from '../route-flags.js';

/** Answers to visitors of sites that need nothing but memory, so that the framework runs nothing for them. */
export abstract class EarlyAnswers {
  /** Answers a request for a page if what was sent before is still that page; says whether it does. */
  abstract answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** Answers a visitor from memory, once it is known who asks and that they may. */
export function answerEarly(
  request: FastifyRequest,
  reply: FastifyReply,
  early: EarlyAnswers,
  done: HookHandlerDoneFunction,
): void {
  const isRead = request.method === 'GET' && (request.routeOptions.config as RouteFlags).pages === true;
  if (!isRead || !early.answer(request, reply)) done();
}
