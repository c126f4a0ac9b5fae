import type { Passkey, PasskeyCredential, PasskeyState } from './passkey.js';
import type { PasskeyRegistration, PendingSignIn } from './pending-sign-in.js';
import type { RecoveryCodes } from './recovery-codes.js';

export abstract class Passkeys {
  /** Locks the second factor of a user until the transaction ends; all that changes it calls this first. */
  abstract lock(userId: string): Promise<void>;
  /** A user's passkey by the id that its authenticator gave it, locked until the transaction ends. */
  abstract findByCredential(userId: string, credentialId: string): Promise<Passkey | undefined>;
  /** All passkeys of a user, the oldest first. */
  abstract ofUser(userId: string): Promise<PasskeyState[]>;
  /** Whether any user has a passkey with this id of an authenticator. */
  abstract isTaken(credentialId: string): Promise<boolean>;
  abstract save(passkey: Passkey): Promise<void>;
  /** Removes a passkey of a user; returns its name if there was one. */
  abstract remove(userId: string, passkeyId: string): Promise<string | undefined>;
  /** Removes all passkeys of a user; returns how many there were. */
  abstract removeAll(userId: string): Promise<number>;
}

export abstract class RecoveryCodesOfUsers {
  /** The codes of a user, locked until the transaction ends. */
  abstract find(userId: string): Promise<RecoveryCodes | undefined>;
  abstract save(codes: RecoveryCodes): Promise<void>;
  /** Removes the codes of a user; returns how many were left. */
  abstract remove(userId: string): Promise<number>;
}

export abstract class PendingSignIns {
  abstract begin(pending: PendingSignIn): Promise<void>;
  /** One that has not ended, locked until the transaction ends. */
  abstract find(browser: string, now: Date): Promise<PendingSignIn | undefined>;
  /** Sets the challenge of one for its next attempt; returns the one before, so that each is used once. */
  abstract takeChallenge(
    browser: string,
    next: string,
    now: Date,
  ): Promise<{ userId: string; challenge: string } | undefined>;
  /** Ends one; returns it, if it had not ended. */
  abstract take(browser: string, now: Date): Promise<PendingSignIn | undefined>;
  abstract removeOf(userId: string): Promise<void>;
  abstract removeExpired(now: Date): Promise<void>;
}

export abstract class PasskeyRegistrations {
  /** Begins one; it replaces the one before in the same session. */
  abstract begin(registration: PasskeyRegistration): Promise<void>;
  /** Ends the one of a session; returns it, if its time was not over. */
  abstract take(sessionId: string, now: Date): Promise<PasskeyRegistration | undefined>;
  abstract removeExpired(now: Date): Promise<void>;
}

/** What a passkey has signed, as the browser sent it: JSON that is not checked yet. */
export type PasskeyAnswer = Readonly<Record<string, unknown>> & { id: string };

/** WebAuthn: what is asked of browsers, and the check of what they answer. */
export abstract class PasskeyProtocol {
  /** Options to create a passkey, as JSON for the browser. `known`: the user's passkeys, so that none is added twice. */
  abstract creationOptions(
    user: { id: string; email: string; displayName: string },
    challenge: string,
    known: readonly PasskeyCredential[],
  ): object;
  /** Options to sign with one of these passkeys, as JSON for the browser. */
  abstract requestOptions(challenge: string, known: readonly PasskeyCredential[]): object;
  /** The passkey that was created in answer to a challenge; undefined where the answer is not right. */
  abstract created(answer: PasskeyAnswer, challenge: string): Promise<PasskeyCredential | undefined>;
  /**
   * The counter of a signature that answers a challenge, made by this passkey with its user present; undefined where
   * the answer is not right. The counter is not compared.
   */
  abstract signed(
    answer: PasskeyAnswer,
    challenge: string,
    passkey: PasskeyCredential,
  ): Promise<{ counter: number } | undefined>;
}
