import type { Role } from '#kernel/application/caller';
import type { AuditTrail } from '#kernel/application/audit-trail';
import type { Callers } from '#kernel/application/callers';
import type { Clock } from '#kernel/domain/clock';
import { Member } from '../../domain/member.js';
import type { Members } from '../../domain/ports.js';

/** Makes users members, or lets them reach further: in one place for all the ways into an organization. */
export class Admission {
  constructor(
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a user a member with a role (`null` for a guest). A member keeps their role, unless this one reaches further
   * and `raises` is set. `by` says how it came to that.
   */
  async admit(
    organizationId: string,
    userId: string,
    { role, by, raises }: { role: Role | null; by: string; raises: boolean },
  ): Promise<void> {
    const known = await this.members.findToAdmit(organizationId, userId);
    if (known && !(raises && known.raise(role))) return;
    await this.members.save(known ?? Member.join(organizationId, userId, role, this.clock.now()));
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: [organizationId],
      action: known ? 'member.role-changed' : 'member.joined',
      actorId: userId,
      target: { type: 'member', id: userId },
      payload: { role, by },
    });
  }

  /** Whether a user is in an organization; others who let in the same user wait. */
  async hasMember(organizationId: string, userId: string): Promise<boolean> {
    return (await this.members.findToAdmit(organizationId, userId)) !== undefined;
  }
}
