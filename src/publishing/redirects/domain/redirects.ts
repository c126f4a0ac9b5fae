import type { Redirect } from './redirect.js';
import type { Source } from './source-path.js';

/** The redirects of sites. Before a change, the caller locks the site. */
export abstract class Redirects {
  abstract count(organizationId: string, siteId: string): Promise<number>;
  abstract find(organizationId: string, siteId: string, redirectId: string): Promise<Redirect | undefined>;
  /** The id of the redirect with this source. */
  abstract idAt(organizationId: string, siteId: string, source: Source): Promise<string | undefined>;
  /** Inserts or updates a redirect. */
  abstract save(redirect: Redirect): Promise<void>;
  abstract remove(redirect: Redirect): Promise<void>;
}

/** Finds pages in the current content of an organization's spaces. */
export abstract class PagePlaces {
  /** The id of the page at a path. */
  abstract pageAt(organizationId: string, spaceId: string, path: string): Promise<string | undefined>;
  /** The path of a page: its slugs, joined by `/`. */
  abstract pathOf(organizationId: string, spaceId: string, pageId: string): Promise<string | undefined>;
  /** Where a redirect that came with the content of a space leads from a path of it. */
  abstract redirectAt(organizationId: string, spaceId: string, path: string): Promise<ContentRedirect | undefined>;
}

/** Leads to a page of the same space, or to any address. */
export type ContentRedirect = { path: string; anchor?: string | undefined } | { url: string };
