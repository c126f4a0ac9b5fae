import type { IntegrationEvent } from '#kernel/domain/integration-event';

/** A site has changed: its record, its structure, its customization, or who may read it. */
export class SiteUpdated implements IntegrationEvent {
  static readonly eventName = 'publishing.site-updated';
  readonly eventName = SiteUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly site: string,
  ) {}
}

/** A site is live. */
export class SitePublished implements IntegrationEvent {
  static readonly eventName = 'publishing.site-published';
  readonly eventName = SitePublished.eventName;

  constructor(
    readonly organization: string,
    readonly site: string,
  ) {}
}

/** A site is no longer live. */
export class SiteUnpublished implements IntegrationEvent {
  static readonly eventName = 'publishing.site-unpublished';
  readonly eventName = SiteUnpublished.eventName;

  constructor(
    readonly organization: string,
    readonly site: string,
  ) {}
}

/** A site was deleted with everything that belonged to it. */
export class SiteDeleted implements IntegrationEvent {
  static readonly eventName = 'publishing.site-deleted';
  readonly eventName = SiteDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly site: string,
  ) {}
}

/** An OpenAPI specification has a new version, or its visibility has changed. */
export class OpenAPISpecUpdated implements IntegrationEvent {
  static readonly eventName = 'publishing.openapi-spec-updated';
  readonly eventName = OpenAPISpecUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly spec: string,
    readonly slug: string,
  ) {}
}

/** An OpenAPI specification was deleted with its versions. */
export class OpenAPISpecDeleted implements IntegrationEvent {
  static readonly eventName = 'publishing.openapi-spec-deleted';
  readonly eventName = OpenAPISpecDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly spec: string,
    readonly slug: string,
  ) {}
}
