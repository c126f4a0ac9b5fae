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
  /** How many segments of the URL name the site. */
  depth: number;
  /** Where visitors sign in. */
  fallbackUrl: string | null;
  /** What visitors may claim, where the site heeds it. */
  schema: AdaptiveJsonSchema | null;
  /** The active share link whose key is in the URL behind the site. */
  shareLink: string | null;
}

/** Finds live sites by their addresses. */
export abstract class LiveSites {
  /** The site that the most segments name. */
  abstract at(url: WantedUrl): Promise<FoundSite | undefined>;
  /** Undefined where the site was deleted meanwhile. */
  abstract structureOf(site: FoundSite): Promise<SiteStructure | undefined>;
}
