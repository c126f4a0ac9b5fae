import { grantedRank } from '../permission/access.js';

/*
 * Stamps of spaces, from the version of each row that their views are read from. `xmin` is the transaction that wrote a
 * row, so it differs between any two committed versions and covers every column. Stamps for visitors leave out the
 * counts, which visitors do not see; those for members include grants.
 */

const SPACE = "s.id || ' ' || s.xmin::text";
const GRANTED_SPACE = `concat(s.id, ' ', s.xmin, ' ', ${grantedRank('s', '$3')})`;

/** The versions of the rows of one space, as `SPACE_TABLES` names them. */
export const VERSIONS_FOR_VISITORS = `array[${SPACE}, h.xmin::text, g.xmin::text, y.xmin::text]`;
export const VERSIONS_FOR_MEMBERS = `array[${GRANTED_SPACE}, h.xmin::text, g.xmin::text, y.xmin::text, k.xmin::text]`;

/** The stamp of the spaces with these versions, in the order of their ids. */
export function stampOf(versions: readonly (readonly (string | null)[])[]): string {
  const [first = []] = versions;
  return first.map((_, table) => versions.flatMap((ofSpace) => ofSpace[table] ?? []).join()).join(';');
}

/**
 * The same computed in the database, for the spaces $2 of the organization $1. Each table is read through its key: with
 * a join, the plan would depend on statistics and might read all rows of the organization.
 */
export const STAMP_FOR_VISITORS = stampSql(SPACE, ['space_head', 'git_link', 'git_sync']);
export const STAMP_FOR_MEMBERS = stampSql(GRANTED_SPACE, ['space_head', 'git_link', 'git_sync', 'space_counts']);

function stampSql(space: string, tables: readonly string[]): string {
  const lists = tables.map(
    (table) => `(select coalesce(string_agg(xmin::text, ',' order by space_id), '') from content.${table}
       where organization_id = $1 and space_id = any($2))`,
  );
  return `select concat_ws(';', string_agg(${space}, ',' order by s.id), ${lists.join(', ')}) as stamp
    from content.space s where s.organization_id = $1 and s.id = any($2) and s.deleted_at is null`;
}
