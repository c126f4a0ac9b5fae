import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import { Callers } from '#kernel/application/callers';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { EmailDomains } from '../../domains/domain/email-domains.js';
import { Member } from '../../members/domain/member.js';
import { Members } from '../../members/domain/members.js';
import { domainOf, User } from '../../members/domain/user.js';
import { Users } from '../../members/domain/users.js';
import { Teams } from '../../teams/domain/teams.js';
import type { Person } from '../domain/person.js';
import type { Placement } from '../domain/placement.js';
import { SignInRefused } from '../domain/sign-in-refused.js';
import type { Voucher } from '../domain/voucher.js';
import { placeMember, type PlacementPorts } from './place-member.js';

/**
 * Finds or creates the member whom a provider vouches for, and gives them what their groups say; answers the user's id.
 * Any user can create an organization and a provider for it, which can name any address. So the organization must have
 * proved the address's domain, and the session gives access to that organization alone
 * (docs/adr/0027-single-sign-on.md, 0077-proved-domains.md). Throws SignInRefused where the provider may not vouch for
 * the user.
 */
@Audits('member.joined', 'member.role-changed', 'team.member-added', 'team.member-removed')
export class AdmitPerson extends Command<string> {
  constructor(
    readonly provider: Voucher,
    readonly person: Person,
    /** What their groups give them; undefined leaves members as they are. */
    readonly placement?: Placement,
  ) {
    super();
  }
}

@CommandHandler(AdmitPerson)
export class AdmitPersonHandler implements ICommandHandler<AdmitPerson>, PlacementPorts {
  constructor(
    readonly users: Users,
    readonly members: Members,
    readonly teams: Teams,
    readonly callers: Callers,
    readonly audit: AuditTrail,
    private readonly domains: EmailDomains,
    private readonly clock: Clock,
  ) {}

  async execute({ provider, person, placement }: AdmitPerson): Promise<string> {
    const { organizationId } = provider;
    await this.#requireDomain(organizationId, person.email);
    await this.users.lockAddress(person.email);
    const known = await this.users.findByEmail(person.email);
    // Counted before the member is loaded, which is then locked: everybody who changes roles does it in this order.
    const mayLower = known !== undefined && placement?.role !== undefined && placement.role !== 'admin';
    const others = mayLower ? await this.members.countOtherAdministrators(organizationId, known.id) : 0;
    const member = known && (await this.members.findToAdmit(organizationId, known.id));
    if (member?.disabled) throw new SignInRefused('disabled', `${person.email} is disabled in the organization`);
    if (known && member) await this.#welcomeBack(provider, member, placement, others);
    else return this.#join(provider, known?.id ?? (await this.#newcomer(person)), person, placement);
    return known.id;
  }

  async #requireDomain(organizationId: string, email: string): Promise<void> {
    if (await this.domains.proves(organizationId, domainOf(email))) return;
    throw new SignInRefused('domain', `${email} is of no domain that the organization has proved`);
  }

  async #welcomeBack(
    provider: Voucher,
    member: Member,
    placement: Placement | undefined,
    otherAdministrators: number,
  ): Promise<void> {
    const first = !member.sso;
    if (first) member.signInBySso();
    const changed = placement && (await placeMember(this, provider, member, placement, otherAdministrators));
    if (first || changed?.role) await this.members.save(member);
    if (first || changed?.role || changed?.teams) await this.callers.changed(member.id);
  }

  /** The one place where single sign-on creates users. A provider's claim verifies no address: see the ADR. */
  async #newcomer({ email, displayName }: Person): Promise<string> {
    const user = User.create(email, displayName, this.clock.now());
    await this.users.save(user);
    return user.id;
  }

  async #join(
    provider: Voucher,
    userId: string,
    { displayName }: Person,
    placement: Placement | undefined,
  ): Promise<string> {
    const { organizationId, welcome } = provider;
    const role = placement?.role === undefined ? welcome.role : placement.role;
    const member = Member.join(organizationId, userId, role, this.clock.now());
    member.signInBySso();
    await this.members.save(member);
    const team = welcome.team === null ? [] : [welcome.team];
    const teams = { join: [...new Set([...team, ...(placement?.join ?? [])])], leave: [] };
    const { joined } = await this.teams.follow(organizationId, userId, teams);
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: [organizationId],
      action: 'member.joined',
      actorId: userId,
      target: { type: 'member', id: userId, label: displayName },
      payload: { role, team: welcome.team, teams: joined, method: provider.protocol, provider: provider.id },
    });
    return userId;
  }
}
