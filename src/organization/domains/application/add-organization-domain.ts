import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Conflict, Invalid } from '#kernel/domain/errors';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { EmailDomain } from '../domain/email-domain.js';
import { EmailDomains, MOST_DOMAINS } from '../domain/email-domains.js';
import { AddOrganizationDomain } from './email-domain.commands.js';

@CommandHandler(AddOrganizationDomain)
export class AddOrganizationDomainHandler implements ICommandHandler<AddOrganizationDomain> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, domain: name }: AddOrganizationDomain): Promise<string> {
    requireAdministrator(caller, organizationId);
    const domain = EmailDomain.claim(organizationId, name, this.clock.now());
    const count = await this.domains.count(organizationId);
    if (await this.domains.findToChange(organizationId, domain.id))
      throw new Conflict(`The organization has the domain ${domain.id} already`);
    if (count >= MOST_DOMAINS) throw new Invalid(`An organization takes at most ${MOST_DOMAINS} domains`);
    await this.domains.save(domain);
    await this.audit.record({
      organizations: [organizationId],
      action: 'domain.added',
      actorId: caller.userId,
      target: { type: 'domain', id: domain.id, label: domain.id },
    });
    return domain.id;
  }
}
