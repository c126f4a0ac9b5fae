import type { Caller, ProvisioningIdentity } from '#kernel/application/caller';
import { Invalid, Unauthenticated } from '#kernel/domain/errors';
import { ScimRefusal, type ScimType } from '../../domain/scim-refusal.js';

/** The provisioning that calls. Throws Unauthenticated for any other caller. */
export function requireProvisioning({ provisioning }: Caller): ProvisioningIdentity {
  if (!provisioning) throw new Unauthenticated('This address takes the token of an organization’s provisioning');
  return provisioning;
}

/** The kind of a refusal as SCIM has it, where it has one. */
export function scimTypeOf(error: unknown): ScimType | undefined {
  if (error instanceof ScimRefusal) return error.scimType;
  return error instanceof Invalid ? 'invalidValue' : undefined;
}
