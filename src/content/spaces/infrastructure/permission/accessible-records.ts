import { ROLES } from '#permissions';

/*
 * SQL for lists of the records that a member can access. Each way to access a record (level, role, grant, grant on a
 * collection) is read through an index in the order of the list and limited by itself; then all are merged. A record
 * among the first of the result is among the first of each way that grants it, so the merged rows have the highest
 * rank. The cost does not depend on what else the organization contains.
 */

/** The roles in the order of their ranks, as an SQL array. */
const ROLES_BY_RANK = `array[${ROLES.map((role) => `'${role}'`).join(',')}]`;

/**
 * The rows `id`, `rank` of the first accessible spaces. Parameters: $1 organization, $2 the id after which the list
 * begins, $3 the rank of the member's role (0 for a guest), $4 their subjects (empty for an administrator, who needs no
 * grant; those of a script are the spaces that it covers, or marked with `!` those that it does not), $5 how many rows.
 */
export function accessibleSpaces(order: 'asc' | 'desc'): string {
  const behind = order === 'asc' ? '>' : '<';
  const first = `and s.id ${behind} $2 and s.deleted_at is null order by s.id ${order} limit $5`;
  return `select id, max(rank) as rank from (
      (select s.id, ${levelRank('s', '$3')} as rank from content.space s
       where $3::int between 1 and 5 and s.organization_id = $1 and s.level is not null ${first})
      union all
      (select s.id, 6 from content.space s where $3::int = 6 and s.organization_id = $1
         and '!' || s.id <> all($4::text[]) ${first})
      union all
      (select s.id, 1 from content.space s where s.organization_id = $1 and s.id = any($4::text[]) ${first})
      union all
      (select one.id, one.rank from unnest($4::text[]) subject cross join lateral (
         select s.id, p.rank::int from content.permission p
         join content.space s on s.organization_id = p.organization_id and s.id = p.content_id
         where p.organization_id = $1 and p.subject_id = subject and p.content_kind = 'space'
           and p.content_id ${behind} $2 and s.deleted_at is null
         order by p.content_id ${order} limit $5) one)
      union all
      (select one.id, held.rank from (${grantedCollections('$4')}) held cross join lateral (
         select s.id from content.space s where s.organization_id = $1 and s.parent = held.id ${first}) one)
    ) found group by id order by id ${order} limit $5`;
}

/**
 * The rows `id`, `rank` and `place` (the rank in the order of the collection) of the first accessible spaces directly
 * in a collection, in its order. Parameters: $1 organization, $2 the collection, $3 and $4 as for `accessibleSpaces`, $5
 * how many rows, $6 the rank granted on the collection or on one above it (6 for an administrator, 0 for none), $7 and
 * $8 the place and the id after which the list begins.
 */
export const accessibleSpacesOfCollection = `select id, place, max(rank) as rank from (
    (select s.id, s.rank as place, ${levelRank('s', '$3')} as rank from content.space s
     where $3::int between 1 and 5 and s.organization_id = $1 and s.parent = $2 and s.level is not null
       and s.deleted_at is null and (s.rank, s.id) > ($7, $8) order by s.rank, s.id limit $5)
    union all
    (select s.id, s.rank, $6::int from content.space s
     where $6::int > 0 and s.organization_id = $1 and coalesce(s.parent, '') = $2
       and s.deleted_at is null and (s.rank, s.id) > ($7, $8) order by s.rank, s.id limit $5)
    union all
    (select s.id, s.rank, p.rank::int from content.permission p
     join content.space s on s.organization_id = p.organization_id and s.id = p.content_id
     where p.organization_id = $1 and p.subject_id = any($4::text[]) and p.content_kind = 'space' and s.parent = $2
       and s.deleted_at is null and (s.rank, s.id) > ($7, $8))
  ) found group by id, place order by place, id limit $5`;

/**
 * The rows `id`, `rank` of the first accessible collections, in the order of their ids; `nested` includes those inside
 * others, which otherwise are passed over by an index. Parameters as for `accessibleSpaces`.
 */
export function accessibleCollections(nested: boolean): string {
  const first = (record: string): string =>
    `and ${record}.id > $2 ${nested ? '' : `and ${record}.parent is null`} order by ${record}.id limit $5`;
  return `select id, max(rank) as rank from (
      (select c.id, ${levelRank('c', '$3')} as rank from content.collection c
       where $3::int between 1 and 5 and c.organization_id = $1 and c.level is not null ${first('c')})
      union all
      (select c.id, 6 from content.collection c where $3::int = 6 and c.organization_id = $1 ${first('c')})
      union all
      (select held.id, held.rank from (${grantedCollections('$4')}) held where true ${first('held')})
    ) found group by id order by id limit $5`;
}

/**
 * The `id` of every accessible space. Parameters: $1 organization, $2 the rank of the member's role, $3 their subjects.
 * Granted spaces are checked against the few deleted ones rather than against all existing ones.
 */
export const ALL_ACCESSIBLE_SPACES = `select s.id from content.space s
    where $2::int between 1 and 5 and s.organization_id = $1 and s.deleted_at is null and s.level is not null
  union
  select s.id from content.space s where $2::int = 6 and s.organization_id = $1 and s.deleted_at is null
    and '!' || s.id <> all($3::text[])
  union
  select s.id from content.space s where s.organization_id = $1 and s.id = any($3::text[]) and s.deleted_at is null
  union
  select p.content_id from content.permission p
    where p.organization_id = $1 and p.subject_id = any($3::text[]) and p.content_kind = 'space'
      and (p.content_id in (select d.id from content.space d
        where d.organization_id = $1 and d.deleted_at is not null)) is not true
  union
  select s.id from (${grantedCollections('$3')}) held
    join content.space s on s.organization_id = $1 and s.parent = held.id and s.deleted_at is null`;

/** The collections with a grant for `subjects`, and all collections in them: `id`, `parent`, `rank`. */
function grantedCollections(subjects: string): string {
  return `select c.id, c.parent, max(p.rank)::int as rank from content.permission p
    join content.collection c on c.organization_id = p.organization_id and c.chain @> array[p.content_id]
    where p.organization_id = $1 and p.subject_id = any(${subjects}::text[]) and p.content_kind = 'collection'
    group by c.id, c.parent`;
}

/** The role of a rank, as SQL. */
export const roleOfRankSql = (rank: string): string => `(${ROLES_BY_RANK})[${rank}]`;

/** The rank that the default level of `record` gives a member whose role has the rank `member`. */
function levelRank(record: string, member: string): string {
  return `case when ${record}.level = 'inherit' then ${member}::int
    else array_position(${ROLES_BY_RANK}, ${record}.level) end`;
}
