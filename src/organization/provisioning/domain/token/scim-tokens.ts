import type { ProvisioningIdentity } from '#kernel/application/caller';
import type { ScimToken } from './scim-token.js';

/** Most tokens of an organization, so that old ones can be replaced one after the other. */
export const MOST_SCIM_TOKENS = 10;

export abstract class ScimTokens {
  /** How many an organization has. Locks the count until the transaction ends. */
  abstract count(organizationId: string): Promise<number>;
  abstract save(token: ScimToken): Promise<void>;
  /** Removes a token; returns it if there was one. */
  abstract remove(organizationId: string, tokenId: string): Promise<ScimToken | undefined>;
  /** Stores when tokens were last used. */
  abstract recordUse(uses: readonly (ProvisioningIdentity & { at: Date })[]): Promise<void>;
}
