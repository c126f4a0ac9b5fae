import { Command } from '#kernel/domain/messages';

/** Creates a user; answers the user's id. An e-mail address that is taken is refused with Conflict. */
export class CreateUser extends Command<string> {
  constructor(
    readonly email: string,
    readonly displayName: string,
  ) {
    super();
  }
}

/**
 * Makes sure that there is a first administrator whose token is `secret`: creates the user at the first start, and the
 * token where it is missing. Answers the user's id and whether it was created now.
 */
export class EnsureAdministrator extends Command<{ userId: string; created: boolean }> {
  constructor(readonly secret: string) {
    super();
  }
}

/** Creates an organization whose administrator is the user; answers its id. */
export class CreateOrganization extends Command<string> {
  constructor(
    readonly userId: string,
    readonly title: string,
    readonly emailDomains: string[] = [],
  ) {
    super();
  }
}

/** Makes a personal token for a user. The secret in the answer is shown this once: only its hash is kept. */
export class CreateToken extends Command<{ id: string; secret: string }> {
  constructor(
    readonly userId: string,
    readonly label: string,
    readonly expiresAt?: Date,
    /** The only organization it is to reach: that of a caller who is confined to it. */
    readonly confinedTo?: string,
  ) {
    super();
  }
}

/** Ends a personal token at once. Does nothing where the user has no such token, or not one that is so confined. */
export class RevokeToken extends Command<void> {
  constructor(
    readonly userId: string,
    readonly tokenId: string,
    readonly confinedTo?: string,
  ) {
    super();
  }
}
