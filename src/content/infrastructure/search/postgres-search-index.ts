import { Analyser, primaryLanguage } from '../../domain/search/analyser.js';
import { stemsOf } from '../../domain/search/excerpt.js';
import { keyOf } from '../../domain/search/passages.js';
import { parseQuery } from '../../domain/search/query-words.js';
import { weigh } from '../../domain/search/scoring.js';
import type { Slot } from '../../domain/search/scoring.js';
import { SearchIndex } from '../../domain/search/search-index.js';
import type { IndexedPage, SearchedSpace, SearchHit, SearchRequest } from '../../domain/search/search-index.js';
import { foundPages } from './found-pages.js';
import type { RankedRow } from './found-pages.js';
import { PassageWriter } from './passage-writer.js';
import { rankedQuery, rankingSql } from './ranking.js';
import type { Sql } from './sql.js';
import { stemmerOf } from './stemmers.js';
import { lookUp } from './vocabulary.js';

const MOST_SECTIONS = 3;
/** ts_rank divides by this (the sum of 1/n²), so that no number of occurrences passes a weight of 1. */
const TS_RANK_SCALE = Math.PI ** 2 / 6;

/** Search in ordinary PostgreSQL tables: a tsvector of our own terms finds and ranks, kept counts weigh the words. */
export class PostgresSearchIndex extends SearchIndex {
  private readonly analysers = new Map<string, Analyser>();

  constructor(private readonly sql: Sql) {
    super();
  }

  override async replacePages(
    space: SearchedSpace & { organizationId: string },
    pages: Iterable<IndexedPage> | AsyncIterable<IndexedPage>,
    removed: readonly string[] = [],
  ): Promise<void> {
    const { organizationId, spaceId } = space;
    const analyser = await this.analyserOf(space.language);
    const [locked] = await this.sql.rows<{ language: string }>('content.search.lock-space', LOCK_SPACE, [
      organizationId,
      spaceId,
      analyser.language,
    ]);
    if (locked?.language !== analyser.language) {
      await this.empty(organizationId, spaceId);
      await this.sql.rows('content.search.set-language', SET_LANGUAGE, [organizationId, spaceId, analyser.language]);
    }
    await new PassageWriter(this.sql, organizationId, spaceId, analyser).replace(pages, removed);
  }

  override async dropSpace(space: { organizationId: string; spaceId: string }): Promise<void> {
    const values = [space.organizationId, space.spaceId];
    await this.sql.rows('content.search.drop-space', DROP_SPACE, values);
    await this.empty(space.organizationId, space.spaceId);
  }

  override async search(request: SearchRequest): Promise<SearchHit[]> {
    const { organizationId, spaces, after } = request;
    const languages = [...new Set(spaces.map((space) => primaryLanguage(space.language)))];
    const analysers = await Promise.all(languages.map((language) => this.analyserOf(language)));
    const [analyser] = analysers;
    const query = parseQuery(request.query, analysers, keyOf);
    if (analyser === undefined || query.words.length === 0 || request.limit <= 0) return [];

    const known = await lookUp(this.sql, organizationId, spaces, query.words);
    const slots = weigh(known.words, known.passages);
    if (slots.length === 0) return [];
    const ranked = rankedQuery(organizationId, spaces, slots, query.keys, (space) => primaryLanguage(space.language));
    if (ranked.spaceIds.length === 0) return [];
    const rows = await this.sql.rows<RankedRow>(`content.search.rank-${slots.length}`, rankingSql(slots.length), [
      organizationId,
      ranked.spaceIds,
      ranked.candidates,
      ranked.titles,
      after?.score ?? null,
      after?.spaceId ?? null,
      after?.pageId ?? null,
      request.limit,
      MOST_SECTIONS,
      ...slots.flatMap((slot, at) => [ranked.slots[at], slot.inTitles, slot.inText, gainOf(slot), slot.share]),
    ]);
    const stems = known.words.flatMap(({ word, alternatives }) => [
      ...stemsOf([word.word], analyser),
      ...[...alternatives.values()].flat().map((alternative) => alternative.term),
    ]);
    return foundPages(rows, [...new Set(stems)]);
  }

  private async analyserOf(tag: string): Promise<Analyser> {
    const language = primaryLanguage(tag);
    let analyser = this.analysers.get(language);
    if (analyser === undefined) {
      analyser = new Analyser(language, await stemmerOf(language));
      this.analysers.set(language, analyser);
    }
    return analyser;
  }

  private async empty(organizationId: string, spaceId: string): Promise<void> {
    await this.sql.rows('content.search.empty-passages', EMPTY_PASSAGES, [organizationId, spaceId]);
    await this.sql.rows('content.search.empty-vocabulary', EMPTY_VOCABULARY, [organizationId, spaceId]);
  }
}

function gainOf(slot: Slot): number {
  // ts_rank answers the mean over the operands of a query, we want their sum.
  const operands = Math.max(...[...slot.alternatives.values()].map((alternatives) => alternatives.length));
  return slot.gain * TS_RANK_SCALE * operands;
}

// Locks the row whether or not it is new, and answers the language the space is indexed in.
const LOCK_SPACE = `
  insert into content.search_space as known (organization_id, space_id, language) values ($1, $2, $3)
  on conflict (organization_id, space_id) do update set language = known.language
  returning language`;

const SET_LANGUAGE = `
  update content.search_space set language = $3, passages = 0 where organization_id = $1 and space_id = $2`;

const DROP_SPACE = `delete from content.search_space where organization_id = $1 and space_id = $2`;

const EMPTY_PASSAGES = `delete from content.search_passage where organization_id = $1 and space_id = $2`;

const EMPTY_VOCABULARY = `
  with terms as (delete from content.search_term where organization_id = $1 and space_id = $2)
  delete from content.search_word where organization_id = $1 and space_id = $2`;
