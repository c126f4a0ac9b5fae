import { setImmediate as breathe } from 'node:timers/promises';
import { textArray } from '#kernel/infrastructure/database/text-array';
import type { PassageBatch } from './passage-batches.js';
import type { Sql } from './sql.js';

/** After so many passages the index of terms is tidied at once. */
const SETTLED_AT_ONCE = 300;

/** Writes the passages of one space; the caller holds the lock on its row. */
export class PassageWriter {
  /** Terms that no passage had after one of the statements; a later one may have written them again. */
  private readonly unused = new Set<string>();
  private written = 0;

  constructor(
    private readonly sql: Sql,
    private readonly organizationId: string,
    private readonly spaceId: string,
    private readonly key: string,
  ) {}

  /** Batch by batch; the passages of pages that are `removed` go with the first. */
  async replace(batches: Iterable<PassageBatch>, removed: readonly string[]): Promise<void> {
    let gone = removed;
    for (const batch of batches) {
      await this.write(batch, gone);
      gone = [];
    }
    if (gone.length > 0) await this.write(NO_PASSAGES, gone);
    if (this.unused.size > 0) {
      const unused = textArray([...this.unused]);
      await this.sql.rows('content.search.forget-unused-2', FORGET_UNUSED, [this.organizationId, this.spaceId, unused]);
    }
    if (this.written >= SETTLED_AT_ONCE) await this.sql.rows('content.search.settle', SETTLE);
  }

  private async write({ replaced, passages, counts, columns, words }: PassageBatch, removed: readonly string[]) {
    const { organizationId, spaceId, key } = this;
    const unused = await this.sql.rows<{ term: string }>('content.search.replace-terms-3', REPLACE_TERMS, [
      organizationId,
      spaceId,
      [...removed, ...replaced],
      key,
      ...counts,
      passages,
    ]);
    for (const { term } of unused) this.unused.add(term);
    this.written += passages;
    if (passages === 0) return;
    await breathe();
    await this.sql.rows('content.search.insert-passages', INSERT_PASSAGES, [organizationId, spaceId, ...columns]);
    await breathe();
    await this.sql.rows('content.search.insert-words', INSERT_WORDS, [organizationId, spaceId, ...words]);
  }
}

const NO_NUMBERS = '{}';
const NO_PASSAGES: PassageBatch = {
  replaced: [],
  passages: 0,
  counts: [textArray([]), NO_NUMBERS, NO_NUMBERS, NO_NUMBERS, NO_NUMBERS, NO_NUMBERS],
  columns: [],
  words: [],
};

// A term counts in PostgreSQL exactly where a batch counts it, so that taking a page out undoes putting it in. Only
// terms whose counts change are touched: an edited page keeps most of its words. A term without a place is in the text,
// see vectorOf.
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
      select substr(lexeme, length($4) + case when starts_with(lexeme, $4 || '=') then 1 else 2 end) as term,
        -count(*) filter (where 'A' = any(weights)) as titles,
        -count(*) filter (where 'B' = any(weights)) as headings,
        -count(*) filter (where 'C' = any(weights) or 'D' = any(weights)
          or weights is null and substr(lexeme, length($4) + 1, 1) = '/') as bodies,
        -count(*) filter (where substr(lexeme, length($4) + 1, 1) in ('/', '=')) as total,
        -count(*) filter (where substr(lexeme, length($4) + 1, 1) in ('~', '^')) as prominent
      from gone, unnest(gone.terms)
      group by 1
      union all
      select * from unnest($5::text[], $6::int[], $7::int[], $8::int[], $9::int[], $10::int[])
    ) as each_side
    group by term
    having sum(titles) <> 0 or sum(headings) <> 0 or sum(bodies) <> 0 or sum(total) <> 0 or sum(prominent) <> 0
  ), counted as (
    insert into content.search_term as known
      (organization_id, space_id, term, titles, headings, bodies, total, prominent)
    select $1, $2, term, titles, headings, bodies, total, prominent from change
    on conflict (organization_id, space_id, term) do update set
      titles = known.titles + excluded.titles,
      headings = known.headings + excluded.headings,
      bodies = known.bodies + excluded.bodies,
      total = known.total + excluded.total,
      prominent = known.prominent + excluded.prominent
    returning term, total
  )
  select term from counted where total <= 0`;

const INSERT_PASSAGES = `
  insert into content.search_passage
    (organization_id, space_id, page_id, ordinal, anchor, heading, description, body, length, terms)
  select $1, $2, page_id, ordinal, anchor, heading, description, body, length, terms::tsvector
  from unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::text[])
    as passage (page_id, ordinal, anchor, heading, description, body, length, terms)`;

const INSERT_WORDS = `
  insert into content.search_word (organization_id, space_id, word, term)
  select $1, $2, word, term from unnest($3::text[], $4::text[]) as known (word, term)
  on conflict (organization_id, space_id, word) do nothing`;

const FORGET_UNUSED = `
  with unused as (
    delete from content.search_term
    where organization_id = $1 and space_id = $2 and term = any($3::text[]) and total <= 0 returning term
  )
  delete from content.search_word using unused
  where search_word.organization_id = $1 and search_word.space_id = $2 and search_word.term = unused.term`;

// New entries of the index wait in a list that every search reads to the end. Sorting in many at once costs a third of
// sorting in each on its own: after many it is done here, else by PostgreSQL when the list is long (see IndexSpace) and by
// `SettleIndex` every few minutes.
const SETTLE = `select gin_clean_pending_list('content.search_passage_terms')`;
