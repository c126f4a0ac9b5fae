import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Invalid } from '#kernel/domain/errors';
import { hashOf } from '#kernel/domain/secret-hash';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import { newScimSecret, ScimToken } from '../../domain/token/scim-token.js';
import { MOST_SCIM_TOKENS, ScimTokens } from '../../domain/token/scim-tokens.js';
import { CreateScimToken } from './scim-token.commands.js';

@CommandHandler(CreateScimToken)
export class CreateScimTokenHandler implements ICommandHandler<CreateScimToken> {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({
    caller,
    organizationId,
    label,
    expiresAt,
  }: CreateScimToken): Promise<{ id: string; secret: string }> {
    requireAdministrator(caller, organizationId);
    const secret = newScimSecret();
    const now = this.clock.now();
    const token = ScimToken.create(organizationId, { label, expiresAt }, { secret, hash: hashOf(secret) }, now);
    if ((await this.tokens.count(organizationId)) >= MOST_SCIM_TOKENS)
      throw new Invalid(`An organization takes at most ${MOST_SCIM_TOKENS} tokens for provisioning`);
    await this.tokens.save(token);
    await this.audit.record({
      organizations: [organizationId],
      action: 'scim-token.created',
      actorId: caller.userId,
      target: { type: 'scim-token', id: token.id, label: token.label },
      payload: expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() },
    });
    return { id: token.id, secret };
  }
}
