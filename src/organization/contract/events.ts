import type { IntegrationEvent } from '#kernel/domain/integration-event';

/** A new organization exists. */
export class OrganizationCreated implements IntegrationEvent {
  static readonly eventName = 'organization.organization-created';
  readonly eventName = OrganizationCreated.eventName;

  constructor(
    readonly organization: string,
    readonly createdBy: string,
  ) {}
}

/** A user is no longer a member of an organization: what was granted to them there ends. */
export class MemberRemoved implements IntegrationEvent {
  static readonly eventName = 'organization.member-removed';
  readonly eventName = MemberRemoved.eventName;

  constructor(
    readonly organization: string,
    readonly user: string,
  ) {}
}

/** A team is gone: what was granted to it ends. */
export class TeamDeleted implements IntegrationEvent {
  static readonly eventName = 'organization.team-deleted';
  readonly eventName = TeamDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly team: string,
  ) {}
}
