import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { VouchForDomain } from '../../contract/commands.js';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { Organizations } from '../../organizations/domain/organizations.js';
import { EmailDomain, type DomainProof } from '../domain/email-domain.js';
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
    await recordProof(this.audit, organizationId, domain, 'dns', caller.userId);
  }
}

@CommandHandler(VouchForDomain)
export class VouchForDomainHandler implements ICommandHandler<VouchForDomain> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly organizations: Organizations,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, domain: name }: VouchForDomain): Promise<void> {
    if (!(await this.organizations.findToChange(organizationId))) throw new NotFound('Organization not found');
    const now = this.clock.now();
    const claimed = EmailDomain.claim(organizationId, name, now);
    const domain = (await this.domains.findToChange(organizationId, claimed.id)) ?? claimed;
    if (domain.proved) return;
    domain.proveByOperator(now);
    await this.domains.save(domain);
    await recordProof(this.audit, organizationId, domain, 'operator');
  }
}

async function recordProof(
  audit: AuditTrail,
  organizationId: string,
  { id }: EmailDomain,
  by: DomainProof,
  actorId?: string,
): Promise<void> {
  await audit.record({
    organizations: [organizationId],
    action: 'domain.proved',
    ...(actorId !== undefined && { actorId }),
    target: { type: 'domain', id, label: id },
    payload: { by },
  });
}
