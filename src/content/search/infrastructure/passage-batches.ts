import { numberArray } from '#kernel/infrastructure/database/number-array';
import { textArray } from '#kernel/infrastructure/database/text-array';
import type { Analyser } from '../domain/analyser.js';
import { passagesOf, type Passage, type Words } from '../domain/passages.js';
import type { Counts } from '../domain/scoring.js';
import type { IndexedPage } from '../domain/search-index.js';
import { titleTerm, vectorOf } from './lexemes.js';

/** Passages written by one statement, their characters and terms. */
const MOST_PASSAGES = 3_000;
const MOST_CHARACTERS = 2_500_000;
const MOST_TERMS = 30_000;

type Column = Buffer | string;

/** What one round of statements writes, column by column in PostgreSQL's own form: processes make it. */
export interface PassageBatch {
  /** The pages whose former passages go. */
  replaced: readonly string[];
  passages: number;
  /** The passages. */
  columns: readonly Column[];
  /** Terms, and of how many of these passages each is in titles, headings, bodies, all, and what it opens. */
  counts: readonly Column[];
  /** Words and their terms, those that no batch before had. */
  words: readonly Column[];
}

/** Takes one page after the other and keeps of it only what the statements are given. */
export function* passageBatches(
  pages: Iterable<IndexedPage>,
  analyser: Analyser,
  key: string,
): Generator<PassageBatch, void> {
  const words: Words = new Map();
  let batch = new Batch(key);
  for (const page of pages) {
    batch.replaced.push(page.pageId);
    if (page.hidden) continue;
    for (const passage of passagesOf(page, analyser, words)) {
      batch.add(passage);
      if (!batch.isFull) continue;
      yield batch.written(words);
      words.clear();
      batch = new Batch(key);
    }
  }
  if (batch.replaced.length + batch.vectors.length > 0) yield batch.written(words);
}

class Batch {
  readonly replaced: string[] = [];
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

  constructor(private readonly key: string) {}

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

  written(words: Words): PassageBatch {
    const spreads = [...this.spreads.values()];
    return {
      replaced: this.replaced,
      passages: this.vectors.length,
      columns: [
        textArray(this.pageIds),
        numberArray(this.ordinals),
        textArray(this.anchors),
        textArray(this.headings),
        textArray(this.descriptions),
        textArray(this.bodies),
        numberArray(this.lengths),
        textArray(this.vectors),
      ],
      counts: [
        textArray([...this.spreads.keys()]),
        numberArray(spreads.map((spread) => spread.titles)),
        numberArray(spreads.map((spread) => spread.headings)),
        numberArray(spreads.map((spread) => spread.bodies)),
        numberArray(spreads.map((spread) => spread.total)),
        numberArray(spreads.map((spread) => spread.prominent)),
      ],
      words: [textArray([...words.keys()]), textArray([...words.values()])],
    };
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
