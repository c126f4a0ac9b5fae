import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { InviteTargets } from '../../contract/queries.js';
import { Invite, publicInviteId } from '../domain/invite.js';
import { Invites } from '../domain/invites.js';
import { Organizations } from '../../organizations/domain/organizations.js';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { CreateInviteLink } from './invite.commands.js';

const NOUNS = { space: 'Space', collection: 'Collection' } as const;

@CommandHandler(CreateInviteLink)
export class CreateInviteLinkHandler implements ICommandHandler<CreateInviteLink> {
  constructor(
    private readonly organizations: Organizations,
    private readonly invites: Invites,
    private readonly dispatcher: Dispatcher,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, target, level }: CreateInviteLink): Promise<string> {
    requireAdministrator(caller, organizationId);
    const organization = await this.organizations.find(organizationId);
    if (!organization) throw new NotFound('Organization not found');
    if (!organization.inviteLinks) throw new Forbidden('The organization takes no invite links');
    if (target.type !== 'organization') {
      const found = await this.dispatcher.ask(new InviteTargets(caller, organizationId, [target]));
      if (!found.has(target.id)) throw new NotFound(`${NOUNS[target.type]} not found`);
    }
    const invite = Invite.link(organizationId, target, level, caller.userId, this.clock.now());
    await this.invites.save(invite);
    await this.audit.record({
      organizations: [organizationId],
      action: 'link-invite.created',
      actorId: caller.userId,
      target: { type: 'link-invite', id: publicInviteId(invite.id) },
      payload: { target, level },
    });
    return invite.id;
  }
}
