import type { Slot } from '../../domain/search/scoring.js';
import type { SearchedSpace } from '../../domain/search/search-index.js';
import { both, either, slotQuery, spaceKey, titleQuery } from './lexemes.js';

/** Passages scored for one query, about; a passage costs the database some microseconds. */
const MOST_SCORED = 300;
/** Passages scored at the very most. */
export const SCORED_LIMIT = 5_000;
/** With so many titles and headings holding a frequent word, the passages that only mention it are passed over. */
const ENOUGH_PROMINENT = 50;

/** A query as arrays with one tsquery for every space. */
export interface RankedQuery {
  spaceIds: string[];
  candidates: string[];
  titles: string[];
  /** One array for every slot. */
  slots: string[][];
}

/** Writes a weighed query as the tsqueries of every space; spaces that know none of the words fall away. */
export function rankedQuery(
  organizationId: string,
  spaces: readonly SearchedSpace[],
  slots: readonly Slot[],
  keys: ReadonlyMap<string, string>,
  languageOf: (space: SearchedSpace) => string,
): RankedQuery {
  const ranked: RankedQuery = { spaceIds: [], candidates: [], titles: [], slots: slots.map(() => []) };
  for (const space of spaces) {
    const key = spaceKey(organizationId, space.spaceId);
    const language = languageOf(space);
    const title = titleQuery(keys.get(language) ?? '', key);
    const candidates = either([candidateQuery(slots, language, key), title]);
    if (candidates === '') continue;
    ranked.spaceIds.push(space.spaceId);
    ranked.candidates.push(candidates);
    ranked.titles.push(title);
    slots.forEach((slot, at) => ranked.slots[at]?.push(slotQuery(slot, language, key)));
  }
  return ranked;
}

/**
 * Which passages to score: those with one of the rarest words, as many words as fit, and of the frequent words those
 * with all of them or with one in a title or heading.
 */
function candidateQuery(slots: readonly Slot[], language: string, key: string): string {
  const rarest = [...slots].sort((one, other) => one.spread.total - other.spread.total);
  const parts: string[] = [];
  let scored = 0;
  let passedOver = false;
  for (const slot of rarest) {
    const query = slotQuery(slot, language, key);
    if (query === '') continue;
    const fits = scored + slot.spread.total <= MOST_SCORED;
    const prominent = slot.spread.prominent;
    if (!fits && (scored > 0 || prominent >= ENOUGH_PROMINENT)) {
      passedOver = true;
      if (scored + prominent <= MOST_SCORED || scored === 0) {
        parts.push(slotQuery(slot, language, key, true));
        scored += prominent;
      }
      continue;
    }
    parts.push(query);
    scored += slot.spread.total;
  }
  if (passedOver) {
    const all = slots.filter((slot) => slot.share > 0).map((slot) => slotQuery(slot, language, key));
    if (all.length > 1 && all.every((query) => query !== '')) parts.push(both(all));
  }
  return either(parts);
}

/** How many values {@link rankingSql} takes before those of the slots. */
const FIXED = 9;
const PER_SLOT = 5;

/**
 * The statement for a query of so many slots. Values stand in subqueries where they would let PostgreSQL estimate rows:
 * so the plan made once costs the same as one made for the values, and is kept; planning costs more than running.
 *
 * PostgreSQL can't know how many rows a query finds. So what belongs to a row is looked up for that row, each once and
 * only for what is shown (`offset 0` keeps it so); lists of rows joined with each other made it compare all with all.
 */
export function rankingSql(slots: number): string {
  const of = Array.from({ length: slots }, (_, at) => ({ at, first: FIXED + 1 + at * PER_SLOT }));
  // Two calls, for ts_rank halves and quarters what follows the first hit: a word in the title must not hide the text.
  const ranks = of
    .map(({ at, first }) => {
      const rank = (weights: number) => `ts_rank($${weights}::float4[], p.terms, q${at})`;
      return `${rank(first + 1)} + ${rank(first + 2)} as r${at}`;
    })
    .join(', ');
  const queries = of.map(({ first }) => `, (select $${first}::tsquery[])`).join('');
  const names = of.map(({ at }) => `, q${at}`).join('');
  const sum = of.map(({ at, first }) => `least(r${at} * $${first + 3}::float8, $${first + 3}::float8 * 2)`).join(' + ');
  const cover = of.map(({ at, first }) => `case when r${at} > 0 then $${first + 4}::float8 else 0 end`).join(' + ');
  return `
  with recursive asked as (
    select space_id collate "C" as space_id, candidates, title${names}
    from unnest((select $2::text[]), (select $3::tsquery[]), (select $4::tsquery[])${queries})
      as asked (space_id, candidates, title${names})
  ), scored as materialized (
    select space_id, page_id, ordinal, stored,
      ((${sum}) * (0.35 + 0.65 * (${cover})) + 0.01) * case when is_title then 3 else 1 end as score
    from asked cross join lateral (
      select p.page_id, p.ordinal, p.ctid as stored, p.ordinal = 0 and p.terms @@ asked.title as is_title, ${ranks}
      from content.search_passage as p
      where p.organization_id = $1 and p.space_id = asked.space_id and p.terms @@ asked.candidates
      limit ${SCORED_LIMIT}
    ) as passage
  ), best as materialized (
    select *, row_number() over () as number from (
      select * from (
        select space_id, page_id, round(max(score) * 10000) / 10000 as best from scored group by page_id, space_id
      ) as page
      where (select $5::float8) is null or best < (select $5)
        or (best = (select $5) and (space_id, page_id) > ($6::text, $7::text))
      order by best desc, space_id, page_id
      limit (select $8::bigint)
    ) as page
  ), shown as (
    select * from (
      select best.*, ordinal, stored, score,
        row_number() over (partition by number order by score desc, ordinal) as place
      from best join scored on scored.page_id = best.page_id and scored.space_id = best.space_id
    ) as passage
    where place <= $9
  ), found as materialized (
    select number, place, shown.space_id, shown.page_id, live.parent_id, live.title, live.path,
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
  select number::int, place::int, space_id as space, page_id as page, parent_id as parent, title, path, description, best,
    score, anchor, heading, body
  from found
  union all
  select null, null, space_id, page_id, parent_id, title, null, null, null, null, null, null, null from above`;
}
