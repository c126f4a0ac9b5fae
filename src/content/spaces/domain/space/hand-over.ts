import type { Role } from '#permissions';
import type { Standing } from '../collection/places.js';
import type { ContentKind, SubjectKind } from '../permission/grants.js';

/** A space, or a collection with all that stands in it, that goes over to another organization. */
export interface HandOver {
  from: string;
  to: string;
  root: Standing;
  /** The ids of all that goes along; deleted spaces are among them. */
  contents: Record<ContentKind, readonly string[]>;
}

/** What was granted on something that goes along. */
export interface HandedGrant {
  record: string;
  kind: ContentKind;
  subject: string;
  subjectKind: SubjectKind;
  role: Role;
}

/** Gives what belongs to one organization to another. Nothing is shared between them, so what is stored goes along. */
export abstract class HandOvers {
  /** A space, or a collection with all that stands in it, at any depth. */
  abstract contents(organizationId: string, root: Standing): Promise<HandOver['contents']>;
  /** The hashes of files in any revision of the spaces that the other organization does not have. */
  abstract missingFiles(handOver: HandOver): Promise<string[]>;
  /** Notes, in no transaction, that the other organization has the bytes of these files as well. */
  abstract noteFiles(handOver: HandOver, hashes: readonly string[]): Promise<void>;
  /** Until the transaction ends nobody else changes the spaces. Answers those that meet a repository right now. */
  abstract lock(handOver: HandOver): Promise<string[]>;
  abstract grants(handOver: HandOver): Promise<HandedGrant[]>;
  /**
   * Hands all over; it comes to stand right in the other organization. Of what was granted, only that to `users` stays.
   * Search finds nothing in it until it is indexed anew.
   */
  abstract move(handOver: HandOver, place: { rank: string }, users: readonly string[], now: Date): Promise<void>;
}
