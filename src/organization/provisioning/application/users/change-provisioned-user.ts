import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { EmailDomains } from '../../../domains/domain/email-domains.js';
import type { Member } from '../../../members/domain/member.js';
import { Members } from '../../../members/domain/members.js';
import { domainOf, type User } from '../../../members/domain/user.js';
import { Users } from '../../../members/domain/users.js';
import { ProvisionedUsers } from '../../domain/provisioned.js';
import { changedUser, NO_NAMES } from '../../domain/resource/changed-user.js';
import type { UserAttributes } from '../../domain/resource/user-draft.js';
import { ScimRefusal } from '../../domain/scim-refusal.js';
import { provisionedBy } from '../audit-payload.js';
import { ChangeProvisionedUser } from './user.commands.js';

@CommandHandler(ChangeProvisionedUser)
export class ChangeProvisionedUserHandler implements ICommandHandler<ChangeProvisionedUser> {
  constructor(
    private readonly users: Users,
    private readonly members: Members,
    private readonly domains: EmailDomains,
    private readonly provisioned: ProvisionedUsers,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(command: ChangeProvisionedUser): Promise<void> {
    const { by, userId, how, body } = command;
    const { organizationId } = by;
    // Locks the organization before the member, as every change of roles does.
    const others = await this.members.countOtherAdministrators(organizationId, userId);
    const member = await this.members.findToAdmit(organizationId, userId);
    const user = member && (await this.users.find(userId));
    if (!member || !user) throw new NotFound('User not found');
    const names = (await this.provisioned.find(organizationId, userId)) ?? NO_NAMES;
    const before = { ...names, address: user.email, displayName: user.displayName, active: !member.disabled };
    const wanted = changedUser(before, how, body);
    await this.#changeAccess(command, member, wanted, others);
    await this.#changeProfile(command, user, wanted);
    await this.provisioned.save(organizationId, userId, wanted, this.clock.now());
  }

  async #changeAccess(
    { by, userId }: ChangeProvisionedUser,
    member: Member,
    { active }: UserAttributes,
    others: number,
  ): Promise<void> {
    if (active === !member.disabled) return;
    if (active) member.reinstate();
    else member.suspend(others);
    await this.members.save(member);
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: [by.organizationId],
      action: active ? 'member.reinstated' : 'member.suspended',
      target: { type: 'member', id: userId },
      payload: provisionedBy(by),
    });
  }

  /** What all organizations of the user see: for those alone whose domain vouches for the user. */
  async #changeProfile({ by, userId }: ChangeProvisionedUser, user: User, wanted: UserAttributes): Promise<void> {
    const { organizationId } = by;
    const [name, address] = [wanted.displayName ?? user.displayName, wanted.address];
    const changed = [
      ...(name === user.displayName ? [] : ['displayName']),
      ...(address === user.email ? [] : ['address']),
    ];
    if (changed.length === 0) return;
    for (const one of new Set([user.email, address])) {
      if (await this.domains.proves(organizationId, domainOf(one))) continue;
      // Providers send the whole user to end their access, which nothing else may prevent.
      if (!wanted.active) return;
      throw new ScimRefusal(
        'mutability',
        `The name and the address of ${user.email} can’t be changed: ${domainOf(one)} is no domain that the organization has proved`,
        403,
      );
    }
    if (address !== user.email) await this.#rename(user, address);
    user.update({ displayName: name });
    await this.users.save(user);
    await this.audit.record({
      organizations: [organizationId],
      action: 'member.profile-changed',
      target: { type: 'member', id: userId, label: name },
      payload: { changed, ...provisionedBy(by) },
    });
  }

  async #rename(user: User, address: string): Promise<void> {
    await this.users.lockAddress(address);
    if (await this.users.findByEmail(address))
      throw new ScimRefusal('uniqueness', `There is a user with the address ${address}`);
    user.changeEmail(address);
  }
}
