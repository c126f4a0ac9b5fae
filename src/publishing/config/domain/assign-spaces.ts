import { Forbidden } from '#kernel/domain/errors';
import { adoptedSpaces, type PlanBase } from './plan-structure.js';
import { configSpacesOf, type SiteConfig } from './read-config.js';

/** The spaces that keys of a file may name, which need not be there any more. */
export function candidateSpaces(base: Pick<PlanBase, 'structure' | 'keys'>, config: SiteConfig): Map<string, string> {
  const adopted = adoptedSpaces(base, config);
  const candidates = new Map<string, string>();
  for (const { key } of configSpacesOf(config)) {
    const space = base.keys.find('space', key)?.space ?? adopted.get(key);
    if (space !== undefined) candidates.set(key, space);
  }
  return candidates;
}

/**
 * The spaces of keys, among those that the caller may see. A space that is gone from the organization makes room for
 * another. Throws Forbidden for one that is on the site and not to be seen: another must not take its place.
 */
export function assignedSpaces(
  candidates: ReadonlyMap<string, string>,
  seen: { has(space: string): boolean },
  { siteSpaces }: PlanBase['structure'],
): Map<string, string> {
  const shown = new Set(siteSpaces.filter(({ away }) => !away).map(({ space }) => space));
  const assigned = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key, space] of candidates) {
    if (taken.has(space)) continue;
    if (seen.has(space)) assigned.set(key, space);
    else if (shown.has(space))
      throw new Forbidden(`This needs the role create or more on the space of the key "${key}"`);
    taken.add(space);
  }
  return assigned;
}
