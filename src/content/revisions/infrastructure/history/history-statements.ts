import { CHANGE_REQUESTS } from '../reading.js';
import type { NamesOfRevisions } from './names-revisions.js';

/** Revisions after which one step looks. It removes as many at most. */
export const REVISIONS_A_STEP = 500;
/** Spaces that are asked about at a time. */
const SPACES = 500;

/** The spaces after the space $2 of the organization $1, some of all organizations. */
export const AFTER = `select organization_id as "organizationId", space_id as "spaceId" from content.space_head
  where (organization_id, space_id) > ($1, $2) order by organization_id, space_id limit ${SPACES}`;

/**
 * Those of the spaces $2 of the organization $1 with a revision that is older than the id $3 and was not looked at. For
 * each space one entry of an index is read, whatever the planner knows about revisions.
 */
export const DUE = `select s.id as "spaceId" from unnest($2::text[]) s(id)
  where (
    select min(r.id) from content.revision r
    where r.organization_id = $1 and r.space_id = s.id and r.id > coalesce((
      select t.reached from content.thinned_history t where t.organization_id = $1 and t.space_id = s.id), '')
  ) < $3 order by s.id`;

/** Without waiting: what another process thins it thins to its end. */
export const CLAIM = `select pg_try_advisory_xact_lock(hashtextextended('history of ' || $1, 0)) as free`;

const rowsOf = ({ table, space }: NamesOfRevisions): string => {
  const ids =
    space === 'change_request_id'
      ? `in (select c.id from ${CHANGE_REQUESTS} c where c.organization_id = $1 and c.space_id = $2)`
      : '= $2';
  return `from content.${table} t where t.organization_id = $1 and t.${space ?? 'space_id'} ${ids}`;
};

/** The ids that rows of the space $2 name, as a relation with a column `id`. */
const named = (names: NamesOfRevisions, columns: readonly string[]): string =>
  `select n.id ${rowsOf(names).replace(
    ' where',
    ` cross join lateral unnest(array[]::text[] || ${columns.map((column) => `t.${column}`).join(' || ')}) n(id) where`,
  )}`;

/**
 * What can go of the space $2 of the organization $1: revisions from which others were made, all of them before the id $3,
 * and that no row names. Looks at those from which the next ones on its way were made, in the order of time.
 */
export const findUnneeded = (names: readonly NamesOfRevisions[]): string => `with next as materialized (
    select r.id from content.revision r
    where r.organization_id = $1 and r.space_id = $2 and r.id < $3 and r.id > coalesce((
      select t.reached from content.thinned_history t where t.organization_id = $1 and t.space_id = $2), '')
    order by r.id limit ${REVISIONS_A_STEP}
  ), before as materialized (
    select distinct p.parent_id as id from content.revision_parent p
    where p.organization_id = $1 and p.revision_id = any(array(select id from next))
  ), needed as materialized (
    ${names.map((each) => named(each, each.columns)).join('\n    union all ')}
  ), compared as materialized (
    ${names
      .filter(({ compared }) => compared)
      .map((each) => named(each, each.compared ?? []))
      .join('\n    union all ')}
  )
  select (select max(id) from next) as reached, (select count(*)::int from next) as seen, array(
    select r.id from content.revision r
    where r.organization_id = $1 and r.space_id = $2
      and r.id = any(array(select b.id from before b where not exists (select from needed n where n.id = b.id)))
      and not exists (
        select from content.revision_parent p where p.organization_id = $1 and p.parent_id = r.id
          and (p.revision_id >= $3 or p.ordinal = 0 and p.revision_id in (select id from compared)))
  ) as unneeded`;

/**
 * The revisions of the organization $1 that are made from the revisions $2, which are to be removed, each with what it is
 * made from without them: first those to which the first parents of removed ones lead, in the order of the parents that it
 * had, then all others that are reached, the newest first.
 */
export const PARENTS = `with recursive kept as materialized (
    select distinct p.revision_id as id from content.revision_parent p
    where p.organization_id = $1 and p.parent_id = any($2::text[]) and p.revision_id <> all($2::text[])
  ), link as materialized (
    select p.revision_id, p.ordinal, p.parent_id, p.parent_id = any($2::text[]) as gone from content.revision_parent p
    where p.organization_id = $1 and p.revision_id = any(array(select id from kept) || $2::text[])
  ), line (id, place, parent_id, gone) as (
    select l.revision_id, l.ordinal, l.parent_id, l.gone from link l join kept k on k.id = l.revision_id
    union all
    select f.id, f.place, l.parent_id, l.gone from line f join link l on l.revision_id = f.parent_id and l.ordinal = 0
    where f.gone
  ), reached (id, parent_id, gone) as (
    select l.revision_id, l.parent_id, l.gone from link l join kept k on k.id = l.revision_id
    union
    select f.id, l.parent_id, l.gone from reached f join link l on l.revision_id = f.parent_id where f.gone
  ), parent as materialized (
    select id, parent_id, min(place) as place
    from (
      select id, parent_id, place from line where not gone
      union all
      select id, parent_id, null from reached where not gone
    ) found group by id, parent_id
  )
  select k.id, coalesce(p.parents, '{}') as parents from kept k left join (
    select id, array_agg(parent_id order by place nulls last, parent_id desc) as parents from parent group by id
  ) p on p.id = k.id`;

/** Unties the revisions $2 of the organization $1 from what they are made from. */
export const UNTIE = `delete from content.revision_parent where organization_id = $1 and revision_id = any($2::text[])`;

/** Ties revisions of the organization $1 to what they are made from: the revision, the place from 0, and the parent of each. */
export const TIE = `insert into content.revision_parent (organization_id, revision_id, ordinal, parent_id)
  select $1, t.id, t.ordinal, t.parent_id from unnest($2::text[], $3::int[], $4::text[]) t(id, ordinal, parent_id)
  order by t.id, t.ordinal`;

export const REMOVE = `delete from content.revision where organization_id = $1 and id = any($2::text[])`;

export const REACHED = `insert into content.thinned_history (organization_id, space_id, reached) values ($1, $2, $3)
  on conflict (organization_id, space_id) do update set reached = excluded.reached`;
