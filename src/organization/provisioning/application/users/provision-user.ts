import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { beginningOf } from '#kernel/domain/characters';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { EmailDomains } from '../../../domains/domain/email-domains.js';
import { Member } from '../../../members/domain/member.js';
import { Members } from '../../../members/domain/members.js';
import { domainOf, User } from '../../../members/domain/user.js';
import { Users } from '../../../members/domain/users.js';
import { Organizations } from '../../../organizations/domain/organizations.js';
import { ProvisionedUsers } from '../../domain/provisioned.js';
import { readUser, settled, type UserAttributes } from '../../domain/resource/user-draft.js';
import { ScimRefusal } from '../../domain/scim-refusal.js';
import { provisionedBy } from '../audit-payload.js';
import { ProvisionUser } from './user.commands.js';

const MAX_NAME = 64;
/** A newcomer is never the last administrator. */
const OTHERS = 1;

@CommandHandler(ProvisionUser)
export class ProvisionUserHandler implements ICommandHandler<ProvisionUser> {
  constructor(
    private readonly users: Users,
    private readonly members: Members,
    private readonly organizations: Organizations,
    private readonly domains: EmailDomains,
    private readonly provisioned: ProvisionedUsers,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ by, body }: ProvisionUser): Promise<string> {
    const { organizationId } = by;
    const wanted = settled(readUser(body, true));
    await this.users.lockAddress(wanted.address);
    const known = await this.users.findByEmail(wanted.address);
    if (known && (await this.members.findToAdmit(organizationId, known.id)))
      throw new ScimRefusal('uniqueness', `${wanted.address} is a member already`);
    if (!(await this.domains.proves(organizationId, domainOf(wanted.address))))
      throw new ScimRefusal('invalidValue', `${wanted.address} is of no domain that the organization has proved`);
    const organization = await this.organizations.find(organizationId);
    if (!organization) throw new NotFound('Organization not found');
    const user = await this.#savedUser(known, wanted);
    const now = this.clock.now();
    const member = Member.join(organizationId, user.id, organization.defaultRole, now);
    if (!wanted.active) member.suspend(OTHERS);
    await this.members.save(member);
    await this.provisioned.save(organizationId, user.id, wanted, now);
    await this.callers.changed(user.id);
    await this.audit.record({
      organizations: [organizationId],
      action: 'member.joined',
      target: { type: 'member', id: user.id, label: user.displayName },
      payload: { role: member.role, disabled: member.disabled, ...provisionedBy(by) },
    });
    return user.id;
  }

  /** A provider's word verifies no address: see docs/adr/0027-single-sign-on.md. */
  async #savedUser(known: User | undefined, { address, displayName }: UserAttributes): Promise<User> {
    const name = displayName ?? known?.displayName ?? beginningOf(address, MAX_NAME);
    const user = known ?? User.create(address, name, this.clock.now());
    if (known?.displayName === name) return known;
    user.update({ displayName: name });
    await this.users.save(user);
    return user;
  }
}
