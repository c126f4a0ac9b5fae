import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { EnsureAdministrator } from '../../contract/commands.js';
import { Tokens, Users } from '../../domain/ports.js';
import { Token } from '../../domain/token.js';
import { User } from '../../domain/user.js';
import { hashOf } from '../token/create-token.js';

@CommandHandler(EnsureAdministrator)
export class EnsureAdministratorHandler implements ICommandHandler<EnsureAdministrator> {
  constructor(
    private readonly users: Users,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
  ) {}

  async execute({ secret }: EnsureAdministrator): Promise<{ userId: string; created: boolean }> {
    const now = this.clock.now();
    const known = await this.users.findAdministrator();
    const user = known ?? User.create('admin@localhost', 'Administrator', now, { administrator: true });
    if (!known) await this.users.save(user);
    if (!(await this.tokens.findByHash(hashOf(secret)))) {
      await this.tokens.save(Token.create(user.id, 'First administrator', secret, hashOf(secret), {}, now));
    }
    return { userId: user.id, created: !known };
  }
}
