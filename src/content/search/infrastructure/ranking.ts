import { ANY_KEY } from './lexemes.js';
import { LIVE_PAGES } from '../../revisions/infrastructure/reading.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

/** Passages scored for a query at the very most, whatever the number of spaces. */
export const SCORED_LIMIT = 500;
/** Pages looked at to find the spaces of an organization; those of one space shown with it. */
const MOST_PAGES = 100;
const PAGES_OF_A_SPACE = 10;
/** Pages shown of all spaces together, but for the first of each. */
const PAGES_OF_ALL_SPACES = 25;

/** The best pages of which the titles above are read: others are too far behind to come before them. */
const MOST_PLACED = 25;
const DEEPEST_TREE = 32;
/** How much more a page counts whose title and those above it hold the whole query. */
const WHOLE_PATH = 2;
/** How much more a page counts with a heading that is the query, and among its sections the one below it. */
const EXACT_HEADING = 1.3;
const EXACT_SECTION = 3;

/** A section's place among those of its page. */
const SECTION_SCORE = `max(score * case when exact then ${EXACT_SECTION} else 1 end)`;

/** How many values {@link rankingSql} takes before those of the slots. */
const FIXED = 15;
const PER_SLOT = 5;

/**
 * The statement for a query of so many slots. Values are in subqueries where PostgreSQL would otherwise estimate rows from
 * them: so one plan serves all values and is cached, as planning costs more than running.
 *
 * PostgreSQL cannot estimate how many rows a query finds, nor that one space of thousands has most of them. So each access
 * has only one possible plan (`offset 0` ensures it): passages are found by the index over their terms, and rows that
 * belong to a found row are looked up for that row, once and only if it is shown. The organization is compared in another
 * collation than that of the indexes, which then can't be used for it.
 *
 * For an expected row or two PostgreSQL would use a nested loop without an index; it never does so for a full join.
 *
 * Candidates ($2 to $7, as in RankedQuery) are searched space by space in the given order until there are enough:
 * PostgreSQL stops there, and the query of a space is written when its turn comes.
 *
 * `shown`: the pages themselves, or the spaces of the best pages with some of them each.
 */
export function rankingSql(slots: number, shown: 'pages' | 'spaces'): string {
  const of = Array.from({ length: slots }, (_, at) => ({ at, first: FIXED + 1 + at * PER_SLOT }));
  // Two calls, for ts_rank halves and quarters what follows the first hit: a word in the title must not hide the text.
  const ranks = of
    .map(({ at, first }) => {
      const rank = (weights: number) => `ts_rank($${weights}::float4[], p.terms, asked.q${at})`;
      return `${rank(first + 1)} + ${rank(first + 2)} as r${at}`;
    })
    .join(', ');
  const queries = of.map(({ first }) => `, (select $${first}::text[])`).join('');
  const names = of.map(({ at }) => `, q${at}`).join('');
  const keyed = of.map(({ at }) => `, ${keyedSql(`q${at}`)}`).join('');
  const sum = of.map(({ at, first }) => `least(r${at} * $${first + 3}::float8, $${first + 3}::float8 * 2)`).join(' + ');
  const cover = of.map(({ at, first }) => `case when r${at} > 0 then $${first + 4}::float8 else 0 end`).join(' + ');
  return `
  with recursive scored as materialized (
    select space_id, page_id, ordinal, stored, exact,
      ((${sum}) * (0.35 + 0.65 * (${cover})) + 0.01) * factor * case when exact then ${EXACT_HEADING} else 1 end as score
    from unnest((select $2::text[]), (select $3::text[]), (select $4::text[]), (select $5::int[]), (select $6::int[]),
          (select $7::float8[])${queries})
        as part (language, candidates, spaces, most, most_of_space, factor${names})
      cross join lateral (
        select asked.space_id, passage.*
        from unnest(string_to_array(part.spaces, ',')) as among (id)
          cross join lateral (
            select space_id, ${keyedSql('candidates')}${keyed}
            from content.search_space
            where organization_id = $1 and space_id = among.id collate "C" and language = part.language collate "C"
            offset 0
          ) as asked
          cross join lateral (
            select p.page_id, p.ordinal, p.stored, lower(p.heading) = (select lower($15)) as exact, ${ranks}
            from (
              select space_id, page_id, ordinal, heading, terms, ctid as stored from content.search_passage
              where organization_id = $1 collate "default" and terms @@ asked.candidates
              offset 0
            ) as p
            where p.space_id = asked.space_id
            limit part.most_of_space
          ) as passage
        limit part.most
      ) as passage
    limit ${SCORED_LIMIT}
  ), mentioning as materialized (
    select space_id, page_id, max(score) as score from scored
    where $13::text[] = '{}' or space_id || '/' || page_id <> all($13)
    group by page_id, space_id
  ), line as (
    ${lineSql('(select $14::text[])')}
  ), page as (
    select space_id, page_id, round(score * coalesce(factor, 1) * 10000) / 10000 as best
    from mentioning left join (
      select space_id, page_id, ${WHOLE_PATH} as factor from line
      group by space_id, page_id
      having string_agg(title, ' ') ~ all((select $14::text[])::text[])
    ) as whole using (page_id, space_id)
  ), best as materialized (
    ${shown === 'pages' ? BEST_PAGES : BEST_SPACES}
  ), shown as (
    select * from (
      select number, rank, hit, space_id, page_id, best, stored, ${SECTION_SCORE} as score,
        row_number() over (partition by number order by ${SECTION_SCORE} desc, ordinal) as place
      from best full join scored using (page_id, space_id)
      where coalesce(number, 0) > 0
      group by number, rank, hit, space_id, page_id, best, stored, ordinal
    ) as passage
    where place <= $12
  ), found as materialized (
    select number, rank, hit, place, shown.space_id, shown.page_id, live.parent_id, live.title, live.path,
      case when place = 1 then passage.description end as description, best, round(score * 10000) / 10000 as score,
      passage.anchor, passage.heading, passage.body
    from shown
      cross join lateral (
        select anchor, heading, description, body from content.search_passage
        where organization_id = $1 collate "default" and ctid = stored
        offset 0
      ) as passage
      left join lateral (
        select parent_id, title, path from ${LIVE_PAGES} p
        where place = 1 and organization_id = $1 and space_id = shown.space_id and page_id = shown.page_id
        offset 0
      ) as live on true
  ), above as (
    select live.space_id, live.page_id, live.parent_id, live.title
    from (select distinct space_id, parent_id from found where parent_id is not null) as below
      cross join lateral (
        select * from ${LIVE_PAGES} p
        where organization_id = $1 and space_id = below.space_id and page_id = below.parent_id
        offset 0
      ) as live
    union
    select live.space_id, live.page_id, live.parent_id, live.title
    from above
      cross join lateral (
        select * from ${LIVE_PAGES} p
        where organization_id = $1 and space_id = above.space_id and page_id = above.parent_id
        offset 0
      ) as live
  )
  select number::int, rank::int, hit::int, place::int, space_id as space, page_id as page, parent_id as parent, title, path,
    description, best, score, anchor, heading, body
  from found
  union all
  select null, null, null, null, space_id, page_id, parent_id, title, null, null, null, null, null, null, null from above${
    shown === 'pages' ? '' : SPACE_TITLES
  }`;
}

/**
 * The titles above the best pages whose own title has a word of the query, with that one, folded for
 * {@link titlePatterns}; nothing where there are none. The place of a page is looked up when it is found, so moving or
 * renaming pages touches no index.
 */
function lineSql(patterns: string): string {
  const folded = `case when octet_length(title) = length(title) then lower(title)
    else regexp_replace(normalize(lower(title), NFKD), '[\\u0300-\\u036f]', '', 'g') end`;
  const live = (page: string, space: string) => `cross join lateral (
        select parent_id, ${folded} as title from ${LIVE_PAGES} p
        where organization_id = $1 and space_id = ${space} and page_id = ${page}
        offset 0
      ) as live`;
  return `select first.space_id, first.page_id, live.parent_id, live.title, 0 as up
    from (
      select space_id, page_id from mentioning order by score desc, space_id, page_id
      limit case when cardinality(${patterns}) = 0 then 0 else ${MOST_PLACED} end
    ) as first ${live('first.page_id', 'first.space_id')}
    where live.title ~ any(${patterns}::text[])
    union all
    select line.space_id, line.page_id, live.parent_id, live.title, up + 1
    from line ${live('line.parent_id', 'line.space_id')}
    where up < ${DEEPEST_TREE}`;
}

/** A query of the language, written for the space whose key is at hand. */
function keyedSql(query: string): string {
  return `replace(part.${query}, '${ANY_KEY}', search_space.key)::tsquery as ${query}`;
}

/** Whether something is behind the position where to continue. */
const behind = (score: string, ids: string) =>
  `((select $8::float8) is null or ${score} < (select $8) or (${score} = (select $8) and ${ids} > ($9::text, $10::text)))`;

const BEST_PAGES = `
    select *, row_number() over () as number, row_number() over () as rank, row_number() over () as hit from (
      select * from page
      where ${behind('best', '(space_id, page_id)')}
      order by best desc, space_id, page_id
      limit (select $11::bigint) + 1
    ) as page`;

/** A space has the score of its best page. Of the one behind the last only that page is read. */
const BEST_SPACES = `
    select *, seat as rank, row_number() over (order by hit, turn) as number from (
      select *, dense_rank() over (order by lead) as hit, row_number() over (order by seat) as turn_of_all from (
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
    where hit <= (select $11::bigint) + case when turn = 1 then 1 else 0 end
      and (turn = 1 or turn_of_all <= ${PAGES_OF_ALL_SPACES})`;

const SPACE_TITLES = `
  union all
  select null, null, null, null, id, null, null, space.title, null, null, null, null, null, null, null
  from (select distinct space_id from best) as shown_space cross join lateral (
    select id, title from ${SPACES} s
    where organization_id = $1 and id = shown_space.space_id and deleted_at is null
    offset 0
  ) as space`;
