import type { Member } from './member.js';

export abstract class Members {
  abstract findMember(organizationId: string, userId: string): Promise<Member | undefined>;
  /**
   * How many administrators an organization has besides a user, not counting suspended ones. Locks the count until the
   * transaction ends, so call it before loading the member in question.
   */
  abstract countOtherAdministrators(organizationId: string, userId: string): Promise<number>;
  /**
   * The ids of those members whose ids or e-mail addresses (in lower case) are given, by what was given. Their rows
   * stay locked against removal until the transaction ends.
   */
  abstract identify(organizationId: string, names: readonly string[]): Promise<Map<string, string>>;
  /** Stores when a member was seen, unless that was already done within the last minute. */
  abstract recordSeen(organizationId: string, userId: string, at: Date): Promise<void>;
  /** Stores how many spaces are granted to members, by their ids. */
  abstract recordSpaces(organizationId: string, counts: ReadonlyMap<string, number>): Promise<void>;
  /**
   * The member a user is in an organization. Locks against other transactions that admit the same user, and locks the
   * member, until this one ends.
   */
  abstract findToAdmit(organizationId: string, userId: string): Promise<Member | undefined>;
  abstract save(member: Member): Promise<void>;
  /** The organizations a user is in. */
  abstract organizationsOf(userId: string): Promise<string[]>;
  /** Removes a member, also from their teams. */
  abstract remove(member: Member): Promise<void>;
}
