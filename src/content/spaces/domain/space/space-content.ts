import type { Space } from './space.js';

/** All that spaces hold, as a whole. */
export abstract class SpaceContent {
  /**
   * Lets a space that was just created begin with what another one of its organization holds now, in a first revision of
   * its own, and lets those reach it to whom the other was granted. Nothing is copied but the names of what is stored.
   */
  abstract copy(from: Space, to: Space, author: string, now: Date): Promise<void>;

  /** Lets those reach a space that was just created to whom another one of its organization was granted. */
  abstract share(from: Space, to: Space, now: Date): Promise<void>;
}
