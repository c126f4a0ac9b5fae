import type { Caller } from '#kernel/application/caller';
import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { rankOf, type Role } from '#permissions';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { listParameters, NO_SUBJECTS } from '../../spaces/infrastructure/permission/access.js';
import { ALL_ACCESSIBLE_SPACES } from '../../spaces/infrastructure/permission/accessible-records.js';
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

const REACHED = searchedSpacesSql(`array(${ALL_ACCESSIBLE_SPACES})`);

/** All but those marked with `!` in $2: the index says which hold something, instead of the organization which there are. */
const ALL = `
  select i.language, string_agg(i.space_id, ',') as ids, count(*)::int as count, sum(i.passages)::float8 as passages
  from content.search_space i
  join ${SPACES} s on s.organization_id = $1 and s.id = i.space_id and s.deleted_at is null
  where i.organization_id = $1 and i.passages > 0 and '!' || i.space_id <> all($2::text[])
  group by i.language order by count(*) desc, i.language`;

/** The spaces that a caller with this role in the organization may search. */
export async function reachedSpaces(
  sql: SqlQuery,
  caller: Caller,
  organizationId: string,
  member: Role | null,
): Promise<SearchedSpaces> {
  const [rank, subjects] = listParameters(caller, member);
  if (rank === rankOf('admin')) return allSpaces(sql, organizationId, subjects);
  const rows = await sql.rows<SpacesOfLanguage>('search.reached', REACHED, [organizationId, rank, subjects]);
  return searchedSpaces(organizationId, rows);
}

/** The spaces of an organization; `without` are ids to leave out, in the form of `listParameters`. */
export async function allSpaces(sql: SqlQuery, organizationId: string, without = NO_SUBJECTS): Promise<SearchedSpaces> {
  const rows = await sql.rows<SpacesOfLanguage>('search.all-spaces-2', ALL, [organizationId, without]);
  return searchedSpaces(organizationId, rows);
}

export function searchedSpaces(organizationId: string, rows: readonly SpacesOfLanguage[]): SearchedSpaces {
  return {
    organizationId,
    ids: rows.map(({ ids }) => ids).join(','),
    count: rows.reduce((sum, { count }) => sum + count, 0),
    languages: rows.map(({ language }) => language),
    passages: rows.reduce((sum, { passages }) => sum + passages, 0),
  };
}
