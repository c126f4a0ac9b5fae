import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';

/**
 * Creates a token for the provisioning of an organization; for its administrators. The secret is in the answer only: the
 * server stores its hash. Invalid where the organization has ten.
 */
@Audits('scim-token.created')
export class CreateScimToken extends Command<{ id: string; secret: string }> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly label: string,
    readonly expiresAt: Date | undefined,
  ) {
    super();
  }
}

/** Deletes a token. One that the caller can't see, or that there is not, is no error. */
@Audits('scim-token.deleted')
export class DeleteScimToken extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly scimTokenId: string,
  ) {
    super();
  }
}
