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
