import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { RevokeToken } from '../../contract/commands.js';
import { Members } from '../../members/domain/members.js';
import { Tokens } from '../domain/tokens.js';

@CommandHandler(RevokeToken)
export class RevokeTokenHandler implements ICommandHandler<RevokeToken> {
  constructor(
    private readonly tokens: Tokens,
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ userId, tokenId, confinedTo }: RevokeToken): Promise<void> {
    if (!(await this.tokens.remove(userId, tokenId, confinedTo))) return;
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'token.revoked',
      actorId: userId,
      target: { type: 'token', id: tokenId },
    });
  }
}
