/** Content that a published URL shows. */
export class PublishedContentView {
  /** @example 0VbbU3z1Hn6PwDs8RtKe */
  organization!: string;
  /** @example 0VbbUCw6Ng9XoUb5QrBe */
  site!: string;
  /** @example 0VbbUEy8Qi1ZqWd7StDg */
  siteSection?: string;
  /** @example 0VbbUDx7Ph0YpVc6RsCf */
  siteSpace!: string;
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  space!: string;
  /** The change request whose preview the URL shows. */
  changeRequest?: string;
  /** The revision whose preview the URL shows. */
  revision?: string;
  /**
   * What is left of the path for the page.
   * @example guides/first-steps
   */
  pathname!: string;
  /**
   * The part of the path that names the site space.
   * @example /docs/api/
   */
  basePath!: string;
  /**
   * The part of the path that names the site.
   * @example /docs/
   */
  siteBasePath!: string;
  /**
   * The address that is shown for this content.
   * @example https://docs.example.org/api/guides/first-steps
   */
  canonicalUrl!: string;
  /**
   * Whether no segment behind the URL could name another section or site space.
   * @example true
   */
  complete!: boolean;
  /** Content token: reads what the site shows this visitor, until shortly after the end of the day (UTC). */
  apiToken!: string;
  /** The key of the share link that stands in the URL. */
  shareKey?: string;
  /** Differs for visitors of whom something else is known. */
  contextId?: string;
  /** @example false */
  preview!: boolean;
}

/** Where the visitor is to go instead. */
export class PublishedRedirectView {
  /**
   * `external`: to sign in. `content`: elsewhere on the site. `application`: to where sites are made.
   * @example external
   */
  target!: 'application' | 'content' | 'external';
  /** @example https://example.com/login?location=%2Fguides */
  redirect!: string;
  /** The site they are to come back to. */
  site?: string;
}

export type PublishedContentLookupView = PublishedContentView | PublishedRedirectView;
