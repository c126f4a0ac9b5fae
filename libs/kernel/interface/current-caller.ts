import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Unauthenticated } from '../domain/errors.js';
import type { Caller } from '../application/caller.js';
import type { CalledRequest } from './request.js';

/** The caller; on a public route there may be none. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<CalledRequest>();
  if (!caller) throw new Unauthenticated('This operation needs a bearer token');
  return caller;
});
