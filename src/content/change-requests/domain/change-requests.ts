import type { Caller } from '#kernel/application/caller';
import type { Head } from '../../revisions/domain/ports.js';
import type { SpaceWithRole } from '../../spaces/domain/space/spaces.js';
import type { ChangeRequest } from './change-request.js';

/** A change request and its space, with a caller's role in the space. */
export interface ChangeRequestWithRole extends SpaceWithRole {
  changeRequest: ChangeRequest;
}

/** A change request with a snapshot of its content. */
export interface ChangeRequestSnapshot extends ChangeRequestWithRole {
  /** Its own revision, as a head for drafts. */
  head: Head;
  /** The current revision of its space. */
  main: Head;
  /** The latest revision of its space that was merged into it. */
  base: Head;
}

/** A change request whose content, and that of its space, are locked until the transaction ends. */
export type LockedChangeRequest = ChangeRequestSnapshot;

/** Stores change requests. Locks are taken in the order space, head, change request. */
export abstract class ChangeRequests {
  /** Locks the record of a change request, but not its content; undefined when the space has no such change request. */
  abstract lockRecord(caller: Caller, spaceId: string, id: string): Promise<ChangeRequestWithRole | undefined>;
  /** Reads a change request with its content without any lock. */
  abstract readSnapshot(caller: Caller, spaceId: string, id: string): Promise<ChangeRequestSnapshot | undefined>;
  /**
   * Locks a change request with its content. `edit` takes a shared lock on the space, so that several change requests
   * can be edited at the same time; `merge` takes an exclusive one. Without a caller there is no role.
   */
  abstract lock(
    caller: Caller | undefined,
    spaceId: string,
    id: string,
    to: 'edit' | 'merge',
  ): Promise<LockedChangeRequest | undefined>;
  /** The next free number of change requests in a locked space. */
  abstract nextNumber(organizationId: string, spaceId: string): Promise<number>;
  abstract save(changeRequest: ChangeRequest): Promise<void>;
  /** Counts an edit of the content for a user. */
  abstract contribute(changeRequest: ChangeRequest, userId: string, now: Date): Promise<void>;
  /** Those that answer a cluster of issues answer another one. */
  abstract moveCluster(organizationId: string, from: string, to: string): Promise<void>;
}
