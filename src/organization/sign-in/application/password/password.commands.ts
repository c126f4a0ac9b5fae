import { Audits, NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import type { OpenedSession } from '../session/open-session.js';

/** An attempt to show who one is by a password. Without a hash nothing is to be compared: it fails. */
export interface Attempt {
  userId: string;
  hash?: string;
}

/** Begins an attempt for a user, known by e-mail address or id; undefined where there is no such password. */
@NotAudited('NoteFailedSignIn and OpenSession say how it ended')
export class BeginAttempt extends Command<Attempt | undefined> {
  constructor(readonly whose: { email: string } | { userId: string }) {
    super();
  }
}

/** Signs in after an attempt that was right; undefined when the password was changed meanwhile. */
@NotAudited('OpenSession says that the user signed in')
export class AcceptAttempt extends Command<OpenedSession | undefined> {
  constructor(
    readonly userId: string,
    /** The hash it was compared with. */
    readonly hash: string,
    /** The password hashed anew. */
    readonly renewed?: string,
  ) {
    super();
  }
}

/** Keeps in the audit trail that signing in as a user has failed. */
@Audits('user.sign-in-failed')
export class NoteFailedSignIn extends Command<void> {
  constructor(
    readonly userId: string,
    readonly reason: 'password' | 'locked',
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
    /** The hash that is to be replaced, undefined for none: Conflict when it is another by now; `any` replaces all. */
    readonly replaced: string | undefined | { any: true },
    /** The session that stays. */
    readonly keep?: string,
  ) {
    super();
  }
}

/** Sets a password by a link, which is used up. NotFound when the link is not good, or no longer. */
@Audits('token.revoked')
export class UsePasswordLink extends Command<void> {
  constructor(
    readonly secret: string,
    readonly hash: string,
  ) {
    super();
  }
}
