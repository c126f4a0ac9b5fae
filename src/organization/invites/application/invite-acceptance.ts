import type { Caller } from '#kernel/application/caller';
import type { AuditTrail } from '#kernel/application/audit-trail';
import type { Dispatcher } from '#kernel/application/dispatcher';
import type { Clock } from '#kernel/domain/clock';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { InviteTargets } from '../../contract/queries.js';
import { publicInviteId, type Invite, type InviteProof } from '../domain/invite.js';
import type { Invites } from '../domain/invites.js';
import type { Users } from '../../members/domain/users.js';
import type { Organizations } from '../../organizations/domain/organizations.js';
import type { Admission } from './admission.js';

/** The consequences of accepting an invite, by whichever way it was accepted. */
export class InviteAcceptance {
  constructor(
    private readonly invites: Invites,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly admission: Admission,
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** `invite` is locked, so concurrent acceptances run one after the other. */
  async accept(invite: Invite, userId: string, proof: InviteProof): Promise<void> {
    const { organizationId, target } = invite;
    const now = this.clock.now();
    const user = await this.users.find(userId);
    if (!user) throw new NotFound('User not found');
    if (invite.requireAcceptable(user, proof, now) === 'accepted') return this.#requireMember(organizationId, userId);
    if (invite.isLink) await this.#requireLinks(organizationId);
    await this.#requireTarget(invite);
    if (!invite.isLink && !user.emailVerified) {
      user.verifyEmail();
      await this.users.save(user);
    }
    await this.admission.admit(organizationId, userId, {
      role: invite.memberRole,
      by: 'invite',
      raises: true,
      sso: invite.sso,
    });
    invite.accept(userId, now);
    await this.invites.save(invite);
    await this.audit.record({
      organizations: [organizationId],
      action: 'invite.accepted',
      actorId: userId,
      target: {
        type: 'invite',
        id: publicInviteId(invite.id),
        ...(invite.email === null ? {} : { label: invite.email }),
      },
      payload: { target, level: invite.role },
    });
  }

  /** Accepting twice changes nothing, and does not readmit a user who was removed in between. */
  async #requireMember(organizationId: string, userId: string): Promise<void> {
    if (!(await this.admission.hasMember(organizationId, userId)))
      throw new NotFound('The invite was used or has expired');
  }

  async #requireLinks(organizationId: string): Promise<void> {
    const organization = await this.organizations.find(organizationId);
    if (!organization?.inviteLinks) throw new Forbidden('The organization takes no invite links');
  }

  /** The target of a link may have been deleted. Looked up as an administrator sees it, since one created the link. */
  async #requireTarget({ organizationId, target }: Invite): Promise<void> {
    if (target.type === 'organization') return;
    const administrator: Caller = { userId: '', tokenId: '', teams: [], roles: new Map([[organizationId, 'admin']]) };
    const found = await this.dispatcher.ask(new InviteTargets(administrator, organizationId, [target]));
    if (!found.has(target.id)) throw new NotFound('What the invite leads to is gone');
  }
}
