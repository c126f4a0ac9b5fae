import type { Visitor } from '#kernel/application/caller';
import type { SiteState } from '../../sites/domain/site/site.js';
import { inputsOf, NO_CLAIMS, structureFor } from '../../sites/domain/structure/shown-structure.js';
import type { Visit } from './content-tokens.js';

/** The live site of a visit, in its current state. */
export interface VisitedSite extends Pick<SiteState, 'adaptiveContent' | 'structure' | 'visibility' | 'publishedAt'> {
  /** Whether the share link by which the visitor was admitted still opens the site. */
  linked: boolean;
}

/**
 * What a visitor may read now: what they were admitted to, as far as the site still shows it to them, since conditions
 * may have changed. Undefined if the site no longer admits them.
 */
export function continuedVisit(visit: Visit, site: VisitedSite): Visitor | undefined {
  if (site.visibility === 'share-link' && !site.linked) return undefined;
  const { claims } = inputsOf(site, visit.claims ?? NO_CLAIMS).visitor;
  const { siteSpaces } = structureFor(site, claims);
  const shown = siteSpaces.filter(({ space }) => visit.spaces.includes(space));
  const beginning = site.publishedAt ?? new Date(0);
  return {
    organizationId: visit.organization,
    siteId: visit.site,
    spaces: shown.map(({ space }) => space),
    since: new Map(shown.map(({ space, since }) => [space, since ? new Date(since) : beginning])),
    preview: { changeRequest: visit.changeRequest, revision: visit.revision },
    claims,
  };
}
