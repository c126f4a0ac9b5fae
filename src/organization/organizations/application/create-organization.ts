import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Clock } from '#kernel/domain/clock';
import { CreateOrganization } from '../../contract/commands.js';
import { Member } from '../../members/domain/member.js';
import { Organization } from '../domain/organization.js';
import { Members } from '../../members/domain/members.js';
import { Organizations } from '../domain/organizations.js';

@CommandHandler(CreateOrganization)
export class CreateOrganizationHandler implements ICommandHandler<CreateOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, title, emailDomains }: CreateOrganization): Promise<string> {
    const now = this.clock.now();
    const organization = Organization.create(title, emailDomains, userId, now);
    await this.organizations.save(organization);
    await this.members.save(Member.join(organization.id, userId, 'admin', now));
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: [organization.id],
      action: 'organization.created',
      actorId: userId,
      target: { type: 'organization', id: organization.id, label: organization.snapshot().title },
    });
    return organization.id;
  }
}
