import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { Users } from '../domain/ports.js';
import { UpdateUser } from './user.commands.js';

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(private readonly users: Users) {}

  async execute({ caller, userId, changes }: UpdateUser): Promise<void> {
    const user = userId === caller.userId ? await this.users.find(userId) : undefined;
    if (!user) throw new NotFound('User not found');
    user.update(changes);
    await this.users.save(user);
  }
}
