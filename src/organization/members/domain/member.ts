import { roleAtLeast, type Role } from '#kernel/application/caller';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { Conflict } from '#kernel/domain/errors';
import { MemberRemoved } from '../../contract/events.js';

export interface MemberState extends AggregateState {
  organizationId: string;
  userId: string;
  /** `null` for a guest. */
  role: Role | null;
  /** Whether they sign in by SSO. */
  sso: boolean;
  /** Suspended: the membership gives no access. */
  disabled: boolean;
  joinedAt: Date;
}

/**
 * A user in an organization, with a role that says what they may do there. Its id is the user's. An organization always
 * has an administrator, so the last one can neither lose the role nor leave.
 */
export class Member extends Aggregate<MemberState> {
  static join(organizationId: string, userId: string, role: Role | null, now: Date): Member {
    return new Member({
      id: userId,
      userId,
      organizationId,
      version: 0,
      role,
      sso: false,
      disabled: false,
      joinedAt: now,
    });
  }

  static from(state: MemberState): Member {
    return new Member(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get role(): Role | null {
    return this.state.role;
  }

  get disabled(): boolean {
    return this.state.disabled;
  }

  get sso(): boolean {
    return this.state.sso;
  }

  /** Changes the role. `otherAdministrators` counts those of the organization besides this member. */
  changeRole(role: Role | null, otherAdministrators: number): void {
    if (role !== 'admin') this.#requireOthers(otherAdministrators, 'make another member one before changing this role');
    this.state.role = role;
  }

  /** Ends the membership. */
  leave(otherAdministrators: number): void {
    this.#requireOthers(otherAdministrators, 'make another member one before removing this one');
    this.record(new MemberRemoved(this.state.organizationId, this.state.userId));
  }

  /** Suspends the membership: it lets the user reach nothing, and stays as it is. */
  suspend(otherAdministrators: number): void {
    this.#requireOthers(otherAdministrators, 'make another member one before suspending this one');
    this.state.disabled = true;
  }

  /** Ends a suspension. */
  reinstate(): void {
    this.state.disabled = false;
  }

  signInBySso(): void {
    this.state.sso = true;
  }

  #requireOthers(otherAdministrators: number, remedy: string): void {
    if (this.state.role === 'admin' && otherAdministrators === 0) {
      throw new Conflict(`This is the last administrator of the organization: ${remedy}`);
    }
  }

  /** Sets a role where it is higher than the member's own; returns whether it did. */
  raise(role: Role | null): boolean {
    if (role === null || roleAtLeast(this.state.role, role)) return false;
    this.state.role = role;
    return true;
  }
}
