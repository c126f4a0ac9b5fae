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

/**
 * A visitor as a renderer described them. It may lead to a person: reactions pass it on to what the administrators of the
 * site installed for that, and Publishing does not store it.
 */
export interface SiteVisitor {
  /** The id by which the renderer knows the visitor; empty without one. */
  anonymousId: string;
  /** Without those by which a site lets a visitor in. */
  cookies: Readonly<Record<string, string>>;
  userAgent: string;
  /** As the renderer sent it, else the address from which it was reported. */
  ip: string;
  language?: string;
}

/** What a renderer reported about a visit. Nothing of it is verified: ids may be unknown. */
export interface SiteVisit {
  siteSpaceId?: string;
  spaceId?: string;
  pageId?: string;
  visitor: SiteVisitor;
  /** With its query, without keys and tokens; empty if unknown. */
  url: string;
  referrer: string;
}

/** A visitor has seen a page of a live site. Stored only if others follow the views of the site. */
export class SiteViewed implements IntegrationEvent {
  static readonly eventName = 'publishing.site-viewed';
  readonly eventName = SiteViewed.eventName;

  constructor(
    readonly organization: string,
    readonly site: string,
    readonly visit: SiteVisit,
  ) {}
}

/** A rating of a page, with 1 to 512 characters of comment if there is one. */
export interface PageFeedback {
  rating: 'bad' | 'ok' | 'good';
  comment?: string;
}

/** A visitor of a live site has rated a page. Stored only if others follow the ratings there. */
export class PageFeedbackGiven implements IntegrationEvent {
  static readonly eventName = 'publishing.page-feedback-given';
  readonly eventName = PageFeedbackGiven.eventName;

  constructor(
    readonly organization: string,
    readonly site: string,
    readonly visit: SiteVisit,
    readonly feedback: PageFeedback,
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
