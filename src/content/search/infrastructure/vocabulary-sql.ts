/*
 * The statistics of words in the searched spaces ($2, of organization $1). There are two ways to look them up: few spaces
 * one by one, by the index that begins with the space; many by the index that begins with the word, through all spaces of
 * the organization that have it. An index look-up costs some microseconds, hundreds of them more than the rest of a
 * search. PostgreSQL would choose by averages over all spaces; here each form of a statement has only one possible plan:
 * a partial index on words is used only if the statement repeats its condition, which holds for all rows.
 *
 * Values are in subqueries so that the plan is cached (see rankingSql). chr(1114111) sorts after every character, so a
 * term that is not after a prefix with this character begins with the prefix.
 */

/** The index of a look-up: the one that begins with the space, or the one that begins with the word. */
export type Way = 'by space' | 'by word';

/** The spaces searched; where the index is to be the one that a word leads, `led` is the condition it is made for. */
const within = (way: Way, led: string) =>
  way === 'by space'
    ? `organization_id = $1 and space_id = any((select $2::text[])::text[])`
    : // `is true` keeps the list a hash table that each entry of the index is looked up in.
      `organization_id = $1 and ${led} and (space_id in (select unnest($2::text[]) collate "C")) is true`;

const TERMS_LED = `term > ''`;
const WORDS_LED = `word > ''`;

const SUMS = ['titles', 'headings', 'bodies', 'total', 'prominent']
  .map((count) => `sum(${count})::float8 as ${count}`)
  .join(', ');

/** The spaces of a kind that know a term, those that are most about it first. */
const spaces = (which: string, name: string) =>
  `coalesce(string_agg(space_id, ',' order by prominent desc) filter (where ${which}), '') as ${name}`;

const SPREAD = `${SUMS},
  ${spaces('titles > 0', 'titled')},
  ${spaces('titles = 0 and prominent > 0', 'headed')},
  ${spaces('titles = 0 and prominent = 0', 'others')}`;

/** For a single space, or a sample of spaces, the lists of spaces by field are not read. */
const UNTOLD = `null as titled, null as headed, null as others`;

/** Offset 0 keeps this a look into one index for each range. */
const terms = (way: Way, which: string) => `
      select space_id, titles, headings, bodies, total, prominent from content.search_term
      where ${within(way, TERMS_LED)} and ${which}
      offset 0`;

/** More than a beginning ever has: without it PostgreSQL expects thousands and compiles what it runs in a moment. */
const MOST_TERMS = 200;

const BEGINNINGS = `unnest((select $8::text[]), (select $9::text[])) with ordinality as range (low, high, number)`;

/** The size of a sample: the spaces with most passages. */
const SAMPLED_SPACES = 5;
/** With so many entries in the sample a beginning is as frequent in the others as it is there. */
const ENOUGH_ENTRIES = 100;

const BEGINS = 'term >= low collate "C" and term < high collate "C"';

const beginnings = (way: Way, of: string) => `
  select number::int, 'beginning' as kind, null as term, ${SPREAD}
  from ${of}
    cross join lateral (
      select space_id, ${SUMS}
      from (${terms(way, BEGINS)}
      ) as known
      group by space_id
    ) as known
  group by number`;

const BEGINNINGS_IN_ONE = `
  select number::int, 'beginning' as kind, null as term, ${SUMS}, ${UNTOLD}
  from ${BEGINNINGS}
    cross join lateral (${terms('by space', BEGINS)}
    ) as known
  group by number`;

/** How often beginnings come is taken from some spaces where that is enough to know it. */
const SAMPLE = `
  with sample as materialized (
    select space_id, passages from content.search_space
    where organization_id = $1 and space_id = any((select $2::text[])::text[])
    order by passages desc limit ${SAMPLED_SPACES}
  ), sampled as materialized (
    select *, (select $10::float8) / (select sum(passages)::float8 from sample) as times
    from ${BEGINNINGS}
      cross join lateral (
        select count(*) as entries, ${SUMS}
        from content.search_term
        where organization_id = $1 and space_id = any(array(select space_id from sample))
          and ${BEGINS}
      ) as known
  )`;
const SAMPLED = `
  select number::int, 'beginning' as kind, null as term, titles * times, headings * times, bodies * times,
    total * times, prominent * times, ${UNTOLD}
  from sampled where entries >= ${ENOUGH_ENTRIES}`;

const RARE_BEGINNINGS = `(select number, low, high from sampled where entries < ${ENOUGH_ENTRIES}) as range`;

/**
 * How words are looked up: in one space, in few of them, or in many. Short beginnings of words are so frequent in many
 * spaces that a sample is looked at first; those of a letter or two are never gone through word by word.
 */
export type LookUp = 'in one' | 'in few' | 'in many' | 'in many, short' | 'in many, shortest';

const BEGUN: Record<LookUp, string> = {
  'in one': BEGINNINGS_IN_ONE,
  'in few': beginnings('by space', BEGINNINGS),
  'in many': beginnings('by word', BEGINNINGS),
  'in many, short': `${SAMPLED} union all ${beginnings('by word', RARE_BEGINNINGS)}`,
  'in many, shortest': `${SAMPLED} union all ${beginnings('by space', RARE_BEGINNINGS)}`,
};

/**
 * What is known of the terms in each range (from $3 up to before $4) and of each beginning (from $8 up to before $9), as
 * its spread; and the eight most frequent terms that words in each of other ranges (from $5 up to before $6) have, those
 * left out that begin with $7. `number` is that of the range. $10, where there are many: passages of all spaces searched.
 */
export function lookUpSql(lookUp: LookUp): string {
  const way = lookUp === 'in one' || lookUp === 'in few' ? 'by space' : 'by word';
  const known = lookUp === 'in one' ? `${SUMS}, ${UNTOLD}` : SPREAD;
  return `${BEGUN[lookUp].includes('sampled') ? SAMPLE : ''}
  select number::int, 'term' as kind, null as term, ${known}
  from unnest((select $3::text[]), (select $4::text[])) with ordinality as range (low, high, number)
    cross join lateral (${terms(way, BEGINS)}
    ) as known
  group by number
  union all ${BEGUN[lookUp]}
  union all
  select number::int, 'word' as kind, finished.*
  from unnest((select $5::text[]), (select $6::text[]), (select $7::text[]))
      with ordinality as range (low, high, but, number)
    cross join lateral (
      select term, ${known}
      from (
        select distinct term from content.search_word
        where ${within(way, WORDS_LED)} and word >= low collate "C" and word < high collate "C" and not starts_with(term, but)
        limit ${MOST_TERMS}
      ) as meant
        cross join lateral (${terms(way, 'term = meant.term')}
        ) as known
      group by term
      order by sum(total) desc, term
      limit 8
    ) as finished`;
}

/**
 * Words whose first ($4) or last letters ($5, reversed) are those of a word asked for ($3), of such a length ($6 to $7).
 * Asked by word, they are all that the organization knows, each found behind the one before; those of spaces that are
 * not searched ($2, which is not read then) fall away when they are looked up.
 */
export const neighboursSql: Record<Way, string> = {
  'by space': `
  select asked, word
  from unnest((select $3::text[]), (select $4::text[]), (select $6::int[]), (select $7::int[]))
      as range (asked, head, shortest, longest)
    cross join lateral (
      select word from content.search_word
      where ${within('by space', WORDS_LED)} and word >= head collate "C" and word < (head || chr(1114111)) collate "C"
        and length(word) between shortest and longest
      offset 0
    ) as near
  union
  select asked, word
  from unnest((select $3::text[]), (select $5::text[]), (select $6::int[]), (select $7::int[]))
      as range (asked, liat, shortest, longest)
    cross join lateral (
      select word from content.search_word
      where ${within('by space', WORDS_LED)}
        and reverse(word) >= liat collate "C" and reverse(word) < (liat || chr(1114111)) collate "C"
        and length(word) between shortest and longest
      offset 0
    ) as near`,
  'by word': `
  with recursive headed as (
    select asked, head, shortest, longest, (${nextWord('word', '>= head', 'head')}) as word
    from unnest((select $3::text[]), (select $4::text[]), (select $6::int[]), (select $7::int[]))
      as range (asked, head, shortest, longest)
    union all
    select asked, head, shortest, longest, (${nextWord('word', '> headed.word', 'head')})
    from headed where word is not null
  ), tailed as (
    select asked, liat, shortest, longest, (${nextWord('reverse(word)', '>= liat', 'liat')}) as drow
    from unnest((select $3::text[]), (select $5::text[]), (select $6::int[]), (select $7::int[]))
      as range (asked, liat, shortest, longest)
    union all
    select asked, liat, shortest, longest, (${nextWord('reverse(word)', '> drow', 'liat')})
    from tailed where drow is not null
  )
  select asked, word from headed where length(word) between shortest and longest
  union
  select asked, reverse(drow) from tailed where length(drow) between shortest and longest and $2::text[] is not null`,
};

/** The next word of the organization, read this way, that begins with certain letters. */
function nextWord(read: string, from: string, letters: string): string {
  return `
      select ${read} from content.search_word
      where organization_id = $1 and ${WORDS_LED} and ${read} ${from} collate "C" and ${read} < (${letters} || chr(1114111)) collate "C"
      order by ${read} collate "C" limit 1`;
}
