import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { hashOf } from '#kernel/domain/secret-hash';
import { MakePasswordLink } from '../../../contract/commands.js';
import { newPasswordLink, PasswordLinks } from '../../domain/password/password-link.js';
import { Members } from '../../../members/domain/members.js';
import { Users } from '../../../members/domain/users.js';
import { Tokens } from '../../../tokens/domain/tokens.js';
import { StorePassword, UsePasswordLink } from './password.commands.js';

@CommandHandler(MakePasswordLink)
export class MakePasswordLinkHandler implements ICommandHandler<MakePasswordLink> {
  constructor(
    private readonly users: Users,
    private readonly links: PasswordLinks,
    private readonly clock: Clock,
  ) {}

  async execute({ userId }: MakePasswordLink): Promise<{ secret: string; expiresAt: Date }> {
    if (!(await this.users.find(userId))) throw new NotFound('User not found');
    const { secret, link } = newPasswordLink(userId, this.clock.now());
    await this.links.replace(link);
    return { secret, expiresAt: link.expiresAt };
  }
}

@CommandHandler(UsePasswordLink)
export class UsePasswordLinkHandler implements ICommandHandler<UsePasswordLink> {
  constructor(
    private readonly links: PasswordLinks,
    private readonly users: Users,
    private readonly tokens: Tokens,
    private readonly members: Members,
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ secret, hash }: UsePasswordLink): Promise<void> {
    const link = await this.links.take(hashOf(secret), this.clock.now());
    if (!link) throw new NotFound('The link is not good, or no longer');
    if (link.mailed) await this.#proveAddress(link.userId);
    await this.dispatcher.run(new StorePassword(link.userId, hash, { any: true }));
  }

  /**
   * A user with the mailed link can read the mail of the address. Where that was not verified before, the account may
   * have been created by another person with an address that is not theirs: their tokens are revoked.
   */
  async #proveAddress(userId: string): Promise<void> {
    const user = await this.users.find(userId);
    if (!user || user.emailVerified) return;
    user.verifyEmail();
    await this.users.save(user);
    const revoked = await this.tokens.removeAll(userId);
    const organizations = await this.members.organizationsOf(userId);
    await this.audit.record(
      ...revoked.map((id) => ({
        organizations,
        action: 'token.revoked',
        actorId: userId,
        target: { type: 'token', id },
      })),
    );
  }
}
