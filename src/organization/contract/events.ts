import type { Role } from '#kernel/application/caller';
import type { IntegrationEvent } from '#kernel/domain/integration-event';
import type { InviteTarget } from './invite-target.js';

/** A new organization exists. */
export class OrganizationCreated implements IntegrationEvent {
  static readonly eventName = 'organization.organization-created';
  readonly eventName = OrganizationCreated.eventName;

  constructor(
    readonly organization: string,
    readonly createdBy: string,
  ) {}
}

/**
 * A user accepted an invite and is a member (or guest) of the organization now. Where the target is a space or a
 * collection, they are to have the level there; `null` for none.
 */
export class InviteAccepted implements IntegrationEvent {
  static readonly eventName = 'organization.invite-accepted';
  readonly eventName = InviteAccepted.eventName;

  constructor(
    readonly organization: string,
    readonly userId: string,
    readonly target: InviteTarget,
    readonly level: Role | null,
  ) {}
}
