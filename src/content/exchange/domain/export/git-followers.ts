import type { WantedSync } from './git-sync.js';

/** The syncs of several spaces at once, for what keeps spaces in step with one branch. */
export abstract class GitFollowers {
  /** The settings of these spaces' syncs, credentials included; spaces without a sync are absent. */
  abstract settings(organizationId: string, spaceIds: readonly string[]): Promise<ReadonlyMap<string, WantedSync>>;
  /** Ends those of these spaces' syncs that are with a branch; answers which. */
  abstract end(
    organizationId: string,
    spaceIds: readonly string[],
    branch: { url: string; ref: string },
  ): Promise<string[]>;
}
