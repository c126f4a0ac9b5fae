import type { Role } from '#permissions';
import type { ChangeRequest } from './change-request.js';
import type { Review } from './review.js';

/** Stores reviews and requests for reviews. The change request must be locked before a write. */
export abstract class Reviews {
  /** The id of the user who requested a review from this user; undefined where there is no request. */
  abstract requestedBy(changeRequest: ChangeRequest, userId: string): Promise<string | undefined>;
  /** Requests reviews of the current content from users; earlier reviews of theirs become outdated. */
  abstract request(changeRequest: ChangeRequest, users: readonly string[], by: string, now: Date): Promise<void>;
  /** No error where the user was not asked. */
  abstract withdraw(changeRequest: ChangeRequest, userId: string): Promise<void>;
  abstract add(changeRequest: ChangeRequest, review: Review): Promise<void>;
}

/** The users who may review. */
export abstract class Reviewers {
  /** The roles of these users in a space; users without access are left out. */
  abstract rolesIn(
    space: { organizationId: string; id: string },
    users: readonly string[],
  ): Promise<ReadonlyMap<string, Role>>;
}
