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
  ) {
    super();
  }
}

/** Ends a personal token at once. Does nothing where the user has no such token. */
export class RevokeToken extends Command<void> {
  constructor(
    readonly userId: string,
    readonly tokenId: string,
  ) {
    super();
  }
}

/**
 * Tells how many spaces are granted to teams and to users of an organization, by their ids, for the counts that teams
 * and members show: said by the context that keeps the grants, in the transaction that changes them. Those not named
 * keep their count; ids that are not known are passed over.
 */
export class NoteGrantedSpaces extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly counts: { teams?: ReadonlyMap<string, number>; users?: ReadonlyMap<string, number> },
  ) {
    super();
  }
}
