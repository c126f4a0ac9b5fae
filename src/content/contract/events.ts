import type { IntegrationEvent } from '#kernel/domain/integration-event';

/** A space was created. */
export class SpaceCreated implements IntegrationEvent {
  static readonly eventName = 'content.space-created';
  readonly eventName = SpaceCreated.eventName;

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

/** The live content of a space is another revision now. */
export class SpaceContentUpdated implements IntegrationEvent {
  static readonly eventName = 'content.space-content-updated';
  readonly eventName = SpaceContentUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly space: string,
    readonly revision: string,
    readonly updatedBy: string,
  ) {}
}
