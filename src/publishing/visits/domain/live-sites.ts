import type { SiteState } from '../../sites/domain/site/site.js';
import type { SiteStructure } from '../../sites/domain/structure/structure.js';
import type { AdaptiveJsonSchema } from '../../visitors/domain/adaptive/claim-schema.js';
import type { WantedUrl } from './wanted-url.js';

/** A live site at an address, without its structure. */
export interface FoundSite extends Pick<
  SiteState,
  | 'organizationId'
  | 'id'
  | 'version'
  | 'visibility'
  | 'basename'
  | 'hostname'
  | 'proxy'
  | 'adaptiveContent'
  | 'agentsContext'
  | 'access'
> {
  /** The number of segments of the URL that name the site. */
  depth: number;
  /** Where visitors sign in. */
  fallbackUrl: string | null;
  /** The name of the integration that authenticates its visitors; null if their tokens are signed with its own key. */
  integration: string | null;
  /** The claims schema, if the site evaluates claims. */
  schema: AdaptiveJsonSchema | null;
  /** The active share link whose key follows the site in the URL. */
  shareLink: string | null;
}

/** Finds live sites by their addresses. */
export abstract class LiveSites {
  /** The site with the longest matching address. */
  abstract at(url: WantedUrl): Promise<FoundSite | undefined>;
  /** The versions of all that is stored of the site at a URL, as one text; undefined if there is none. */
  abstract markAt(url: string): Promise<string | undefined>;
  /** Undefined if the site was deleted meanwhile. */
  abstract structureOf(site: FoundSite): Promise<SiteStructure | undefined>;
}
