import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { MemberRemoved, TeamDeleted } from '#organization';
import { EndGrants } from '../../application/permission/permission.commands.js';
import { MEMBERS } from './on-invite-accepted.js';

/** Who is a member again later begins anew. Until then what was granted counts for nothing already. */
@Injectable()
@ReactsTo(MemberRemoved, 'content.end-grants-of-member', { queue: MEMBERS })
export class EndGrantsOfMember {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, user }: MemberRemoved): Promise<void> {
    await this.dispatcher.run(new EndGrants(organization, user));
  }
}

/** Nobody is in the team any more, so what was granted to it counts for nothing already. */
@Injectable()
@ReactsTo(TeamDeleted, 'content.end-grants-of-team')
export class EndGrantsOfTeam {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, team }: TeamDeleted): Promise<void> {
    await this.dispatcher.run(new EndGrants(organization, team));
  }
}
