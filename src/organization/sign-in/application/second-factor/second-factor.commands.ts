import { Audits, NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import type { PasskeyCredential } from '../../domain/second-factor/passkey.js';
import type { PasskeyRegistration } from '../../domain/second-factor/pending-sign-in.js';
import type { OpenedSession } from '../session/open-session.js';

/** A user in one of their sessions. */
export interface InSession {
  userId: string;
  sessionId: string;
}

/**
 * Begins to add a passkey in a session; answers the options for the browser, as JSON. Invalid for its name, Conflict
 * with the most passkeys a user may have, Forbidden where the user has passkeys and the session has no second factor.
 */
@NotAudited('AddPasskey says when one was added')
export class BeginPasskeyRegistration extends Command<object> {
  constructor(
    readonly session: InSession,
    readonly label: string,
  ) {
    super();
  }
}

/** Ends the registration of a session; answers it, if its time was not over. */
@NotAudited('AddPasskey says when one was added')
export class TakePasskeyRegistration extends Command<PasskeyRegistration | undefined> {
  constructor(readonly sessionId: string) {
    super();
  }
}

/**
 * Adds a passkey that was created for a registration; from now on the session has a second factor. With the first, the
 * user's other sessions end, and recovery codes are made, which are answered. Conflict for a passkey that is known.
 */
@Audits('passkey.added')
export class AddPasskey extends Command<string[] | undefined> {
  constructor(
    readonly session: InSession,
    readonly label: string,
    readonly credential: PasskeyCredential,
  ) {
    super();
  }
}

/**
 * Removes a passkey; with the last one the recovery codes, and what sessions had of a second factor. Does nothing where
 * the user has no such passkey; Forbidden where the session has no second factor.
 */
@Audits('passkey.removed')
export class RemovePasskey extends Command<void> {
  constructor(
    readonly session: InSession,
    readonly passkeyId: string,
  ) {
    super();
  }
}

/**
 * Makes recovery codes anew and answers them; those before no longer work. Conflict without a passkey, Forbidden where
 * the session has no second factor.
 */
@Audits('recovery-codes.created')
export class MakeRecoveryCodes extends Command<string[]> {
  constructor(readonly session: InSession) {
    super();
  }
}

/** What the second step of a sign-in has led to: a session, or why there is none. */
export type SecondStep =
  | { userId: string; session: OpenedSession; next: string | null }
  | { userId?: string; refused: 'ended' | 'passkey' | 'counter' | 'code' | 'locked' };

/**
 * Takes the challenge of a pending sign-in, which has another one from now on; answers it with the passkey of the user
 * that has this id of its authenticator. Undefined where the sign-in has ended.
 */
@NotAudited('RecordFailedSignIn and OpenSession say how it ended')
export class TakeChallenge extends Command<
  { userId: string; challenge: string; passkey: PasskeyCredential | undefined } | undefined
> {
  constructor(
    /** SHA-256 (hex) of the secret in the browser's cookie. */
    readonly browser: string,
    readonly credentialId: string,
  ) {
    super();
  }
}

/** Ends a pending sign-in with a session, after the signature of a passkey was verified. Refuses a counter that went back. */
@NotAudited('RecordFailedSignIn and OpenSession say how it ended')
export class AcceptPasskey extends Command<SecondStep> {
  constructor(
    readonly browser: string,
    readonly credentialId: string,
    readonly counter: number,
  ) {
    super();
  }
}

/** Ends a pending sign-in with a session, by a recovery code, which is used up. A wrong code counts as an attempt. */
@NotAudited('RecordFailedSignIn and OpenSession say how it ended')
export class UseRecoveryCode extends Command<SecondStep> {
  constructor(
    readonly browser: string,
    readonly code: string,
  ) {
    super();
  }
}
