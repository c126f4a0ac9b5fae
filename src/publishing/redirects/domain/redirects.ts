import type { Redirect } from './redirect.js';
import type { Source } from './source-path.js';

/** The redirects of sites. Whoever changes those of a site holds the site. */
export abstract class Redirects {
  abstract count(organizationId: string, siteId: string): Promise<number>;
  abstract find(organizationId: string, siteId: string, redirectId: string): Promise<Redirect | undefined>;
  /** The id of the redirect of a site that has this source. */
  abstract idAt(organizationId: string, siteId: string, source: Source): Promise<string | undefined>;
  /** Stores a new one, or what changed of one. */
  abstract save(redirect: Redirect): Promise<void>;
  abstract remove(redirect: Redirect): Promise<void>;
}

/** The pages in the current content of the spaces of an organization. */
export abstract class PagePlaces {
  /** The id of the page at a path. */
  abstract pageAt(organizationId: string, spaceId: string, path: string): Promise<string | undefined>;
  /** The path of a page: its slugs, joined by `/`. */
  abstract pathOf(organizationId: string, spaceId: string, pageId: string): Promise<string | undefined>;
}
