import type { SearchSite } from '../application/search.queries.js';
import type { SearchSiteBody } from './search.body.js';

type Scope = SearchSite['scope'];

/** The scope of a search, in the current or the older form of the request. */
export function scopeOf({ scope, mode, siteSpaceIds, siteSpaceId }: SearchSiteBody): Scope {
  if (scope) return scope;
  if (mode === 'current' || (mode === undefined && siteSpaceIds === undefined))
    return { mode: 'default', currentSiteSpace: siteSpaceId };
  return { mode: mode ?? 'specific', siteSpaceIds };
}
