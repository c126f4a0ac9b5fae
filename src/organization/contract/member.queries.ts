import type { Role } from '#permissions';
import { Query } from '#kernel/domain/messages';

/** What decides about a member besides the grants to them. */
export interface MemberAccess {
  userId: string;
  /** `null` for a guest. */
  role: Role | null;
  /** The ids of the member's teams in the organization. */
  teams: string[];
}

/** The members of an organization in the order of their users' ids, after one of them; at most `limit`. */
export class MembersOfOrganization extends Query<MemberAccess[]> {
  constructor(
    readonly organizationId: string,
    /** A user's id; the first of all members come after `''`. */
    readonly after: string,
    readonly limit: number,
  ) {
    super();
  }
}

/** The same for these users; those who are not members, or may not sign in, are absent. */
export class AccessOfMembers extends Query<MemberAccess[]> {
  constructor(
    readonly organizationId: string,
    readonly userIds: readonly string[],
  ) {
    super();
  }
}
