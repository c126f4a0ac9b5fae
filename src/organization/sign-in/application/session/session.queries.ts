import { Query } from '#kernel/domain/messages';

/** A browser that is signed in. */
export interface SessionView {
  id: string;
  /** `sso` when an identity provider vouched for the user. */
  method: 'password' | 'sso';
  /** Whether the user showed a second factor besides the password. */
  secondFactor: boolean;
  createdAt: string;
  expiresAt: string;
}

/** The sessions of a user that have not ended, the newest first; at most 100. */
export class ListSessions extends Query<SessionView[]> {
  constructor(readonly userId: string) {
    super();
  }
}

/** One session of a user, if it has not ended. */
export class GetSession extends Query<SessionView | undefined> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
  ) {
    super();
  }
}

/** Where a user ends the session at their identity provider, of which a session here came. */
export interface SignOutElsewhere {
  /** The label of the provider. */
  label: string;
  address: string;
}

/**
 * Where to sign out at the identity provider behind a session; undefined where there is none, it does not offer that, or
 * it can't be reached. Ask before the session is ended. Answered by the area of single sign-on.
 */
export class FindSignOutElsewhere extends Query<SignOutElsewhere | undefined> {
  constructor(readonly sessionId: string) {
    super();
  }
}
