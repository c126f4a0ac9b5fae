import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { RouteFlags } from '../route-flags.js';

/** Answers to visitors of sites that need nothing but memory, so that the framework runs nothing for them. */
export abstract class EarlyAnswers {
  /** Answers a conditional request if what the visitor has still holds; says whether it did. */
  abstract answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** Answers a visitor who asks whether something changed, once it is known who asks and that they may. */
export function answerEarly(
  request: FastifyRequest,
  reply: FastifyReply,
  early: EarlyAnswers,
  done: HookHandlerDoneFunction,
): void {
  const isAsked = request.headers['if-none-match'] !== undefined && request.method === 'GET';
  if (!isAsked || (request.routeOptions.config as RouteFlags).visits !== true) return done();
  if (!early.answer(request, reply)) done();
}
