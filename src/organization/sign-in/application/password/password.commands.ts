import { Audits, NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import type { OpenedSession } from '../session/open-session.js';

/** An attempt to sign in with a password. Without a hash there is nothing to compare, and it fails. */
export interface Attempt {
  userId: string;
  hash?: string;
}

/**
 * Begins an attempt for a user, by e-mail address or id; undefined where there is no such password. The attempt has no
 * hash while the password is locked.
 */
@NotAudited('RecordFailedSignIn and OpenSession say how it ended')
export class BeginAttempt extends Command<Attempt | undefined> {
  constructor(readonly whose: { email: string } | { userId: string }) {
    super();
  }
}

/** What a right password leads to: a session, or a second step, with the secret for the browser's cookie. */
export type FirstStep = { session: OpenedSession } | { pending: { secret: string } };

/**
 * Signs in after a successful attempt, or begins the second step where the user has a passkey; undefined when the
 * password was changed meanwhile.
 */
@NotAudited('OpenSession says that the user signed in')
export class AcceptAttempt extends Command<FirstStep | undefined> {
  constructor(
    readonly userId: string,
    /** The hash that the password was compared with. */
    readonly hash: string,
    /** A new hash of the password. */
    readonly renewed?: string,
    /** The path to go to after a second step. */
    readonly next?: string,
  ) {
    super();
  }
}

/** Ends a successful attempt of a user who is signed in; returns whether the password is still the same. */
@NotAudited('the command that the password was asked for says what happened')
export class ConfirmPassword extends Command<boolean> {
  constructor(
    readonly userId: string,
    /** The hash that the password was compared with. */
    readonly hash: string,
  ) {
    super();
  }
}

/** Records in the audit trail that signing in as a user has failed. */
@Audits('user.sign-in-failed')
export class RecordFailedSignIn extends Command<void> {
  constructor(
    readonly userId: string,
    /** `counter`: there may be a copy of the passkey. */
    readonly reason: 'password' | 'locked' | 'code' | 'answer' | 'counter',
    readonly method: 'password' | 'passkey' | 'recovery-code' = 'password',
  ) {
    super();
  }
}

/** Stores the first or another password of a user, whose other sessions end. */
@Audits('user.password-changed')
export class StorePassword extends Command<void> {
  constructor(
    readonly userId: string,
    readonly hash: string,
    /** The hash to replace, undefined for none: Conflict when the stored one differs; `any` replaces all. */
    readonly replaced: string | undefined | { any: true },
    /** The session to keep. */
    readonly keep?: string,
  ) {
    super();
  }
}

/** Sets a password by a link, which is used up. NotFound when the link is not valid, or no longer. */
@Audits('token.revoked')
export class UsePasswordLink extends Command<void> {
  constructor(
    readonly secret: string,
    readonly hash: string,
  ) {
    super();
  }
}
