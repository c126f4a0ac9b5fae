import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { hashOf } from '#kernel/domain/secret-hash';
import { CreateToken } from '../../contract/commands.js';
import { Members } from '../../members/domain/members.js';
import { Users } from '../../members/domain/users.js';
import { Tokens } from '../domain/tokens.js';
import { newSecret, Token } from '../domain/token.js';

@CommandHandler(CreateToken)
export class CreateTokenHandler implements ICommandHandler<CreateToken> {
  constructor(
    private readonly users: Users,
    private readonly tokens: Tokens,
    private readonly members: Members,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, label, limits }: CreateToken): Promise<{ id: string; secret: string }> {
    if (!(await this.users.find(userId))) throw new NotFound('User not found');
    const secret = newSecret();
    const token = Token.create(userId, label, secret, hashOf(secret), limits, this.clock.now());
    await this.tokens.save(token);
    const { secondFactor: _, ...recorded } = limits;
    await this.audit.record({
      organizations: await this.members.organizationsOf(userId),
      action: 'token.created',
      actorId: userId,
      target: { type: 'token', id: token.id, label },
      payload: recorded,
    });
    return { id: token.id, secret };
  }
}
