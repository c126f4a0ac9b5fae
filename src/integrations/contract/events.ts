import type { IntegrationEvent } from '#kernel/domain/integration-event';

/** An integration was published: another version of it, or the same for others than before. */
export class IntegrationPublished implements IntegrationEvent {
  static readonly eventName = 'integrations.integration-published';
  readonly eventName = IntegrationPublished.eventName;

  constructor(
    /** That owns it. */
    readonly organization: string,
    readonly integration: string,
    readonly release: number,
    /** Whether it had been un-published before: its installations are there again. */
    readonly again: boolean,
  ) {}
}

/** An integration was un-published: where it is installed, it is no more. */
export class IntegrationUnpublished implements IntegrationEvent {
  static readonly eventName = 'integrations.integration-unpublished';
  readonly eventName = IntegrationUnpublished.eventName;

  constructor(
    readonly organization: string,
    readonly integration: string,
  ) {}
}

/** How an installation was before a change. */
export interface PreviousInstallation {
  status: string;
  /** Its configuration, sealed as it was stored. */
  configuration: string;
}

/** An integration was installed, or what is set of an installation has changed. */
export class InstallationUpdated implements IntegrationEvent {
  static readonly eventName = 'integrations.installation-updated';
  readonly eventName = InstallationUpdated.eventName;

  constructor(
    /** On which it is installed. */
    readonly organization: string,
    readonly installation: string,
    readonly integration: string,
    readonly status: string,
    /** Absent for a new one. */
    readonly previous: PreviousInstallation | null,
  ) {}
}

/** An integration was uninstalled. */
export class InstallationDeleted implements IntegrationEvent {
  static readonly eventName = 'integrations.installation-deleted';
  readonly eventName = InstallationDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly installation: string,
    readonly integration: string,
    readonly previous: PreviousInstallation,
  ) {}
}

/** An installation was enabled on a space or a site, or what is set there has changed. */
export class TargetInstallationUpdated implements IntegrationEvent {
  static readonly eventName = 'integrations.target-installation-updated';
  readonly eventName = TargetInstallationUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly installation: string,
    readonly integration: string,
    readonly kind: 'space' | 'site',
    /** Id of the space or site. */
    readonly target: string,
    /** Id of its record, with which its configuration is encrypted. */
    readonly record: string,
    readonly status: string,
    readonly previous: PreviousInstallation | null,
  ) {}
}

/** An installation was disabled on a space or a site. */
export class TargetInstallationDeleted implements IntegrationEvent {
  static readonly eventName = 'integrations.target-installation-deleted';
  readonly eventName = TargetInstallationDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly installation: string,
    readonly integration: string,
    readonly kind: 'space' | 'site',
    readonly target: string,
    readonly record: string,
    readonly previous: PreviousInstallation,
  ) {}
}
