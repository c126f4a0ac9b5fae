import { createHash } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { CreateToken } from '../contract/commands.js';
import { Tokens, Users } from '../domain/ports.js';
import { newSecret, Token } from '../domain/token.js';

@CommandHandler(CreateToken)
export class CreateTokenHandler implements ICommandHandler<CreateToken> {
  constructor(
    private readonly users: Users,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, label, expiresAt, confinedTo }: CreateToken): Promise<{ id: string; secret: string }> {
    if (!(await this.users.find(userId))) throw new NotFound('User not found');
    const secret = newSecret();
    const now = this.clock.now();
    const token = Token.create(userId, label, secret, hashOf(secret), expiresAt ?? null, now, confinedTo ?? null);
    await this.tokens.save(token);
    return { id: token.id, secret };
  }
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
