import { Query } from '#kernel/domain/messages';

/** What setting a password needs to know of the user. */
export interface PasswordOwner {
  userId: string;
  email: string;
  displayName: string;
  hasPassword: boolean;
}

/** Whether an organization has invited an e-mail address. Answered by the area of invites. */
export class IsInvited extends Query<boolean> {
  constructor(readonly email: string) {
    super();
  }
}

/** The user who sets a password, by id or by a link; undefined when there is no such user or the link is not valid. */
export class GetPasswordOwner extends Query<PasswordOwner | undefined> {
  constructor(readonly by: { userId: string } | { link: string }) {
    super();
  }
}
