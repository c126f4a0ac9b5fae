import type { Space } from './space.js';

/** Copies the stored content and grants of whole spaces. */
export abstract class SpaceContent {
  /**
   * Copies the current content of a space into a new one of its organization, as its first revision, with all grants.
   * Only references to stored nodes, documents and files are copied.
   */
  abstract copy(from: Space, to: Space, author: string, now: Date): Promise<void>;

  /** Copies all grants on a space to a new one of its organization. */
  abstract share(from: Space, to: Space, now: Date): Promise<void>;
}
