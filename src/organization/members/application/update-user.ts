import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireUnconfined } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { Users } from '../domain/users.js';
import { UpdateUser } from './user.commands.js';

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(private readonly users: Users) {}

  async execute({ caller, userId, changes }: UpdateUser): Promise<void> {
    if (userId !== caller.userId) {
      if (await this.users.shareOrganization(userId, caller.userId))
        throw new Forbidden('Only a user themselves may change what others see of them');
      throw new NotFound('User not found');
    }
    requireUnconfined(caller);
    const user = await this.users.find(userId);
    if (!user) throw new NotFound('User not found');
    user.update(changes);
    await this.users.save(user);
  }
}
