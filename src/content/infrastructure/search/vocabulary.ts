import { oneLetterApart, beginsOneLetterApart, repairRange, SHORTEST_REPAIRED } from '../../domain/search/repair.js';
import { addSpreads } from '../../domain/search/scoring.js';
import type { Alternative, FoundWord, Spread } from '../../domain/search/scoring.js';
import type { QueryWord } from '../../domain/search/query-words.js';
import type { SearchedSpace } from '../../domain/search/search-index.js';
import type { Sql } from './sql.js';

type Entry = Spread & { kind: 'space' | 'term' | 'begins' | 'word'; asked: string; term: string };
type Neighbour = Spread & { asked: string; word: string; term: string };

/** Other words that a repaired word may have meant. */
const MOST_REPAIRS = 3;

/** What is known of the words of a query in the spaces searched; words nobody knows are repaired or left out. */
export interface KnownWords {
  passages: number;
  words: FoundWord[];
}

/** Looks the words of a query up: one statement, and a second one if a word is not known. */
export async function lookUp(
  sql: Sql,
  organizationId: string,
  spaces: readonly SearchedSpace[],
  words: readonly QueryWord[],
): Promise<KnownWords> {
  const spaceIds = spaces.map((space) => space.spaceId);
  const terms = [...new Set(words.flatMap((word) => [...word.terms.values()]))];
  const begun = words.filter((word) => word.prefix).map((word) => word.word);
  const entries = await sql.rows<Entry>('content.search.look-up', LOOK_UP, [organizationId, spaceIds, terms, begun]);

  const found: FoundWord[] = [];
  const unknown: QueryWord[] = [];
  for (const word of words) {
    const known = findWord(word, entries);
    if (known.spread.total > 0) found.push(known);
    else if (!word.optional && !word.pair && [...word.word].length >= SHORTEST_REPAIRED) unknown.push(word);
  }
  if (unknown.length > 0) found.push(...(await repair(sql, organizationId, spaceIds, unknown)));
  const passages = entries.find((entry) => entry.kind === 'space')?.total ?? 0;
  return { passages, words: found };
}

function findWord(word: QueryWord, entries: readonly Entry[]): FoundWord {
  const terms = new Set(word.terms.values());
  const spreads = entries.filter((entry) => entry.kind === 'term' && terms.has(entry.asked));
  const extra: Alternative[] = [];
  if (word.prefix) {
    for (const entry of entries) {
      if (entry.asked !== word.word) continue;
      if (entry.kind === 'begins' && entry.total > 0) {
        extra.push({ term: word.word, prefix: true });
        // The terms that begin so include the word itself where it is its own stem.
        spreads.splice(0, terms.has(word.word) ? spreads.length : 0, entry);
      }
      if (entry.kind === 'word' && !terms.has(entry.term)) {
        extra.push({ term: entry.term, prefix: false });
        spreads.push(entry);
      }
    }
  }
  const spread = addSpreads(spreads);
  const exact = new Set(entries.filter((entry) => entry.kind === 'term').map((entry) => entry.asked));
  const alternatives = new Map(
    [...word.terms].map(([language, term]) => {
      const own = exact.has(term) ? [{ term, prefix: false }] : [];
      return [language, [...own, ...extra]] as const;
    }),
  );
  return { word, alternatives, spread, repaired: false };
}

async function repair(
  sql: Sql,
  organizationId: string,
  spaceIds: readonly string[],
  words: readonly QueryWord[],
): Promise<FoundWord[]> {
  const ranges = words.map((word) => repairRange(word.word, word.prefix));
  const neighbours = await sql.rows<Neighbour>('content.search.neighbours', NEIGHBOURS, [
    organizationId,
    spaceIds,
    ranges.map((range) => range.word),
    ranges.map((range) => range.head),
    ranges.map((range) => range.liat),
    ranges.map((range) => range.shortest),
    ranges.map((range) => range.longest),
  ]);
  return words.flatMap((word) => {
    const near = neighbours.filter((other) => other.asked === word.word);
    let meant = near.filter((other) => oneLetterApart(word.word, other.word));
    if (meant.length === 0 && word.prefix) meant = near.filter((other) => beginsOneLetterApart(word.word, other.word));
    const best = meant.sort((one, other) => other.total - one.total || (one.word < other.word ? -1 : 1));
    const terms = new Map(best.map((other) => [other.term, other] as const));
    const kept = [...terms].slice(0, MOST_REPAIRS);
    if (kept.length === 0) return [];
    const alternatives = kept.map(([term]) => ({ term, prefix: false }));
    return [
      {
        word,
        alternatives: new Map([...word.terms.keys()].map((language) => [language, alternatives] as const)),
        spread: addSpreads(kept.map(([, spread]) => spread)),
        repaired: true,
      },
    ];
  });
}

const SUMS = `sum(titles)::float8 as titles, sum(headings)::float8 as headings, sum(bodies)::float8 as bodies,
  sum(total)::float8 as total, sum(prominent)::float8 as prominent`;

// Values stand in subqueries so that the plan made once is kept (see rankingSql).
// chr(1114111) sorts behind every character, so a range of terms holds all that begin with a word.
const LOOK_UP = `
  select 'space' as kind, '' as asked, '' as term, 0::float8 as titles, 0::float8 as headings, 0::float8 as bodies,
    coalesce(sum(passages), 0)::float8 as total, 0::float8 as prominent
  from content.search_space where organization_id = $1 and space_id = any((select $2::text[])::text[])
  union all
  select 'term', term, term, ${SUMS}
  from content.search_term
  where organization_id = $1 and space_id = any((select $2::text[])::text[]) and term = any((select $3::text[])::text[])
  group by term
  union all
  select 'begins', asked, asked, ${SUMS}
  from unnest((select $4::text[])) as asked
    join content.search_term on organization_id = $1 and space_id = any((select $2::text[])::text[])
      and term >= asked collate "C" and term < (asked || chr(1114111)) collate "C"
  group by asked
  union all
  select 'word', asked, term, titles, headings, bodies, total, prominent
  from unnest((select $4::text[])) as asked cross join lateral (
    select t.term, ${SUMS}
    from (
      select distinct space_id, term from content.search_word
      where organization_id = $1 and space_id = any((select $2::text[])::text[]) and length(asked) > 3
        and word >= asked collate "C" and word < (asked || chr(1114111)) collate "C" and not starts_with(term, asked)
    ) as w
      cross join lateral (
        select * from content.search_term
        where organization_id = $1 and space_id = w.space_id and term = w.term
        offset 0
      ) as t
    group by t.term
    order by sum(total) desc, t.term
    limit 8
  ) as finished`;

const NEIGHBOURS = `
  select near.asked, near.word, near.term, ${SUMS}
  from (
    select asked, space_id, word, term
    from unnest((select $3::text[]), (select $4::text[]), (select $6::int[]), (select $7::int[]))
        as range (asked, head, shortest, longest)
      join content.search_word on organization_id = $1 and space_id = any((select $2::text[])::text[])
        and word >= head collate "C" and word < (head || chr(1114111)) collate "C"
        and length(word) between shortest and longest
    union
    select asked, space_id, word, term
    from unnest((select $3::text[]), (select $5::text[]), (select $6::int[]), (select $7::int[]))
        as range (asked, liat, shortest, longest)
      join content.search_word on organization_id = $1 and space_id = any((select $2::text[])::text[])
        and reverse(word) >= liat collate "C" and reverse(word) < (liat || chr(1114111)) collate "C"
        and length(word) between shortest and longest
  ) as near
    cross join lateral (
      select * from content.search_term
      where organization_id = $1 and space_id = near.space_id and term = near.term and total > 0
      offset 0
    ) as t
  group by near.asked, near.word, near.term`;
