import { Query } from '#kernel/domain/messages';

/** What is to be known of a user who sets a password. */
export interface PasswordOwner {
  userId: string;
  email: string;
  displayName: string;
  hasPassword: boolean;
}

/** Whether an organization has invited an e-mail address. Asked here, answered by the area that has invites. */
export class IsInvited extends Query<boolean> {
  constructor(readonly email: string) {
    super();
  }
}

/** Who sets a password: themselves, or by a link; undefined when there is no such user or the link is not good. */
export class GetPasswordOwner extends Query<PasswordOwner | undefined> {
  constructor(readonly by: { userId: string } | { link: string }) {
    super();
  }
}
