import type { Analyser } from '../../domain/search/analyser.js';
import { passagesOf } from '../../domain/search/passages.js';
import type { Passage, Words } from '../../domain/search/passages.js';
import type { Spread } from '../../domain/search/scoring.js';
import type { IndexedPage } from '../../domain/search/search-index.js';
import { spaceKey, vectorOf } from './lexemes.js';
import type { Sql } from './sql.js';

/** Passages written by one statement. */
const BATCH = 1_500;

/** Writes the passages of one space; the caller holds the lock on its row. */
export class PassageWriter {
  private readonly key: string;

  constructor(
    private readonly sql: Sql,
    private readonly organizationId: string,
    private readonly spaceId: string,
    private readonly analyser: Analyser,
  ) {
    this.key = spaceKey(organizationId, spaceId);
  }

  async replace(pages: readonly IndexedPage[], removed: readonly string[]): Promise<void> {
    let words: Words = new Map();
    let passages: Passage[] = [];
    let gone: string[] = [...removed];
    const flush = async () => {
      await this.write(gone, passages, words);
      words = new Map();
      passages = [];
      gone = [];
    };
    for (const page of pages) {
      gone.push(page.pageId);
      if (!page.hidden) passages.push(...passagesOf(page, this.analyser, words));
      if (passages.length >= BATCH) await flush();
    }
    if (gone.length > 0) await flush();
    await this.forgetUnused();
    await this.sql.rows('content.search.settle', SETTLE);
  }

  private async write(pageIds: readonly string[], passages: readonly Passage[], words: Words): Promise<void> {
    const { organizationId, spaceId } = this;
    const spreads = spreadsOf(passages);
    await this.sql.rows('content.search.replace-terms', REPLACE_TERMS, [
      organizationId,
      spaceId,
      pageIds,
      this.key,
      [...spreads.keys()],
      [...spreads.values()].map((spread) => spread.titles),
      [...spreads.values()].map((spread) => spread.headings),
      [...spreads.values()].map((spread) => spread.bodies),
      [...spreads.values()].map((spread) => spread.total),
      [...spreads.values()].map((spread) => spread.prominent),
      passages.length,
    ]);
    if (passages.length === 0) return;
    await this.sql.rows('content.search.insert-passages', INSERT_PASSAGES, [
      organizationId,
      spaceId,
      passages.map((passage) => passage.pageId),
      passages.map((passage) => passage.ordinal),
      passages.map((passage) => passage.anchor),
      passages.map((passage) => passage.heading),
      passages.map((passage) => passage.description),
      passages.map((passage) => passage.body),
      passages.map((passage) => passage.length),
      passages.map((passage) => vectorOf(passage, this.key)),
    ]);
    const known = [...words.keys()];
    await this.sql.rows('content.search.insert-words', INSERT_WORDS, [
      organizationId,
      spaceId,
      known,
      known.map((word) => words.get(word)),
    ]);
  }

  private async forgetUnused(): Promise<void> {
    await this.sql.rows('content.search.forget-unused', FORGET_UNUSED, [this.organizationId, this.spaceId]);
  }
}

function spreadsOf(passages: readonly Passage[]) {
  const spreads = new Map<string, Spread>();
  for (const passage of passages) {
    for (const [term, counts] of passage.terms) {
      let spread = spreads.get(term);
      if (spread === undefined)
        spreads.set(term, (spread = { titles: 0, headings: 0, bodies: 0, total: 0, prominent: 0 }));
      if (counts.A > 0) spread.titles++;
      if (counts.B > 0) spread.headings++;
      if (counts.C + counts.D > 0) spread.bodies++;
      spread.total++;
      if (counts.prominent) spread.prominent++;
    }
  }
  return spreads;
}

// A term counts in PostgreSQL exactly where spreadsOf counts it, so that taking a page out undoes putting it in. Only
// terms whose counts change are touched: an edited page keeps most of its words.
const REPLACE_TERMS = `
  with gone as (
    delete from content.search_passage
    where organization_id = $1 and space_id = $2 and page_id = any($3::text[])
    returning terms
  ), resized as (
    update content.search_space set passages = passages + $11::int - (select count(*) from gone)
    where organization_id = $1 and space_id = $2
  ), change as (
    select term, sum(titles) as titles, sum(headings) as headings, sum(bodies) as bodies, sum(total) as total,
      sum(prominent) as prominent
    from (
      select substr(lexeme, length($4) + 2) as term,
        -count(*) filter (where 'A' = any(weights)) as titles,
        -count(*) filter (where 'B' = any(weights)) as headings,
        -count(*) filter (where 'C' = any(weights) or 'D' = any(weights)) as bodies,
        -count(*) filter (where starts_with(lexeme, $4 || '/')) as total,
        -count(*) filter (where starts_with(lexeme, $4 || '^')) as prominent
      from gone, unnest(gone.terms)
      where not starts_with(lexeme, $4 || '=')
      group by 1
      union all
      select * from unnest($5::text[], $6::int[], $7::int[], $8::int[], $9::int[], $10::int[])
    ) as each_side
    group by term
    having sum(titles) <> 0 or sum(headings) <> 0 or sum(bodies) <> 0 or sum(total) <> 0 or sum(prominent) <> 0
  )
  insert into content.search_term as known
    (organization_id, space_id, term, titles, headings, bodies, total, prominent)
  select $1, $2, term, titles, headings, bodies, total, prominent from change
  on conflict (organization_id, space_id, term) do update set
    titles = known.titles + excluded.titles,
    headings = known.headings + excluded.headings,
    bodies = known.bodies + excluded.bodies,
    total = known.total + excluded.total,
    prominent = known.prominent + excluded.prominent`;

const INSERT_PASSAGES = `
  insert into content.search_passage
    (organization_id, space_id, page_id, ordinal, anchor, heading, description, body, length, terms)
  select $1, $2, page_id, ordinal, anchor, heading, description, body, length, terms
  from unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::tsvector[])
    as passage (page_id, ordinal, anchor, heading, description, body, length, terms)`;

const INSERT_WORDS = `
  insert into content.search_word (organization_id, space_id, word, term)
  select $1, $2, word, term from unnest($3::text[], $4::text[]) as known (word, term)
  on conflict (organization_id, space_id, word) do nothing`;

const FORGET_UNUSED = `
  with unused as (
    delete from content.search_term where organization_id = $1 and space_id = $2 and total <= 0 returning term
  )
  delete from content.search_word using unused
  where search_word.organization_id = $1 and search_word.space_id = $2 and search_word.term = unused.term`;

// New entries of the index wait in a list that every search reads to the end; sorting in many at once costs a third of
// sorting in each on its own, so it is done here, when all are written.
const SETTLE = `select gin_clean_pending_list('content.search_passage_terms')`;
