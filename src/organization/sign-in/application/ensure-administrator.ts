import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { hashOf } from '#kernel/domain/secret-hash';
import { EnsureAdministrator } from '../../contract/commands.js';
import { Users } from '../../members/domain/users.js';
import { Tokens } from '../../tokens/domain/tokens.js';
import { Token } from '../../tokens/domain/token.js';
import { User } from '../../members/domain/user.js';

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
    if (known) return { userId: known.id, created: false };
    const user = User.create('admin@localhost', 'Administrator', now, { administrator: true });
    await this.users.save(user);
    const token = secret();
    await this.tokens.save(Token.create(user.id, 'First administrator', token, hashOf(token), {}, now));
    return { userId: user.id, created: true };
  }
}
