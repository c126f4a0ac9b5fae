import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { Sessions } from '../../sign-in/domain/session/sessions.js';
import { EmailDomains } from '../domain/email-domains.js';
import { RemoveOrganizationDomain } from './email-domain.commands.js';

@CommandHandler(RemoveOrganizationDomain)
export class RemoveOrganizationDomainHandler implements ICommandHandler<RemoveOrganizationDomain> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly sessions: Sessions,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ caller, organizationId, domain: name }: RemoveOrganizationDomain): Promise<void> {
    if (!caller.roles.has(organizationId)) return;
    requireAdministrator(caller, organizationId);
    const domain = await this.domains.findToChange(organizationId, name.toLowerCase());
    if (!domain) return;
    await this.domains.remove(domain);
    const ended = domain.proved ? await this.sessions.removeOfDomain(organizationId, domain.id) : [];
    await this.callers.changed(...ended);
    await this.audit.record({
      organizations: [organizationId],
      action: 'domain.removed',
      actorId: caller.userId,
      target: { type: 'domain', id: domain.id, label: domain.id },
      payload: { proved: domain.proved, sessionsEnded: ended.length },
    });
  }
}
