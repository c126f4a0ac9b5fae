import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiAddress } from '#kernel/application/api-address';
import { AuditTrail } from '#kernel/application/audit-trail';
import type { Role } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Invite, INVITE_MS } from '../domain/invite.js';
import { Invites } from '../domain/invites.js';
import { inviteMessage } from '../domain/invite-message.js';
import { MailQueue } from '../../mail/domain/mail.js';
import type { Organization } from '../../organizations/domain/organization.js';
import { Users } from '../../members/domain/users.js';
import { Organizations } from '../../organizations/domain/organizations.js';
import { domainOf, validEmail, type User } from '../../members/domain/user.js';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { InviteUsers, type InvitationOutcome } from './invite.commands.js';

interface Wanted {
  email: string;
  role: Role | null;
  sso: boolean;
}

@CommandHandler(InviteUsers)
export class InviteUsersHandler implements ICommandHandler<InviteUsers> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly invites: Invites,
    private readonly mail: MailQueue,
    private readonly audit: AuditTrail,
    private readonly address: ApiAddress,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, people, options }: InviteUsers): Promise<InvitationOutcome> {
    requireAdministrator(caller, organizationId);
    const organization = await this.organizations.find(organizationId);
    const inviter = await this.users.find(caller.userId);
    if (!organization || !inviter) throw new NotFound('Organization not found');
    const sso = options.sso ?? false;
    const role = options.role === undefined ? organization.defaultRole : options.role;
    const wanted = new Map<string, Wanted>();
    for (const person of people) {
      const email = validEmail(person.email);
      wanted.set(email, { email, role: person.role === undefined ? role : person.role, sso });
    }
    const members = await this.users.membersByEmail(organizationId, [...wanted.keys()]);
    const strangers = [...wanted.values()].filter(({ email }) => !members.has(email));
    const failed = sso ? strangers.filter(({ email }) => !organization.admits(domainOf(email))) : [];
    const invited = strangers.filter((person) => !failed.includes(person));
    await this.#invite(organization, inviter, invited);
    return {
      users: [...members.values()],
      invited: invited.length,
      failedSSOEmails: failed.map(({ email }) => email),
    };
  }

  async #invite(organization: Organization, inviter: User, people: readonly Wanted[]): Promise<void> {
    const organizationId = organization.id;
    const mailed = await this.invites.findMailed(
      organizationId,
      people.map(({ email }) => email),
    );
    const known = new Map(mailed.map((invite) => [invite.email, invite]));
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + INVITE_MS);
    for (const person of people) {
      const before = known.get(person.email);
      const { invite, secret } = before
        ? { invite: before, secret: before.renew(person, inviter.id, now) }
        : Invite.mailed(organizationId, person, inviter.id, now);
      await this.invites.save(invite);
      await this.mail.enqueue(
        inviteMessage({
          to: person.email,
          organizationTitle: organization.title,
          inviter: inviter.displayName,
          link: `${this.address.url}/invite/${secret}`,
          expiresAt,
        }),
        expiresAt,
      );
      await this.audit.record({
        organizations: [organizationId],
        action: 'invite.created',
        actorId: inviter.id,
        target: { type: 'invite', id: invite.id, label: person.email },
        payload: { role: person.role, sso: person.sso },
      });
    }
  }
}
