import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { OrganizationDeletion } from '#kernel/application/organization-deletion';
import { NotFound } from '#kernel/domain/errors';
import { DeleteOrganization, SERVER_ORGANIZATION } from '../../contract/commands.js';
import { Organizations } from '../domain/organizations.js';

@CommandHandler(DeleteOrganization)
export class DeleteOrganizationHandler implements ICommandHandler<DeleteOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly deletion: OrganizationDeletion,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ organizationId }: DeleteOrganization): Promise<void> {
    const organization = await this.organizations.findToChange(organizationId);
    if (!organization) throw new NotFound('Organization not found');
    organization.requireDeletable();
    await this.deletion.begin(organizationId);
    // Its own trail goes with it. That of the server keeps the id, and no title: everything else is to be forgotten.
    await this.trail.record({
      organizations: [SERVER_ORGANIZATION],
      action: 'organization.deleted',
      target: { type: 'organization', id: organizationId },
    });
  }
}
