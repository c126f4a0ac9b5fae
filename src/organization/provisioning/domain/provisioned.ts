import type { ProviderNames } from './resource/user-draft.js';

/** What a provider says of members for one organization alone. */
export abstract class ProvisionedUsers {
  abstract find(organizationId: string, userId: string): Promise<ProviderNames | undefined>;
  abstract save(organizationId: string, userId: string, names: ProviderNames, now: Date): Promise<void>;
}

/** What a provider says of teams, and what provisioning asks of them besides. */
export abstract class ProvisionedGroups {
  abstract externalIdOf(organizationId: string, teamId: string): Promise<string | null>;
  abstract save(organizationId: string, teamId: string, externalId: string | null, now: Date): Promise<void>;
  /**
   * Whether a team of the organization besides `but` has this title, in any case. Locks the titles that provisioning
   * gives until the transaction ends.
   */
  abstract hasTitle(organizationId: string, title: string, but?: string): Promise<boolean>;
  /** The members of a team besides these. */
  abstract membersBesides(organizationId: string, teamId: string, userIds: readonly string[]): Promise<string[]>;
}
