import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireUnconfined } from '#kernel/application/caller';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { Users } from '../../members/domain/users.js';
import { Organizations } from '../../organizations/domain/organizations.js';
import { domainOf } from '../../members/domain/user.js';
import { Admission } from './admission.js';
import { JoinOrganization } from './invite.commands.js';

@CommandHandler(JoinOrganization)
export class JoinOrganizationHandler implements ICommandHandler<JoinOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly admission: Admission,
  ) {}

  async execute({ caller, organizationId }: JoinOrganization): Promise<void> {
    requireUnconfined(caller);
    const organization = await this.organizations.find(organizationId);
    if (!organization) throw new NotFound('Organization not found');
    if (caller.roles.has(organizationId)) return;
    const user = await this.users.find(caller.userId);
    if (!user) throw new NotFound('User not found');
    if (!user.emailVerified) throw new Invalid('Your e-mail address is not verified');
    if (!organization.admits(domainOf(user.email)))
      throw new Invalid('The domain of your e-mail address is none that the organization lets in');
    const role = organization.defaultRole;
    await this.admission.admit(organizationId, user.id, { role, by: 'email-domain', raises: false });
  }
}
