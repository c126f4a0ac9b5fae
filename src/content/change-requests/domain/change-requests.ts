import type { Caller } from '#kernel/application/caller';
import type { Head } from '../../revisions/domain/ports.js';
import type { SpaceWithRole } from '../../spaces/domain/space/spaces.js';
import type { ChangeRequest } from './change-request.js';

/** A change request with its space, and the role that somebody has there. */
export interface ChangeRequestWithRole extends SpaceWithRole {
  changeRequest: ChangeRequest;
}

/** A change request with its content at one moment. */
export interface SeenChangeRequest extends ChangeRequestWithRole {
  /** What it holds: its own revision, as a head to go on from. */
  head: Head;
  /** What its space holds. */
  main: Head;
  /** The latest revision of its space that its own content holds. */
  base: Head;
}

/** One whose content stands still until the transaction ends, and that of its space with it. */
export type LockedChangeRequest = SeenChangeRequest;

/** The change requests, as aggregates. Locks are taken in the order space, head, change request. */
export abstract class ChangeRequests {
  /** Locks the record of one, not its content; undefined when the space has no such change request. */
  abstract hold(caller: Caller, spaceId: string, id: string): Promise<ChangeRequestWithRole | undefined>;
  /** Looks at one with its content, which may be another at once. */
  abstract see(caller: Caller, spaceId: string, id: string): Promise<SeenChangeRequest | undefined>;
  /**
   * Locks one with its content. To `edit` it, its space is only kept from changing, so that several change requests
   * are edited at a time; to `merge` it, nobody else holds the space.
   */
  abstract lock(
    caller: Caller,
    spaceId: string,
    id: string,
    to: 'edit' | 'merge',
  ): Promise<LockedChangeRequest | undefined>;
  /** The number of the next change request of a space that is locked. */
  abstract nextNumber(organizationId: string, spaceId: string): Promise<number>;
  abstract save(changeRequest: ChangeRequest): Promise<void>;
  /** Counts an edit of somebody who changed the content of one. */
  abstract contribute(changeRequest: ChangeRequest, userId: string, now: Date): Promise<void>;
}
