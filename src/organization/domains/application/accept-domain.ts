import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { AcceptDomain } from '../../contract/commands.js';
import { Organizations } from '../../organizations/domain/organizations.js';
import { EmailDomain } from '../domain/email-domain.js';
import { EmailDomains } from '../domain/email-domains.js';

@CommandHandler(AcceptDomain)
export class AcceptDomainHandler implements ICommandHandler<AcceptDomain> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly organizations: Organizations,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, domain: name }: AcceptDomain): Promise<void> {
    if (!(await this.organizations.findToChange(organizationId))) throw new NotFound('Organization not found');
    const now = this.clock.now();
    const claimed = EmailDomain.claim(organizationId, name, now);
    const domain = (await this.domains.findToChange(organizationId, claimed.id)) ?? claimed;
    if (domain.proved) return;
    domain.proveByOperator(now);
    await this.domains.save(domain);
    await this.audit.record({
      organizations: [organizationId],
      action: 'domain.proved',
      target: { type: 'domain', id: domain.id, label: domain.id },
      payload: { by: 'operator' },
    });
  }
}
