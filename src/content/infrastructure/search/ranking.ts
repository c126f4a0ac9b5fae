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
const FIXED = 10;
const PER_SLOT = 5;

/**
 * The statement for a query of so many slots. Values stand in subqueries where they would let PostgreSQL estimate rows:
 * so the plan made once costs the same as one made for the values, and is kept; planning costs more than running.
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
  const sum = of.map(({ at, first }) => `least(r${at} * $${first + 3}::float8, $${first + 3}::float8 * 2)`).join(' + ');
  const cover = of.map(({ at, first }) => `case when r${at} > 0 then $${first + 4}::float8 else 0 end`).join(' + ');
  return `
  with recursive asked as (
    select * from unnest((select $2::text[]), (select $3::tsquery[]), (select $4::tsquery[])${queries})
      as asked (space_id, candidates, title${of.map(({ at }) => `, q${at}`).join('')})
  ), scored as materialized (
    select space_id, page_id, ordinal,
      ((${sum}) * (0.35 + 0.65 * (${cover})) + 0.01) * case when is_title then 3 else 1 end as score
    from asked cross join lateral (
      select p.page_id, p.ordinal, p.ordinal = 0 and p.terms @@ asked.title as is_title, ${ranks}
      from content.search_passage as p
      where p.organization_id = $1 and p.space_id = asked.space_id and p.terms @@ asked.candidates
      limit ${SCORED_LIMIT}
    ) as passage
  ), best as materialized (
    select space_id, page_id, score from (
      select space_id, page_id, round(max(score)::numeric, 4)::float8 as score from scored group by space_id, page_id
    ) as page
    where (select $5::float8) is null or score < (select $5) or (score = (select $5) and (space_id, page_id) > ($6::text, $7::text))
    order by score desc, space_id, page_id
    limit (select $8::bigint)
  ), section as (
    select space_id, page_id, json_agg(json_build_object('anchor', anchor, 'heading', heading, 'body', body,
      'score', score) order by place) as sections
    from (
      select s.*, row_number() over (partition by s.space_id, s.page_id order by s.score desc, s.ordinal) as place
      from scored as s join best using (space_id, page_id)
    ) as ranked
      join lateral (
        select anchor, heading, body from content.search_passage as p
        where p.organization_id = $1 and p.space_id = ranked.space_id and p.page_id = ranked.page_id
          and p.ordinal = ranked.ordinal
      ) as passage on true
    where place <= $9
    group by space_id, page_id
  ), above as (
    select best.space_id, best.page_id, live.parent_id, 0 as height, live.page_id as id, live.title
    from best join content.live_page as live
      on live.organization_id = $1 and live.space_id = best.space_id and live.page_id = best.page_id
    union all
    select above.space_id, above.page_id, live.parent_id, above.height + 1, live.page_id, live.title
    from above join content.live_page as live
      on live.organization_id = $1 and live.space_id = above.space_id and live.page_id = above.parent_id
    where above.height < $10
  ), line as (
    select space_id, page_id, json_agg(json_build_object('id', id, 'title', title) order by height desc) as ancestors
    from above where height > 0 group by space_id, page_id
  )
  select best.space_id as "spaceId", best.page_id as "pageId", best.score, live.title, live.path,
    coalesce(line.ancestors, '[]') as ancestors, section.sections,
    (select coalesce(lead.description, '') from content.search_passage as lead
      where lead.organization_id = $1 and lead.space_id = best.space_id and lead.page_id = best.page_id
        and lead.ordinal = 0) as description
  from best
    join content.live_page as live
      on live.organization_id = $1 and live.space_id = best.space_id and live.page_id = best.page_id
    join section on section.space_id = best.space_id and section.page_id = best.page_id
    left join line on line.space_id = best.space_id and line.page_id = best.page_id
  order by best.score desc, best.space_id, best.page_id`;
}
