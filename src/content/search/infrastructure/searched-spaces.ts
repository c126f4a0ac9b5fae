import type { SearchedSpaces } from '../domain/search-index.js';

/** The spaces of one language. */
export interface SpacesOfLanguage {
  language: string;
  /** Joined by commas. */
  ids: string;
  count: number;
  passages: number;
}

/**
 * The rows {@link SpacesOfLanguage} of the spaces of organization $1 whose ids are in an array, those the index holds
 * nothing of left out.
 */
export const searchedSpacesSql = (ids: string) => `
  select language, string_agg(space_id, ',') as ids, count(*)::int as count, sum(passages)::float8 as passages
  from content.search_space where organization_id = $1 and passages > 0 and space_id = any(${ids})
  group by language order by count(*) desc, language`;

export function searchedSpaces(organizationId: string, rows: readonly SpacesOfLanguage[]): SearchedSpaces {
  return {
    organizationId,
    ids: rows.map(({ ids }) => ids).join(','),
    count: rows.reduce((sum, { count }) => sum + count, 0),
    languages: rows.map(({ language }) => language),
    passages: rows.reduce((sum, { passages }) => sum + passages, 0),
  };
}
