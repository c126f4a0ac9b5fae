import type { Role } from '#kernel/application/caller';
import type { AuditTrail } from '#kernel/application/audit-trail';
import type { Callers } from '#kernel/application/callers';
import type { Clock } from '#kernel/domain/clock';
import { Member } from '../../members/domain/member.js';
import type { Members } from '../../members/domain/members.js';

/** Makes users members or raises their role: one place for all the ways into an organization. */
export class Admission {
  constructor(
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a user a member with a role (`null` for a guest). A member keeps their role, unless the new one is higher and
   * `raises` is set. `by` is the way of joining for the audit trail; `sso` means that they sign in by the
   * organization's identity provider.
   */
  async admit(
    organizationId: string,
    userId: string,
    { role, by, raises, sso = false }: { role: Role | null; by: string; raises: boolean; sso?: boolean },
  ): Promise<void> {
    const known = await this.members.findToAdmit(organizationId, userId);
    if (known && !(raises && known.raise(role))) return;
    const member = known ?? Member.join(organizationId, userId, role, this.clock.now());
    if (sso) member.signInBySso();
    await this.members.save(member);
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: [organizationId],
      action: known ? 'member.role-changed' : 'member.joined',
      actorId: userId,
      target: { type: 'member', id: userId },
      payload: { role, by },
    });
  }

  /** Whether a user is in an organization; locks against other transactions that admit the same user. */
  async hasMember(organizationId: string, userId: string): Promise<boolean> {
    return (await this.members.findToAdmit(organizationId, userId)) !== undefined;
  }
}
