import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';
import type { PublishedSpace } from '../../../contract/commands.js';
import type { Space } from './space.js';

/** A space, with the role that somebody has in it; they may not know of it where they have none. */
export interface SpaceWithRole {
  space: Space;
  role: Role | undefined;
}

/** The spaces, as aggregates. */
export abstract class Spaces {
  abstract held(caller: Caller, id: string): Promise<SpaceWithRole | undefined>;
  abstract save(space: Space): Promise<void>;
  /** Keeps where spaces are published, by their ids; null where nowhere. */
  abstract notePublished(organizationId: string, spaces: ReadonlyMap<string, PublishedSpace | null>): Promise<void>;
  /** Removes for good the spaces deleted before `before`, with all they hold; at most `limit`. Answers which. */
  abstract purge(before: Date, limit: number): Promise<{ organizationId: string; id: string }[]>;
}
