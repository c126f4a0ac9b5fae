import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';
import type { PublishedSpace } from '../../../contract/commands.js';
import type { Space } from './space.js';
import type { VisibilityChange } from './space-visibility.js';

/** A space with a caller's role in it; without a role, the caller must not learn that it exists. */
export interface SpaceWithRole {
  space: Space;
  role: Role | undefined;
}

export interface PurgedOfOrganization {
  organizationId: string;
  spaceIds: string[];
}

/** The spaces, as aggregates. */
export abstract class Spaces {
  /** The space, and whether it is published anywhere. */
  abstract findWithRole(caller: Caller, id: string): Promise<(SpaceWithRole & { published: boolean }) | undefined>;
  abstract save(space: Space): Promise<void>;
  /** Records where spaces are published, by their ids; null where they are not. Returns those that this changed. */
  abstract notePublished(
    organizationId: string,
    spaces: ReadonlyMap<string, PublishedSpace | null>,
  ): Promise<VisibilityChange[]>;
  /**
   * Purges at most `limit` spaces of one organization deleted before `before`, with everything stored for them. Returns
   * which; undefined where none is left.
   */
  abstract purge(before: Date, limit: number): Promise<PurgedOfOrganization | undefined>;
}
