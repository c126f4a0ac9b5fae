import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Unauthenticated } from '../domain/errors.js';
import type { Caller } from '../application/caller.js';
import type { CalledRequest } from './request.js';

/** Who is calling; on a public route nobody may be. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<CalledRequest>();
  if (!caller) throw new Unauthenticated('This operation needs a bearer token');
  return caller;
});
