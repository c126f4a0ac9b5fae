import { roleAtLeast, type Role } from '#kernel/application/caller';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';

export interface MemberState extends AggregateState {
  organizationId: string;
  userId: string;
  /** `null` for a guest. */
  role: Role | null;
  joinedAt: Date;
}

/** A user in an organization, with the role that says what they may do there. Its id is the user's. */
export class Member extends Aggregate<MemberState> {
  static join(organizationId: string, userId: string, role: Role | null, now: Date): Member {
    return new Member({ id: userId, userId, organizationId, version: 0, role, joinedAt: now });
  }

  static from(state: MemberState): Member {
    return new Member(state);
  }

  get role(): Role | null {
    return this.state.role;
  }

  /** Gives a role where it reaches further than the member's own; answers whether it did. */
  raise(role: Role | null): boolean {
    if (role === null || roleAtLeast(this.state.role, role)) return false;
    this.state.role = role;
    return true;
  }
}
