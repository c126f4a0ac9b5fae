import { setImmediate as breathe } from 'node:timers/promises';
import { Turns } from '#kernel/application/turns';
import { numberArray } from '#kernel/infrastructure/database/number-array';
import { textArray } from '#kernel/infrastructure/database/text-array';
import type { Analyser } from '../domain/analyser.js';
import { passagesOf } from '../domain/passages.js';
import type { Passage, Words } from '../domain/passages.js';
import type { Counts } from '../domain/scoring.js';
import type { IndexedPage } from '../domain/search-index.js';
import { spaceKey, titleTerm, vectorOf } from './lexemes.js';
import type { Sql } from './sql.js';

/** Passages written by one statement, their characters and terms: what is given to PostgreSQL is put together at once. */
const MOST_PASSAGES = 1_500;
const MOST_CHARACTERS = 1_000_000;
const MOST_TERMS = 30_000;
/** After so many passages the index of terms is tidied at once. */
const SETTLED_AT_ONCE = 300;

/** Writes the passages of one space; the caller holds the lock on its row. */
export class PassageWriter {
  private readonly key: string;
  /** Those of passages that are yet to be written. */
  private readonly words: Words = new Map();
  /** Terms that no passage had after one of the statements; a later one may have written them again. */
  private readonly unused = new Set<string>();
  private written = 0;

  constructor(
    private readonly sql: Sql,
    private readonly organizationId: string,
    private readonly spaceId: string,
    private readonly analyser: Analyser,
  ) {
    this.key = spaceKey(organizationId, spaceId);
  }

  /** Takes one page after the other and keeps of it only what the statements are given. */
  async replace(pages: Iterable<IndexedPage> | AsyncIterable<IndexedPage>, removed: readonly string[]): Promise<void> {
    let batch = new Batch(this.key, removed);
    const turns = new Turns();
    for await (const page of pages) {
      batch.replaced.push(page.pageId);
      if (page.hidden) continue;
      for (const passage of passagesOf(page, this.analyser, this.words)) {
        batch.add(passage);
        if (batch.isFull) {
          await this.write(batch);
          batch = new Batch(this.key);
        }
        await turns.next();
      }
    }
    if (batch.replaced.length + batch.vectors.length > 0) await this.write(batch);
    if (this.unused.size > 0) {
      const unused = textArray([...this.unused]);
      await this.sql.rows('content.search.forget-unused-2', FORGET_UNUSED, [this.organizationId, this.spaceId, unused]);
    }
    if (this.written >= SETTLED_AT_ONCE) await this.sql.rows('content.search.settle', SETTLE);
  }

  private async write(batch: Batch): Promise<void> {
    const { organizationId, spaceId } = this;
    const spreads = [...batch.spreads.values()];
    const unused = await this.sql.rows<{ term: string }>('content.search.replace-terms-2', REPLACE_TERMS, [
      organizationId,
      spaceId,
      batch.replaced,
      this.key,
      textArray([...batch.spreads.keys()]),
      numberArray(spreads.map((spread) => spread.titles)),
      numberArray(spreads.map((spread) => spread.headings)),
      numberArray(spreads.map((spread) => spread.bodies)),
      numberArray(spreads.map((spread) => spread.total)),
      numberArray(spreads.map((spread) => spread.prominent)),
      batch.vectors.length,
    ]);
    for (const { term } of unused) this.unused.add(term);
    this.written += batch.vectors.length;
    if (batch.vectors.length === 0) return;
    await breathe();
    await this.sql.rows('content.search.insert-passages', INSERT_PASSAGES, [
      organizationId,
      spaceId,
      textArray(batch.pageIds),
      numberArray(batch.ordinals),
      textArray(batch.anchors),
      textArray(batch.headings),
      textArray(batch.descriptions),
      textArray(batch.bodies),
      numberArray(batch.lengths),
      textArray(batch.vectors),
    ]);
    await breathe();
    const { words } = this;
    await this.sql.rows('content.search.insert-words', INSERT_WORDS, [
      organizationId,
      spaceId,
      textArray([...words.keys()]),
      textArray([...words.values()]),
    ]);
    words.clear();
  }
}

/** What one round of statements writes, column by column: a tenth of what the passages themselves take. */
class Batch {
  /** The pages whose former passages go. */
  readonly replaced: string[];
  readonly pageIds: string[] = [];
  readonly ordinals: number[] = [];
  readonly anchors: (string | null)[] = [];
  readonly headings: string[] = [];
  readonly descriptions: (string | null)[] = [];
  readonly bodies: string[] = [];
  readonly lengths: number[] = [];
  readonly vectors: string[] = [];
  readonly spreads = new Map<string, Counts>();
  characters = 0;

  constructor(
    private readonly key: string,
    removed: readonly string[] = [],
  ) {
    this.replaced = [...removed];
  }

  get isFull(): boolean {
    const { vectors, characters, spreads } = this;
    return vectors.length >= MOST_PASSAGES || characters >= MOST_CHARACTERS || spreads.size >= MOST_TERMS;
  }

  add(passage: Passage): void {
    const vector = vectorOf(passage, this.key);
    this.pageIds.push(passage.pageId);
    this.ordinals.push(passage.ordinal);
    this.anchors.push(passage.anchor);
    this.headings.push(passage.heading);
    this.descriptions.push(passage.description);
    this.bodies.push(passage.body);
    this.lengths.push(passage.length);
    this.vectors.push(vector);
    this.characters += vector.length + passage.body.length + passage.heading.length + (passage.anchor?.length ?? 0);
    this.count(passage);
  }

  private count({ terms, titleKey }: Passage): void {
    for (const [term, counts] of terms) {
      const spread = this.spreadOf(term);
      if (counts.A > 0) spread.titles++;
      if (counts.B > 0) spread.headings++;
      if (counts.C + counts.D > 0) spread.bodies++;
      spread.total++;
      if (counts.prominent) spread.prominent++;
    }
    if (titleKey) this.spreadOf(titleTerm(titleKey)).total++;
  }

  private spreadOf(term: string): Counts {
    let spread = this.spreads.get(term);
    if (spread === undefined) {
      spread = { titles: 0, headings: 0, bodies: 0, total: 0, prominent: 0 };
      this.spreads.set(term, spread);
    }
    return spread;
  }
}

// A term counts in PostgreSQL exactly where a batch counts it, so that taking a page out undoes putting it in. Only
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
      select substr(lexeme, length($4) + case when starts_with(lexeme, $4 || '=') then 1 else 2 end) as term,
        -count(*) filter (where 'A' = any(weights)) as titles,
        -count(*) filter (where 'B' = any(weights)) as headings,
        -count(*) filter (where 'C' = any(weights) or 'D' = any(weights)) as bodies,
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
