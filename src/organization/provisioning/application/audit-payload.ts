import type { ProvisioningIdentity } from '#kernel/application/caller';

/** What the audit trail says of who did it: no user, but the provider with this token. */
export function provisionedBy({ tokenId }: ProvisioningIdentity): { by: 'provisioning'; scimTokenId: string } {
  return { by: 'provisioning', scimTokenId: tokenId };
}
