import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { MemberRemoved, TeamDeleted } from '#organization';
import { EndGrants } from '../../application/permission/permission.commands.js';
import { MEMBERS } from './on-invite-accepted.js';

/**
 * Removes the grants of a former member, so that they do not return with a later membership. Until then they have no
 * effect.
 */
@Injectable()
@ReactsTo(MemberRemoved, 'content.end-grants-of-member', { queue: MEMBERS })
export class EndGrantsOfMember {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, user }: MemberRemoved): Promise<void> {
    await this.dispatcher.run(new EndGrants(organization, user));
  }
}

/** Removes the grants of a deleted team. Until then they have no effect, since the team has no members. */
@Injectable()
@ReactsTo(TeamDeleted, 'content.end-grants-of-team')
export class EndGrantsOfTeam {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, team }: TeamDeleted): Promise<void> {
    await this.dispatcher.run(new EndGrants(organization, team));
  }
}
