import { primaryLanguage, type Analyser } from '../domain/analyser.js';
import { stemsOf } from '../domain/excerpt.js';
import { keyOf } from '../domain/passages.js';
import { askedWords, fitOf } from '../domain/fit.js';
import { parseQuery, type QueryWord } from '../domain/query-words.js';
import { weigh, type FoundWord, type Slot } from '../domain/scoring.js';
import { SearchIndex } from '../domain/search-index.js';
import { titlePatterns } from '../domain/title-path.js';
import type {
  FittingPage,
  IndexedSpace,
  PageSource,
  PreparedPages,
  SearchHit,
  SearchRequest,
  SearchResult,
  SpaceHit,
} from '../domain/search-index.js';
import { readPassages, readRanking, type Found, type RankedRow } from './found-pages.js';
import { spaceKey } from './lexemes.js';
import { analyserOf } from './index-tasks.js';
import type { PagePreparation } from './page-preparation.js';
import type { PassageBatch } from './passage-batches.js';
import { PassageWriter } from './passage-writer.js';
import { rankedQuery } from './ranked-query.js';
import { rankingSql } from './ranking.js';
import type { Sql } from './sql.js';
import { Vocabulary } from './vocabulary.js';

const MOST_SECTIONS = 3;
/** ts_rank divides by this (the sum of 1/n²), so that no number of occurrences passes a weight of 1. */
const TS_RANK_SCALE = Math.PI ** 2 / 6;

interface PassagesOfPages extends PreparedPages {
  readonly batches: readonly PassageBatch[];
}

/** What a query found, not put together yet, and how the query was read. */
interface Ranked {
  rows: RankedRow[];
  words: QueryWord[];
  known: FoundWord[];
  analysers: readonly [Analyser, ...Analyser[]];
}

const NOTHING_FOUND: Found = { hits: [], spaces: new Map(), more: false, last: undefined };

/** Search in ordinary PostgreSQL tables: a tsvector of our own terms finds and ranks, kept counts weigh the words. */
export class PostgresSearchIndex extends SearchIndex {
  constructor(
    private readonly sql: Sql,
    private readonly preparation: Pick<PagePreparation, 'prepare'>,
  ) {
    super();
  }

  override async prepare(
    { organizationId, spaceId, language, key = spaceKey(organizationId, spaceId) }: IndexedSpace,
    pages: readonly PageSource[],
  ): Promise<PassagesOfPages> {
    const primary = primaryLanguage(language);
    return { key, language: primary, batches: await this.preparation.prepare(primary, key, pages) };
  }

  override async replacePages(
    { organizationId, spaceId }: IndexedSpace,
    { key, language, batches }: PassagesOfPages,
    removed: readonly string[] = [],
  ): Promise<void> {
    const [locked] = await this.sql.rows<{ language: string; key: string }>('content.search.lock-space-2', LOCK_SPACE, [
      organizationId,
      spaceId,
      language,
      key,
    ]);
    if (locked?.key !== key) throw new Error(`The terms of the space ${spaceId} have another key`);
    if (locked.language !== language) {
      await this.#empty(organizationId, [spaceId]);
      await this.sql.rows('content.search.set-language', SET_LANGUAGE, [organizationId, spaceId, language]);
    }
    await new PassageWriter(this.sql, organizationId, spaceId, key).replace(batches, removed);
  }

  override async dropSpaces(organizationId: string, spaceIds: readonly string[]): Promise<void> {
    await this.sql.rows('content.search.drop-spaces', DROP_SPACES, [organizationId, spaceIds]);
    await this.#empty(organizationId, spaceIds);
  }

  override async searchPages(request: SearchRequest): Promise<SearchResult<SearchHit>> {
    const { hits, more, last } = await this.search(request, 'pages');
    return { hits: hits.flat(), more, last };
  }

  override async searchSpaces(request: SearchRequest): Promise<SearchResult<SpaceHit>> {
    const { hits, spaces, more, last } = await this.search(request, 'spaces');
    const found = hits.flatMap((pages) => {
      const title = spaces.get(pages[0]?.spaceId ?? '');
      const [best] = pages;
      return best && title !== undefined ? [{ spaceId: best.spaceId, title, score: best.score, pages }] : [];
    });
    return { hits: found, more, last };
  }

  override async fittingPages(request: Omit<SearchRequest, 'after' | 'without'>): Promise<FittingPage[]> {
    // With something behind its last word, that word is not still being typed.
    const ranked = await this.#rank({ ...request, query: `${request.query} ?` }, 'pages');
    if (!ranked) return [];
    const { rows, words, known, analysers } = ranked;
    const asked = askedWords(words, known, request.spaces.languages, request.spaces.passages);
    return readPassages(rows, request.limit).map(({ passages, ...page }) => {
      return { ...page, fit: fitOf(asked, passages, analysers) };
    });
  }

  private async search(request: SearchRequest, shown: 'pages' | 'spaces'): Promise<Found> {
    const ranked = await this.#rank(request, shown);
    if (!ranked) return NOTHING_FOUND;
    const { rows, known, analysers } = ranked;
    const [analyser] = analysers;
    const stems = known.flatMap(({ word, alternatives }) => [
      ...stemsOf([word.word], analyser),
      ...[...alternatives.values()].flat().map((alternative) => alternative.term),
    ]);
    const { limit, after } = request;
    return readRanking(rows, [...new Set(stems)], limit, shown === 'pages' ? (after?.rank ?? 0) : 0);
  }

  /** Undefined where nothing can be found. */
  async #rank(
    { spaces, query, limit, after, without = [] }: SearchRequest,
    shown: 'pages' | 'spaces',
  ): Promise<Ranked | undefined> {
    const [analyser, ...others] = await Promise.all(spaces.languages.map((tag) => analyserOf(primaryLanguage(tag))));
    if (analyser === undefined) return undefined;
    const analysers = [analyser, ...others] as const;
    const { words, keys } = parseQuery(query, analysers, keyOf);
    if (words.length === 0) return undefined;

    const { known, titles } = await new Vocabulary(this.sql, spaces).find(words, keys);
    const slots = weigh(known, spaces.passages);
    if (slots.length === 0) return undefined;
    const ranked = rankedQuery(slots, titles, spaces.passages);
    if (ranked.languages.length === 0) return undefined;
    const rows = await this.sql.rows<RankedRow>(
      `content.search.${shown}-${slots.length}`,
      rankingSql(slots.length, shown),
      [
        spaces.organizationId,
        ranked.languages,
        ranked.candidates,
        ranked.spaces,
        ranked.most,
        ranked.mostOfSpace,
        ranked.factors,
        after?.score ?? null,
        after?.spaceId ?? null,
        after?.pageId ?? null,
        limit,
        MOST_SECTIONS,
        without,
        titlePatterns(slots),
        query.trim(),
        ...slots.flatMap((slot, at) => [ranked.slots[at], slot.inTitles, slot.inText, gainOf(slot), slot.share]),
      ],
    );
    return { rows, words, known, analysers };
  }

  async #empty(...spaces: [organizationId: string, spaceIds: readonly string[]]): Promise<void> {
    await this.sql.rows('content.search.empty-passages', EMPTY_PASSAGES, spaces);
    await this.sql.rows('content.search.empty-vocabulary', EMPTY_VOCABULARY, spaces);
  }
}

function gainOf(slot: Slot): number {
  // ts_rank answers the mean over the operands of a query, we want their sum.
  const operands = Math.max(...[...slot.alternatives.values()].map((alternatives) => alternatives.length));
  return slot.gain * TS_RANK_SCALE * operands;
}

// Locks the row whether or not it is new, and returns the language the space is indexed in and the key of its terms.
const LOCK_SPACE = `
  insert into content.search_space as known (organization_id, space_id, language, key) values ($1, $2, $3, $4)
  on conflict (organization_id, space_id) do update set language = known.language
  returning language, key`;

const SET_LANGUAGE = `
  update content.search_space set language = $3, passages = 0 where organization_id = $1 and space_id = $2`;

const GONE = 'organization_id = $1 and space_id = any($2::text[])';

const DROP_SPACES = `delete from content.search_space where ${GONE}`;

const EMPTY_PASSAGES = `delete from content.search_passage where ${GONE}`;

const EMPTY_VOCABULARY = `
  with terms as (delete from content.search_term where ${GONE})
  delete from content.search_word where ${GONE}`;
