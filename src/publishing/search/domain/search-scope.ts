import { Invalid } from '#kernel/domain/errors';
import {
  defaultSiteSpaceOf,
  sectionsOf,
  type SiteSpaceEntry,
  type SiteStructure,
} from '../../sites/domain/structure/structure.js';

/** Which site spaces are searched. */
export interface SearchScope {
  /**
   * `default`: the current one, and the default ones of the other sections. `specific`: those listed. `space`: those
   * that show one space. `all`: every one that is in a menu.
   */
  mode: 'default' | 'specific' | 'space' | 'all';
  /** With `default`: the current one. */
  currentSiteSpace?: string | undefined;
  /** With `default`: only that one, or only the others. */
  restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces' | undefined;
  /** Only with `specific`. */
  siteSpaceIds?: readonly string[] | undefined;
  /** Only with `space`. */
  space?: string | undefined;
}

/** The ids of the spaces in a scope, without duplicates; site spaces that are not in the structure are left out. */
export function spacesInScope(structure: SiteStructure, scope: SearchScope): string[] {
  return [...new Set(siteSpacesInScope(structure, scope).map(({ space }) => space))];
}

function siteSpacesInScope(structure: SiteStructure, scope: SearchScope): SiteSpaceEntry[] {
  const { siteSpaces } = structure;
  const { mode, siteSpaceIds: named } = scope;
  if (mode === 'default') return byDefault(structure, scope);
  if (mode === 'all') return siteSpaces.filter(({ hidden }) => !hidden);
  if (mode === 'space') return siteSpaces.filter(({ space }) => space === scope.space);
  if (named === undefined) throw new Invalid('siteSpaceIds must be there with the mode specific');
  return siteSpaces.filter(({ id }) => named.includes(id));
}

function byDefault(structure: SiteStructure, { currentSiteSpace, restrictTo }: SearchScope): SiteSpaceEntry[] {
  const { siteSpaces } = structure;
  const current = siteSpaces.find(({ id }) => id === currentSiteSpace);
  // In the section of the current site space, only that one is searched: its variants have the same content.
  const sections = [null, ...sectionsOf(structure).map(({ id }) => id)].filter((id) => id !== current?.section);
  const defaults = new Set(sections.map((section) => defaultSiteSpaceOf(structure, section)));
  const others = siteSpaces.filter(({ id, hidden }) => defaults.has(id) && !hidden);
  if (restrictTo === 'otherSiteSpaces') return others;
  if (restrictTo === 'currentSiteSpace') return current ? [current] : [];
  return current ? [current, ...others] : others;
}
