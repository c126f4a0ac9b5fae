import { Audits } from '#kernel/application/audits';
import type { ProvisioningIdentity } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';

/**
 * Makes the team that the body of a request describes; answers its id. A refusal, `uniqueness`, where a team has its
 * title; Invalid where a member of it is no member of the organization.
 */
@Audits('team.created', 'team.member-added')
export class ProvisionGroup extends Command<string> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly body: unknown,
  ) {
    super();
  }
}

/**
 * Replaces the attributes of a team, or applies the operations of a PATCH. Only those members are read that it names, and
 * those who leave. NotFound where there is no such team.
 */
@Audits('team.renamed', 'team.member-added', 'team.member-removed')
export class ChangeProvisionedGroup extends Command<void> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly groupId: string,
    readonly how: 'replace' | 'patch',
    readonly body: unknown,
  ) {
    super();
  }
}

/** Deletes a team and what was granted to it. NotFound where there is no such team. */
@Audits('team.deleted')
export class RemoveProvisionedGroup extends Command<void> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly groupId: string,
  ) {
    super();
  }
}
