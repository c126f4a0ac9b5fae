import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { Clock } from '#kernel/domain/clock';
import { Conflict, NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { Users } from '../../../members/domain/users.js';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import { Organizations } from '../../../organizations/domain/organizations.js';

/**
 * Changes how the members of an organization must sign in; for its administrators. Conflict where the caller demands a
 * second factor without having one in this session, as they would lose access themselves; the administrator of the
 * server would not.
 */
@Audits('organization.authentication-updated')
export class UpdateOrganizationAuthentication extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly changes: { secondFactor?: 'optional' | 'required' | undefined },
  ) {
    super();
  }
}

@CommandHandler(UpdateOrganizationAuthentication)
export class UpdateOrganizationAuthenticationHandler implements ICommandHandler<UpdateOrganizationAuthentication> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, changes }: UpdateOrganizationAuthentication): Promise<void> {
    requireAdministrator(caller, organizationId);
    const organization = await this.organizations.findToChange(organizationId);
    if (!organization) throw new NotFound('Organization not found');
    const { secondFactor } = changes;
    if (secondFactor === undefined || (secondFactor === 'required') === organization.demandsSecondFactor) return;
    if (secondFactor === 'required') {
      await this.#requireSatisfied(caller);
      organization.demandSecondFactor(this.clock.now());
    } else organization.makeSecondFactorOptional();
    await this.organizations.save(organization);
    await this.callers.allChanged();
    await this.audit.record({
      organizations: [organizationId],
      action: 'organization.authentication-updated',
      actorId: caller.userId,
      target: { type: 'organization', id: organizationId, label: organization.title },
      payload: { secondFactor },
    });
  }

  async #requireSatisfied({ userId, sessionId, secondFactor }: Caller): Promise<void> {
    if (sessionId !== undefined && secondFactor === true) return;
    if ((await this.users.find(userId))?.administrator === true) return;
    throw new Conflict(
      'You would lose access to the organization: sign in with a browser and a passkey, and demand it in that session',
    );
  }
}
