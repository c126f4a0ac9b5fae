import { conditionHolds } from '#adaptive';
import type { VisitorClaims } from '#kernel/application/caller';
import { visibleStructure } from '../site/addresses.js';
import type { SiteState } from '../site/site.js';
import type { SiteStructure } from './structure.js';

/** The claims of a visitor about whom nothing is known. */
export const NO_CLAIMS: VisitorClaims = { unsigned: {} };

/** The inputs of a site's conditions. Claims are used only with adaptive content. */
export function inputsOf({ adaptiveContent }: Pick<SiteState, 'adaptiveContent'>, claims: VisitorClaims) {
  return { visitor: { claims: adaptiveContent ? claims : NO_CLAIMS } };
}

/** The structure of a site for a visitor with these claims. */
export function structureFor(
  site: Pick<SiteState, 'adaptiveContent' | 'structure'>,
  claims: VisitorClaims,
): SiteStructure {
  const inputs = inputsOf(site, claims);
  return visibleStructure(site.structure, (condition) => conditionHolds(condition, inputs));
}
