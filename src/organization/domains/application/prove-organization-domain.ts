import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { EmailDomains } from '../domain/email-domains.js';
import { ProveOrganizationDomain } from './email-domain.commands.js';

@CommandHandler(ProveOrganizationDomain)
export class ProveOrganizationDomainHandler implements ICommandHandler<ProveOrganizationDomain> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, domain: name, texts }: ProveOrganizationDomain): Promise<void> {
    requireAdministrator(caller, organizationId);
    const domain = await this.domains.findToChange(organizationId, name.toLowerCase());
    if (!domain) throw new NotFound('Domain not found');
    if (domain.proved) return;
    domain.proveByRecord(texts, this.clock.now());
    await this.domains.save(domain);
    await this.audit.record({
      organizations: [organizationId],
      action: 'domain.proved',
      actorId: caller.userId,
      target: { type: 'domain', id: domain.id, label: domain.id },
      payload: { by: 'dns' },
    });
  }
}
