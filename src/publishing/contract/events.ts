import type { IntegrationEvent } from '#kernel/domain/integration-event';

/** Something of a site changed: its record, its structure, its looks, or who may read it. */
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

/** A site is gone, with all that belonged to it. */
export class SiteDeleted implements IntegrationEvent {
  static readonly eventName = 'publishing.site-deleted';
  readonly eventName = SiteDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly site: string,
  ) {}
}

/** An OpenAPI specification has a new version, or is read by others than before. */
export class OpenAPISpecUpdated implements IntegrationEvent {
  static readonly eventName = 'publishing.openapi-spec-updated';
  readonly eventName = OpenAPISpecUpdated.eventName;

  constructor(
    readonly organization: string,
    readonly spec: string,
    readonly slug: string,
  ) {}
}

/** An OpenAPI specification is gone, with its versions. */
export class OpenAPISpecDeleted implements IntegrationEvent {
  static readonly eventName = 'publishing.openapi-spec-deleted';
  readonly eventName = OpenAPISpecDeleted.eventName;

  constructor(
    readonly organization: string,
    readonly spec: string,
    readonly slug: string,
  ) {}
}
