import type { Caller, Role } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { MemberView } from '../../contract/member.view.js';

/** The sort keys of members: the time they joined, the time they were last seen, or their name. */
export const MEMBER_SORTS = ['joinedAt', 'lastSeenAt', 'name'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

export interface MemberFilter {
  role?: Role | 'guest';
  /** Part of the name or of the e-mail address, ignoring case. */
  search?: string;
  /** With `lastSeenAt`, members who were never seen are left out. */
  sort: MemberSort;
  order: 'asc' | 'desc';
}

/** The members of an organization. */
export class ListMembers extends Query<Page<MemberView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly filter: MemberFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One member of an organization. */
export class GetMember extends Query<MemberView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}
