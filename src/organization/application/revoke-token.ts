import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Callers } from '#kernel/application/callers';
import { RevokeToken } from '../contract/commands.js';
import { Tokens } from '../domain/ports.js';

@CommandHandler(RevokeToken)
export class RevokeTokenHandler implements ICommandHandler<RevokeToken> {
  constructor(
    private readonly tokens: Tokens,
    private readonly callers: Callers,
  ) {}

  async execute({ userId, tokenId, confinedTo }: RevokeToken): Promise<void> {
    if (await this.tokens.remove(userId, tokenId, confinedTo)) await this.callers.changed(userId);
  }
}
