import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { randomDigits } from '#kernel/domain/id';
import { MakePasswordLink } from '../../contract/commands.js';
import { PasswordLinks } from '../../domain/password/password-ports.js';
import { Users } from '../../domain/ports.js';
import { hashOf } from '../token/create-token.js';
import { StorePassword, UsePasswordLink } from './password.commands.js';

const SECRET_DIGITS = 43;
/** How long a link is good. */
const LINK_MS = 3_600_000;

@CommandHandler(MakePasswordLink)
export class MakePasswordLinkHandler implements ICommandHandler<MakePasswordLink> {
  constructor(
    private readonly users: Users,
    private readonly links: PasswordLinks,
    private readonly clock: Clock,
  ) {}

  async execute({ userId }: MakePasswordLink): Promise<{ secret: string; expiresAt: Date }> {
    if (!(await this.users.find(userId))) throw new NotFound('User not found');
    const secret = randomDigits(SECRET_DIGITS);
    const expiresAt = new Date(this.clock.now().getTime() + LINK_MS);
    await this.links.replace(userId, hashOf(secret), expiresAt);
    return { secret, expiresAt };
  }
}

@CommandHandler(UsePasswordLink)
export class UsePasswordLinkHandler implements ICommandHandler<UsePasswordLink> {
  constructor(
    private readonly links: PasswordLinks,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ secret, hash }: UsePasswordLink): Promise<void> {
    const userId = await this.links.take(hashOf(secret), this.clock.now());
    if (userId === undefined) throw new NotFound('The link is not good, or no longer');
    await this.dispatcher.run(new StorePassword(userId, hash, { any: true }));
  }
}
