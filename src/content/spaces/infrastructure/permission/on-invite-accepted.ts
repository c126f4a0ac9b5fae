import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { InviteAccepted } from '#organization';
import { GrantByInvite } from '../../application/permission/permission.commands.js';

/** Who leaves and comes back is followed in order: the end of what was granted before must not end what is granted anew. */
export const MEMBERS = 'content.follow-members';

/** Who came by an invite to a space or a collection reaches it. */
@Injectable()
@ReactsTo(InviteAccepted, 'content.grant-to-invited', { queue: MEMBERS })
export class GrantToInvited {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, userId, target, level }: InviteAccepted): Promise<void> {
    if (target.type === 'organization' || level === null) return;
    await this.dispatcher.run(new GrantByInvite(organization, { kind: target.type, id: target.id }, userId, level));
  }
}
