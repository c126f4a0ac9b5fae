import type { IntegrationEvent } from '#kernel/domain/integration-event';
import type { SpaceView } from './space.view.js';

/** A space was created. */
export class SpaceCreated implements IntegrationEvent {
  static readonly eventName = 'content.space-created';
  readonly eventName = SpaceCreated.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
  ) {}
}

/** The record of a space is another now: what it is called, its sign, its language, or how it is worked on. */
export class SpaceUpdated implements IntegrationEvent {
  static readonly eventName = 'content.space-updated';
  readonly eventName = SpaceUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
  ) {}
}

/** A space was deleted; it may still be restored. */
export class SpaceDeleted implements IntegrationEvent {
  static readonly eventName = 'content.space-deleted';
  readonly eventName = SpaceDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
  ) {}
}

/** A deleted space is back. */
export class SpaceRestored implements IntegrationEvent {
  static readonly eventName = 'content.space-restored';
  readonly eventName = SpaceRestored.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
  ) {}
}

/** A space belongs to another organization now, with all it holds. */
export class SpaceTransferred implements IntegrationEvent {
  static readonly eventName = 'content.space-transferred';
  readonly eventName = SpaceTransferred.eventName;

  constructor(
    /** To which it belonged before. */
    readonly organization: string,
    readonly space: string,
    readonly to: string,
  ) {}
}

/** The visibility of a space has changed: it was published or taken offline, for other visitors, or moved. */
export class SpaceVisibilityUpdated implements IntegrationEvent {
  static readonly eventName = 'content.space-visibility-updated';
  readonly eventName = SpaceVisibilityUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
    readonly previousVisibility: SpaceView['visibility'],
    readonly visibility: SpaceView['visibility'],
  ) {}
}

/** The live content of a space is another revision now. */
export class SpaceContentUpdated implements IntegrationEvent {
  static readonly eventName = 'content.space-content-updated';
  readonly eventName = SpaceContentUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
    readonly revision: string,
    readonly updatedBy: string,
    /** Whether computed pages came to it or are others, unless computing made them so. */
    readonly computedPages: boolean,
  ) {}
}

/**
 * The content of a space and a commit of its repository begin to be exchanged: the commit goes into the space, or the
 * revision into the repository.
 */
export class GitSyncStarted implements IntegrationEvent {
  static readonly eventName = 'content.git-sync-started';
  readonly eventName = GitSyncStarted.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
    readonly revision: string,
    readonly commit: string,
  ) {}
}

/** The exchange has ended. After a success, the revision holds what the commit holds, and perhaps more. */
export class GitSyncCompleted implements IntegrationEvent {
  static readonly eventName = 'content.git-sync-completed';
  readonly eventName = GitSyncCompleted.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
    readonly state: 'success' | 'failure',
    readonly revision: string,
    readonly commit: string,
  ) {}
}

/** A change request was created. */
export class ChangeRequestCreated implements IntegrationEvent {
  static readonly eventName = 'content.change-request-created';
  readonly eventName = ChangeRequestCreated.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
    readonly changeRequest: string,
    readonly createdBy: string,
  ) {}
}

/** The record or the content of a change request is another now. */
export class ChangeRequestUpdated implements IntegrationEvent {
  static readonly eventName = 'content.change-request-updated';
  readonly eventName = ChangeRequestUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
    readonly changeRequest: string,
  ) {}
}

/** A change request was merged: the live content of its space is the revision that this made. */
export class ChangeRequestMerged implements IntegrationEvent {
  static readonly eventName = 'content.change-request-merged';
  readonly eventName = ChangeRequestMerged.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
    readonly changeRequest: string,
    readonly revision: string,
    readonly mergedBy: string,
    /** The cluster of issues that it answers, if any. */
    readonly issuesCluster?: string,
  ) {}
}
