import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import { ScimTokens } from '../../domain/token/scim-tokens.js';
import { DeleteScimToken } from './scim-token.commands.js';

@CommandHandler(DeleteScimToken)
export class DeleteScimTokenHandler implements ICommandHandler<DeleteScimToken> {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ caller, organizationId, scimTokenId }: DeleteScimToken): Promise<void> {
    if (!caller.roles.has(organizationId)) return;
    requireAdministrator(caller, organizationId);
    const token = await this.tokens.remove(organizationId, scimTokenId);
    if (!token) return;
    await this.callers.changed(scimTokenId);
    await this.audit.record({
      organizations: [organizationId],
      action: 'scim-token.deleted',
      actorId: caller.userId,
      target: { type: 'scim-token', id: scimTokenId, label: token.label },
    });
  }
}
