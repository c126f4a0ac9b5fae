import { Audits } from '#kernel/application/audits';
import type { ProvisioningIdentity } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';

/**
 * Makes the user that the body of a request describes a member; answers their id. A refusal, `uniqueness`, where they are
 * one; `invalidValue` where their address is of no domain that the organization has proved.
 */
@Audits('member.joined')
export class ProvisionUser extends Command<string> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly body: unknown,
  ) {
    super();
  }
}

/**
 * Replaces the attributes of a member, or applies the operations of a PATCH. NotFound for who is no member; Conflict for
 * suspending the last administrator; a refusal, `mutability`, for a name or an address beyond the proved domains.
 */
@Audits('member.suspended', 'member.reinstated', 'member.profile-changed')
export class ChangeProvisionedUser extends Command<void> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly userId: string,
    readonly how: 'replace' | 'patch',
    readonly body: unknown,
  ) {
    super();
  }
}

/** Ends a membership, also in every team. NotFound for who is no member; Conflict for the last administrator. */
@Audits('member.removed')
export class RemoveProvisionedUser extends Command<void> {
  constructor(
    readonly by: ProvisioningIdentity,
    readonly userId: string,
  ) {
    super();
  }
}
