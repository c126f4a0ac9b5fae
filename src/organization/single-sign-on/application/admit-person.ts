import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import { Callers } from '#kernel/application/callers';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { Member } from '../../members/domain/member.js';
import { Members } from '../../members/domain/members.js';
import { Users } from '../../members/domain/users.js';
import { EmailDomains } from '../../domains/domain/email-domains.js';
import { Teams } from '../../teams/domain/teams.js';
import type { Person } from '../domain/person.js';
import type { SamlProvider } from '../domain/saml-provider.js';
import { SignIns } from '../domain/saml.ports.js';
import { SignInRefused } from '../domain/sign-in-refused.js';
import { domainOf, User } from '../../members/domain/user.js';

/**
 * Finds or creates the member whom a provider vouches for; answers the user's id. Any user can create an organization
 * and a provider for it, which can name any address. So the organization must have proved the address's domain, and the
 * session gives access to that organization alone (docs/adr/0027-single-sign-on.md, 0077-proved-domains.md). Throws
 * SignInRefused where the provider may not vouch for the user.
 */
@Audits('member.joined')
export class AdmitPerson extends Command<string> {
  constructor(
    readonly provider: SamlProvider,
    readonly person: Person,
  ) {
    super();
  }
}

@CommandHandler(AdmitPerson)
export class AdmitPersonHandler implements ICommandHandler<AdmitPerson> {
  constructor(
    private readonly users: Users,
    private readonly members: Members,
    private readonly domains: EmailDomains,
    private readonly teams: Teams,
    private readonly signIns: SignIns,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ provider, person }: AdmitPerson): Promise<string> {
    const { organizationId } = provider;
    await this.#requireDomain(organizationId, person.email);
    await this.signIns.lockAddress(person.email);
    const known = await this.users.findByEmail(person.email);
    const member = known && (await this.members.findToAdmit(organizationId, known.id));
    if (member?.disabled) throw new SignInRefused('disabled', `${person.email} is disabled in the organization`);
    if (known && member) {
      if (!member.sso) {
        member.signInBySso();
        await this.members.save(member);
        await this.callers.changed(known.id);
      }
      return known.id;
    }
    const userId = known?.id ?? (await this.#newcomer(person));
    await this.#join(provider, userId, person);
    return userId;
  }

  async #requireDomain(organizationId: string, email: string): Promise<void> {
    if (await this.domains.proves(organizationId, domainOf(email))) return;
    throw new SignInRefused('domain', `${email} is of no domain that the organization has proved`);
  }

  /** The one place where single sign-on creates users. A provider's claim verifies no address: see the ADR. */
  async #newcomer({ email, displayName }: Person): Promise<string> {
    const user = User.create(email, displayName, this.clock.now());
    await this.users.save(user);
    return user.id;
  }

  async #join(provider: SamlProvider, userId: string, { displayName }: Person): Promise<void> {
    const { organizationId } = provider;
    const { role, team } = provider.welcome;
    const member = Member.join(organizationId, userId, role, this.clock.now());
    member.signInBySso();
    await this.members.save(member);
    if (team !== null) await this.teams.join(organizationId, team, userId);
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: [organizationId],
      action: 'member.joined',
      actorId: userId,
      target: { type: 'member', id: userId, label: displayName },
      payload: { role, team, method: 'saml', provider: provider.id },
    });
  }
}
