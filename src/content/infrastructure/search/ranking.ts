import { ANY_KEY } from './lexemes.js';

/** Passages scored in one space at the very most: of more, those that were indexed first. */
export const SCORED_LIMIT = 1_000;
/** The same where many spaces may have some, so that no word that is frequent everywhere has many more scored in all. */
const SCORED_LIMITS = [SCORED_LIMIT, 500, 200, 100, 50] as const;
const SCORED_IN_ALL = 5_000;

export type ScoredLimit = (typeof SCORED_LIMITS)[number];

/** How many passages of each are scored at most where there may be some in so many spaces. */
export function scoredOfEach(spaces: number): ScoredLimit {
  return SCORED_LIMITS.find((limit) => spaces * limit <= SCORED_IN_ALL) ?? 50;
}
/** Pages looked at to find the spaces of an organization; those of one space shown with it. */
const MOST_PAGES = 100;
const PAGES_OF_A_SPACE = 10;

/** How many values {@link rankingSql} takes before those of the slots. */
const FIXED = 11;
const PER_SLOT = 5;

/**
 * The statement for a query of so many slots. Values stand in subqueries where they would let PostgreSQL estimate rows:
 * so the plan made once costs the same as one made for the values, and is kept; planning costs more than running.
 *
 * PostgreSQL can't know how many rows a query finds, nor that one space of thousands holds most of them. So each access
 * leaves it one way only (`offset 0` keeps it so): passages are found by the index over their terms and by nothing
 * else, and what belongs to a row is looked up for that row, each once and only for what is shown.
 *
 * Where it expects a row or two, it joins by comparing all with all; a full join it never does so.
 *
 * `shown`: the pages themselves, or the spaces of the best pages with some of them each. `scored`: of each space at most.
 */
export function rankingSql(slots: number, shown: 'pages' | 'spaces', scored: ScoredLimit = SCORED_LIMIT): string {
  const of = Array.from({ length: slots }, (_, at) => ({ at, first: FIXED + 1 + at * PER_SLOT }));
  // Two calls, for ts_rank halves and quarters what follows the first hit: a word in the title must not hide the text.
  const ranks = of
    .map(({ at, first }) => {
      const rank = (weights: number) => `ts_rank($${weights}::float4[], p.terms, q${at})`;
      return `${rank(first + 1)} + ${rank(first + 2)} as r${at}`;
    })
    .join(', ');
  const queries = of.map(({ first }) => `, (select $${first}::text[])`).join('');
  const names = of.map(({ at }) => `, q${at}`).join('');
  const keyed = of.map(({ at }) => `, ${keyedSql(`q${at}`)}`).join('');
  const sum = of.map(({ at, first }) => `least(r${at} * $${first + 3}::float8, $${first + 3}::float8 * 2)`).join(' + ');
  const cover = of.map(({ at, first }) => `case when r${at} > 0 then $${first + 4}::float8 else 0 end`).join(' + ');
  return `
  with recursive asked as materialized (
    select space_id, ${keyedSql('candidates')}, ${keyedSql('title')}${keyed}
    from unnest((select $3::text[]), (select $4::text[]), (select $5::text[])${queries})
        as asked (language, candidates, title${names})
      join content.search_space on organization_id = $1 and space_id = any((select $2::text[])::text[])
        and search_space.language = asked.language collate "C"
  ), scored as materialized (
    select space_id, page_id, ordinal, stored,
      ((${sum}) * (0.35 + 0.65 * (${cover})) + 0.01) * case when is_title then 3 else 1 end as score
    from asked cross join lateral (
      select p.page_id, p.ordinal, p.stored, p.ordinal = 0 and p.terms @@ asked.title as is_title, ${ranks}
      from (
        select organization_id, space_id, page_id, ordinal, terms, ctid as stored from content.search_passage
        where terms @@ asked.candidates
        offset 0
      ) as p
      where p.organization_id = $1 and p.space_id = asked.space_id
      limit ${scored}
    ) as passage
  ), page as (
    select space_id, page_id, round(max(score) * 10000) / 10000 as best from scored
    where $11::text[] = '{}' or space_id || '/' || page_id <> all($11)
    group by page_id, space_id
  ), best as materialized (
    ${shown === 'pages' ? BEST_PAGES : BEST_SPACES}
  ), shown as (
    select * from (
      select number, hit, space_id, page_id, best, stored, score,
        row_number() over (partition by number order by score desc, ordinal) as place
      from best full join scored using (page_id, space_id)
      where coalesce(number, 0) > 0
    ) as passage
    where place <= $10
  ), found as materialized (
    select number, hit, place, shown.space_id, shown.page_id, live.parent_id, live.title, live.path,
      case when place = 1 then passage.description end as description, best, round(score * 10000) / 10000 as score,
      passage.anchor, passage.heading, passage.body
    from shown
      cross join lateral (
        select anchor, heading, description, body from content.search_passage where ctid = stored offset 0
      ) as passage
      left join lateral (
        select parent_id, title, path from content.live_page
        where place = 1 and organization_id = $1 and space_id = shown.space_id and page_id = shown.page_id
        offset 0
      ) as live on true
  ), above as (
    select live.space_id, live.page_id, live.parent_id, live.title
    from (select distinct space_id, parent_id from found where parent_id is not null) as below
      cross join lateral (
        select * from content.live_page
        where organization_id = $1 and space_id = below.space_id and page_id = below.parent_id
        offset 0
      ) as live
    union
    select live.space_id, live.page_id, live.parent_id, live.title
    from above
      cross join lateral (
        select * from content.live_page
        where organization_id = $1 and space_id = above.space_id and page_id = above.parent_id
        offset 0
      ) as live
  )
  select number::int, hit::int, place::int, space_id as space, page_id as page, parent_id as parent, title, path,
    description, best, score, anchor, heading, body
  from found
  union all
  select null, null, null, space_id, page_id, parent_id, title, null, null, null, null, null, null, null from above${
    shown === 'pages' ? '' : SPACE_TITLES
  }`;
}

/** A query of the language, written for the space whose key is at hand. */
function keyedSql(query: string): string {
  return `replace(asked.${query}, '${ANY_KEY}', search_space.key)::tsquery as ${query}`;
}

/** Whether something is behind the position where to continue. */
const behind = (score: string, ids: string) =>
  `((select $6::float8) is null or ${score} < (select $6) or (${score} = (select $6) and ${ids} > ($7::text, $8::text)))`;

const BEST_PAGES = `
    select *, row_number() over () as number, row_number() over () as hit from (
      select * from page
      where ${behind('best', '(space_id, page_id)')}
      order by best desc, space_id, page_id
      limit (select $9::bigint) + 1
    ) as page`;

/** A space has the score of its best page. Of the one behind the last only that page is read. */
const BEST_SPACES = `
    select *, row_number() over (order by hit, turn) as number from (
      select *, dense_rank() over (order by lead) as hit from (
        select *, first_value(seat) over own as lead, first_value(best) over own as score_of_space,
          row_number() over own as turn
        from (
          select *, row_number() over () as seat from (
            select * from page order by best desc, space_id, page_id limit ${MOST_PAGES}
          ) as page
        ) as page
        window own as (partition by space_id order by seat)
      ) as page
      where turn <= ${PAGES_OF_A_SPACE} and ${behind('score_of_space', "(space_id, '')")}
    ) as page
    where hit <= (select $9::bigint) + case when turn = 1 then 1 else 0 end`;

const SPACE_TITLES = `
  union all
  select null, null, null, id, null, null, space.title, null, null, null, null, null, null, null
  from (select distinct space_id from best) as shown_space cross join lateral (
    select id, title from content.space
    where organization_id = $1 and id = shown_space.space_id and deleted_at is null
    offset 0
  ) as space`;
