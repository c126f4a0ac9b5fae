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
