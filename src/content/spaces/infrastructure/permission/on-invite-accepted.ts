import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { InviteAccepted } from '#organization';
import { GrantByInvite } from '../../application/permission/permission.commands.js';

/**
 * The queue of reactions to members who join and leave. It runs them in order: removing the old grants of a user who
 * left and came back must not remove the new ones.
 */
export const MEMBERS = 'content.follow-members';

/** Grants a user who accepted an invite to a space or collection access to it. */
@Injectable()
@ReactsTo(InviteAccepted, 'content.grant-to-invited', { queue: MEMBERS })
export class GrantToInvited {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, userId, target, level }: InviteAccepted): Promise<void> {
    if (target.type === 'organization' || level === null) return;
    await this.dispatcher.run(new GrantByInvite(organization, { kind: target.type, id: target.id }, userId, level));
  }
}
