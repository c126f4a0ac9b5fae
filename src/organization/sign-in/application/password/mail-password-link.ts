import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiAddress } from '#kernel/application/api-address';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { MailQueue } from '../../../mail/domain/mail.js';
import { passwordMessage } from '../../domain/password/password-message.js';
import { newPasswordLink, PasswordLinks } from '../../domain/password/password-link.js';
import { Members } from '../../../members/domain/members.js';
import { Users } from '../../../members/domain/users.js';
import { IsInvited } from './password.queries.js';

/**
 * Mails a link to the user with this address, by which they set another password or their first. Does nothing where
 * there is no such user; where the address is unverified, unless an organization has invited it meanwhile; and where
 * enough links were mailed. That an organization requires single sign-on makes no difference, as for signing in with a
 * password: such a session does not give access to it.
 */
@Audits('user.password-link-mailed')
export class MailPasswordLink extends Command<void> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(MailPasswordLink)
export class MailPasswordLinkHandler implements ICommandHandler<MailPasswordLink> {
  constructor(
    private readonly users: Users,
    private readonly dispatcher: Dispatcher,
    private readonly links: PasswordLinks,
    private readonly members: Members,
    private readonly mail: MailQueue,
    private readonly audit: AuditTrail,
    private readonly address: ApiAddress,
    private readonly clock: Clock,
  ) {}

  async execute({ email }: MailPasswordLink): Promise<void> {
    const now = this.clock.now();
    const user = await this.users.findByEmail(email);
    if (!user || !(user.emailVerified || (await this.dispatcher.ask(new IsInvited(email))))) return;
    const { secret, link } = newPasswordLink(user.id, now);
    if (!(await this.links.replaceMailed(link, now))) return;
    const { url } = this.address;
    const { expiresAt } = link;
    const { host } = new URL(url);
    await this.mail.enqueue(
      passwordMessage({ to: email, host, link: `${url}/password/${secret}`, expiresAt }),
      expiresAt,
    );
    await this.audit.record({
      organizations: await this.members.organizationsOf(user.id),
      action: 'user.password-link-mailed',
      target: { type: 'user', id: user.id },
    });
  }
}
