import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { CreateUser } from '../../contract/commands.js';
import { Users } from '../domain/users.js';
import { User } from '../domain/user.js';

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  async execute({ email, displayName, emailVerified }: CreateUser): Promise<string> {
    const user = User.create(email, displayName, this.clock.now(), { emailVerified });
    if (await this.users.findByEmail(user.email)) throw new Conflict('A user with this e-mail address exists');
    await this.users.save(user);
    return user.id;
  }
}
