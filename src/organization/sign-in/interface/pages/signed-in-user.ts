import { createParamDecorator, ForbiddenException, UnauthorizedException, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import type { Form } from '#kernel/interface/bodies/forms';
import type { CalledRequest } from '#kernel/interface/request';
import type { FormTokens } from '../../application/session/form-tokens.js';

/** A caller who is signed in with a browser. */
export interface SignedIn extends Caller {
  sessionId: string;
}

/** The caller of a page, if signed in. A bearer token is for the API: pages ignore it. */
export const SignedInUser = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn | undefined => {
  const { caller } = context.switchToHttp().getRequest<CalledRequest>();
  return caller?.sessionId === undefined ? undefined : { ...caller, sessionId: caller.sessionId };
});

/** Throws for visitors without a session, and for a form without the token of this session. */
export function requireOwnForm(
  tokens: FormTokens,
  caller: SignedIn | undefined,
  form: Form,
): asserts caller is SignedIn {
  if (!caller) throw new UnauthorizedException('Sign in first');
  if (!tokens.holds(caller.sessionId, form.text('token')))
    throw new ForbiddenException('This form was made for a session that has ended: open the page again');
}
