import type { Role } from '#permissions';
import type { ChangeRequest } from './change-request.js';
import type { Review } from './review.js';

/** The reviews of change requests, and who was asked for one. The change request is locked by whoever writes. */
export abstract class Reviews {
  /** Who asked a user for a review of this change request; undefined where nobody did. */
  abstract requestedBy(changeRequest: ChangeRequest, userId: string): Promise<string | undefined>;
  /** Asks users for a review of the content as it is now, again where they were asked before. */
  abstract request(changeRequest: ChangeRequest, users: readonly string[], by: string, now: Date): Promise<void>;
  /** No error where the user was not asked. */
  abstract withdraw(changeRequest: ChangeRequest, userId: string): Promise<void>;
  abstract add(changeRequest: ChangeRequest, review: Review): Promise<void>;
}

/** Whoever could be asked for a review. */
export abstract class Reviewers {
  /** The roles of these users in a space; who does not reach it is absent. */
  abstract rolesIn(
    space: { organizationId: string; id: string },
    users: readonly string[],
  ): Promise<ReadonlyMap<string, Role>>;
}
