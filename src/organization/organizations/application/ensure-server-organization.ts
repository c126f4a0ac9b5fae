import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { EnsureServerOrganization, SERVER_ORGANIZATION } from '../../contract/commands.js';
import { Organization } from '../domain/organization.js';
import { Organizations } from '../domain/organizations.js';

@CommandHandler(EnsureServerOrganization)
export class EnsureServerOrganizationHandler implements ICommandHandler<EnsureServerOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    if (await this.organizations.find(SERVER_ORGANIZATION)) return;
    await this.organizations.save(Organization.ofServer(SERVER_ORGANIZATION, this.clock.now()));
  }
}
