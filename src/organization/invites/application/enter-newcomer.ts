import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Command } from '#kernel/domain/messages';
import { AcceptInvite, CreateUser } from '../../contract/commands.js';
import { OpenSession, type OpenedSession } from '../../sign-in/application/session/open-session.js';
import { StorePassword } from '../../sign-in/application/password/password.commands.js';

/** Creates a user for a visitor who has an invite, with a password, admits and signs them in: all of it or nothing. */
@NotAudited('the commands it runs say what happened')
export class EnterNewcomer extends Command<OpenedSession> {
  constructor(
    readonly secret: string,
    readonly person: { email: string; displayName: string },
    /** The hash of the password. */
    readonly hash: string,
  ) {
    super();
  }
}

@CommandHandler(EnterNewcomer)
export class EnterNewcomerHandler implements ICommandHandler<EnterNewcomer> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ secret, person, hash }: EnterNewcomer): Promise<OpenedSession> {
    const userId = await this.dispatcher.run(new CreateUser(person.email, person.displayName));
    await this.dispatcher.run(new AcceptInvite(secret, userId));
    await this.dispatcher.run(new StorePassword(userId, hash, undefined));
    return this.dispatcher.run(new OpenSession(userId, { kind: 'invite' }));
  }
}
