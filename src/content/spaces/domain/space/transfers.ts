import type { Role } from '#permissions';
import type { ContentItem } from '../collection/places.js';
import type { VisibilityChange } from './space-visibility.js';
import type { ContentKind, SubjectKind } from '../permission/grants.js';

/** The transfer of a space, or of a collection with everything in it, to another organization. */
export interface Transfer {
  from: string;
  to: string;
  root: ContentItem;
  /** The ids of all spaces and collections that are transferred, including deleted spaces. */
  contents: Record<ContentKind, readonly string[]>;
}

/** A grant on a record that is transferred. */
export interface TransferredGrant {
  record: string;
  kind: ContentKind;
  subject: string;
  subjectKind: SubjectKind;
  role: Role;
}

/** Moves stored content between organizations. They share nothing, so everything stored for it is copied or moved. */
export abstract class Transfers {
  /** The root and everything below it, at any depth. */
  abstract contents(organizationId: string, root: ContentItem): Promise<Transfer['contents']>;
  /** The hashes of files in any revision of the spaces that the other organization lacks. */
  abstract missingFiles(transfer: Transfer): Promise<string[]>;
  /** Records, outside any transaction, that the other organization has the bytes of these files. */
  abstract noteFiles(transfer: Transfer, hashes: readonly string[]): Promise<void>;
  /**
   * Locks the spaces until the transaction ends. Returns those that are exchanging content with a repository right now.
   */
  abstract lock(transfer: Transfer): Promise<string[]>;
  abstract grants(transfer: Transfer): Promise<TransferredGrant[]>;
  /**
   * Moves everything to the root of the other organization. Only the grants of `users` are kept. Search finds nothing
   * in the spaces until they are indexed again. Returns how that changes the visibility of the spaces: none is published
   * any more.
   */
  abstract move(
    transfer: Transfer,
    place: { rank: string },
    users: readonly string[],
    now: Date,
  ): Promise<VisibilityChange[]>;
}
