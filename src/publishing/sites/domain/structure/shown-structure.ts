import { conditionHolds } from '#adaptive';
import type { VisitorClaims } from '#kernel/application/caller';
import { visibleStructure } from '../site/addresses.js';
import type { SiteState } from '../site/site.js';
import type { SiteStructure } from './structure.js';

/** Nothing is known of the visitor. */
export const NO_CLAIMS: VisitorClaims = { unsigned: {} };

/** What conditions of a site read. Only a site with adaptive content heeds claims. */
export function inputsOf({ adaptiveContent }: Pick<SiteState, 'adaptiveContent'>, claims: VisitorClaims) {
  return { visitor: { claims: adaptiveContent ? claims : NO_CLAIMS } };
}

/** What a visitor with these claims sees of the structure of a site. */
export function structureFor(
  site: Pick<SiteState, 'adaptiveContent' | 'structure'>,
  claims: VisitorClaims,
): SiteStructure {
  const inputs = inputsOf(site, claims);
  return visibleStructure(site.structure, (condition) => conditionHolds(condition, inputs));
}
