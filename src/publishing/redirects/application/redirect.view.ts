/** A redirect to a section of the site. */
export class RedirectToSection {
  /** @example site-section */
  kind!: 'site-section';
  /**
   * Id of the section.
   * @example 0VbbUEy8Qi1ZqWd7StDg
   */
  siteSectionId!: string;
}

/** A redirect to a space of the site. */
export class RedirectToSiteSpace {
  /** @example site-space */
  kind!: 'site-space';
  /**
   * Id of the site space.
   * @example 0VbbUIzcTn5CuAh1WyHk
   */
  siteSpaceId!: string;
}

/** A redirect to a page of a space of the site. */
export class RedirectToPage {
  /** @example site-page */
  kind!: 'site-page';
  /**
   * Id of the site space.
   * @example 0VbbUIzcTn5CuAh1WyHk
   */
  siteSpaceId!: string;
  /**
   * Id of the page.
   * @example 0VbbU7q9Gf4SxBv0MnZc
   */
  pageId!: string;
}

/** A redirect to any address. */
export class RedirectToAddress {
  /** @example external */
  kind!: 'external';
  /**
   * An http or https address of at most 2048 characters, without credentials.
   * @example https://example.com/news
   */
  url!: string;
}

export type RedirectDestinationView = RedirectToSection | RedirectToSiteSpace | RedirectToPage | RedirectToAddress;

export class SiteRedirectUrls {
  /**
   * Address of the redirect in the API.
   * @example https://docs.example.com/v1/orgs/0VbbU3z1Hn6PwDs8RtKe/sites/0VbbUF09Qk2ZrXe8TvEh/redirects/0VbbUJzdUo6DvBi2XzIm
   */
  location!: string;
}

/** Leads visitors of a site from a path where no page is to another address. */
export class SiteRedirectView {
  object!: 'site-redirect';
  /** @example 0VbbUJzdUo6DvBi2XzIm */
  id!: string;
  /**
   * The path on the site it leads away from, in small letters; with `*` at its end every path that begins so.
   * @example /old-guides/*
   */
  source!: string;
  /** Where it leads to. */
  destination!: RedirectDestinationView;
  /**
   * Whether it waits to be made live: a draft leads nobody.
   * @example false
   */
  draft!: boolean;
  /** Whether what `*` stands for is added to the path of the address. */
  captureWildcard!: boolean;
  /** Whether browsers may remember it. */
  permanent!: boolean;
  /**
   * ISO 8601.
   * @example 2026-03-01T09:00:00.000Z
   */
  createdAt!: string;
  /** Absent until it is changed. */
  updatedAt?: string;
  urls!: SiteRedirectUrls;
}

/** A redirect that matches a path, and where it leads to. */
export class FoundRedirectView {
  /** Absent where the redirect came with the content of a space, which says where it leads. */
  redirect?: SiteRedirectView;
  /**
   * The address it leads to.
   * @example https://sites.example.com/handbook/guides/install
   */
  target!: string;
}
