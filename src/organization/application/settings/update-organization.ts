import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Conflict, NotFound } from '#kernel/domain/errors';
import { requireVersion } from '#kernel/domain/version-tag';
import { Organizations } from '../../domain/ports.js';
import { SamlProviders } from '../../domain/saml/saml.ports.js';
import { Subdomains } from '../../domain/settings/subdomains.js';
import { UpdateOrganization } from './organization.commands.js';
import { requireAdministrator } from './require-administrator.js';

@CommandHandler(UpdateOrganization)
export class UpdateOrganizationHandler implements ICommandHandler<UpdateOrganization> {
  constructor(
    private readonly organizations: Organizations,
    private readonly subdomains: Subdomains,
    private readonly providers: SamlProviders,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ caller, organizationId, changes, ifMatch }: UpdateOrganization): Promise<void> {
    requireAdministrator(caller, organizationId);
    const organization = await this.organizations.find(organizationId);
    if (!organization) throw new NotFound('Organization not found');
    requireVersion(ifMatch, organization.version);
    if (changes.sso === true && !organization.sso && !(await this.providers.hasActive(organizationId)))
      throw new Conflict('The organization has no SAML provider that people can sign in by');
    const changed = organization.update(changes);
    if (changed.length === 0) return;
    await this.organizations.save(organization);
    if (changed.includes('sso')) await this.callers.everybodyChanged();
    const { hostname, title } = organization;
    if (changed.includes('hostname') && hostname !== null && !(await this.subdomains.take(organizationId, hostname)))
      throw new Conflict(`The hostname "${hostname}" is taken`);
    await this.audit.record({
      organizations: [organizationId],
      action: 'organization.updated',
      actorId: caller.userId,
      target: { type: 'organization', id: organizationId, label: title },
      payload: { changed },
    });
  }
}
