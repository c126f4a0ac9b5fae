import type { Dispatcher } from '#kernel/application/dispatcher';
import { Forbidden } from '#kernel/domain/errors';
import { GetSession } from '../session/session.queries.js';
import type { InSession } from './second-factor.commands.js';

/**
 * Throws Forbidden in a session that an identity provider vouched for; and, where the user has passkeys, in one without
 * a second factor: a password alone must not change what protects against a stolen password.
 */
export async function requireSecondFactor(
  dispatcher: Dispatcher,
  { userId, sessionId }: InSession,
  { hasPasskeys }: { hasPasskeys: boolean },
): Promise<void> {
  const session = await dispatcher.ask(new GetSession(userId, sessionId));
  if (session?.method !== 'password')
    throw new Forbidden('A user who signs in by single sign-on needs no passkey here');
  if (hasPasskeys && !session.secondFactor) throw new Forbidden('You have a passkey: sign in again with it first');
}
