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

/** A user is no longer a member of an organization: their grants there end. */
export class MemberRemoved implements IntegrationEvent {
  static readonly eventName = 'organization.member-removed';
  readonly eventName = MemberRemoved.eventName;

  constructor(
    readonly organization: string,
    readonly user: string,
  ) {}
}

/** A team was deleted: what was granted to it ends. */
export class TeamDeleted implements IntegrationEvent {
  static readonly eventName = 'organization.team-deleted';
  readonly eventName = TeamDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly team: string,
  ) {}
}

/**
 * A user accepted an invite and is now a member or guest of the organization. Where the target is a space or a
 * collection, they get the level there; `null` for none.
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
