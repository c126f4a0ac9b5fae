import { oneLetterApart, beginsOneLetterApart, repairRange, SHORTEST_REPAIRED } from '../domain/repair.js';
import { addSpreads, everywhere } from '../domain/scoring.js';
import type { Alternative, Counts, FoundWord, Spread } from '../domain/scoring.js';
import type { QueryWord } from '../domain/query-words.js';
import type { SearchedSpaces } from '../domain/search-index.js';
import { titleTerm } from './lexemes.js';
import type { WholeTitle } from './ranked-query.js';
import type { Sql } from './sql.js';
import { lookUpSql, neighboursSql, type LookUp, type Way } from './vocabulary-sql.js';

/** A part of the alphabet. */
interface Range {
  low: string;
  high: string;
}

/** Words whose terms are wanted, unless they begin so. */
interface WordRange extends Range {
  but: string;
}

/** A term that some words have. */
type KnownTerm = Spread & { term: string };

/** For a single space, or a sample of spaces, the lists of spaces by field are null. */
type Entry = Counts & { number: number; kind: 'term' | 'beginning' | 'word'; term: string | null } & (
    Pick<Spread, 'titled' | 'headed' | 'others'> | Record<'titled' | 'headed' | 'others', null>
  );

/** What is known of each range. */
interface Answer {
  terms: (Spread | undefined)[];
  beginnings: (Spread | undefined)[];
  words: KnownTerm[][];
}

/** What is known of the terms, beginnings and finished words of a query. */
interface Entries {
  terms: ReadonlyMap<string, Spread | undefined>;
  beginnings: ReadonlyMap<string, Spread | undefined>;
  finished: ReadonlyMap<string, KnownTerm[] | undefined>;
}

/** What is known of a query. */
export interface Known {
  known: FoundWord[];
  /** By language. */
  titles: Map<string, WholeTitle>;
}

interface Neighbour {
  asked: string;
  word: string;
}

/** Other words that a repaired word may have meant. */
const MOST_REPAIRS = 3;

/** With more spaces than this the index is asked for words, and which spaces know them is looked at after that. */
const MANY_SPACES = 50;
/** Shorter beginnings may be frequent. */
const LONG_BEGINNING = 5;
/** Of shorter beginnings an organization knows too many words to go through those of all its spaces. */
const SHORTEST_BEGINNING = 3;
/** The terms of shorter words begin with the word itself. */
const SHORTEST_FINISHED = 4;

/** No term and no word holds the first character, nor begins with it. */
const FIRST_CHARACTER = '\u0001';
const LAST_CHARACTER = '\u{10ffff}';

const only = (word: string): Range => ({ low: word, high: word + FIRST_CHARACTER });
const beginning = (letters: string): Range => ({ low: letters, high: letters + LAST_CHARACTER });

/** What is known of words in the spaces searched. */
export class Vocabulary {
  constructor(
    private readonly sql: Sql,
    private readonly spaces: SearchedSpaces,
  ) {}

  /**
   * Looks up the words of a query with one statement, and two more if a word is unknown: unknown words are corrected or
   * ignored.
   */
  async find(words: readonly QueryWord[], keys: ReadonlyMap<string, string>): Promise<Known> {
    const entries = await this.entries(words, [...new Set(keys.values())]);
    const known: FoundWord[] = [];
    const unknown: QueryWord[] = [];
    for (const word of words) {
      const found = findWord(word, entries);
      if (found.spread.total > 0) known.push(found);
      else if (!word.optional && !word.pair && lengthOf(word.word) >= SHORTEST_REPAIRED) unknown.push(word);
    }
    if (unknown.length > 0) known.push(...(await this.repair(unknown)));
    const titles = [...keys].map(([language, key]) => {
      const spread = entries.terms.get(titleTerm(key));
      return [language, { key, spaces: spread ? everywhere(spread) : '' }] as const;
    });
    return { known, titles: new Map(titles) };
  }

  private async entries(words: readonly QueryWord[], titles: readonly string[]): Promise<Entries> {
    const terms = [...new Set([...words.flatMap((word) => [...word.terms.values()]), ...titles.map(titleTerm)])];
    const begun = words.filter((word) => word.prefix).map((word) => word.word);
    const finished = begun.filter((word) => lengthOf(word) >= SHORTEST_FINISHED);
    const known = await this.lookUp(
      terms.map(only),
      finished.map((word) => ({ ...beginning(word), but: word })),
      begun,
    );
    return {
      terms: new Map(terms.map((term, at) => [term, known.terms[at]])),
      beginnings: new Map(begun.map((word, at) => [word, known.beginnings[at]])),
      finished: new Map(finished.map((word, at) => [word, known.words[at]])),
    };
  }

  private async lookUp(
    terms: readonly Range[],
    words: readonly WordRange[],
    begun: readonly string[] = [],
  ): Promise<Answer> {
    const way = this.lookUpOf(begun);
    const beginnings = begun.map(beginning);
    const entries = await this.sql.rows<Entry>(`content.search.look-up ${way}`, lookUpSql(way), [
      ...this.within(),
      terms.map((range) => range.low),
      terms.map((range) => range.high),
      words.map((range) => range.low),
      words.map((range) => range.high),
      words.map((range) => range.but),
      beginnings.map((range) => range.low),
      beginnings.map((range) => range.high),
      ...(this.way === 'by space' || way === 'in many' ? [] : [this.spaces.passages]),
    ]);
    const answer: Answer = { terms: [], beginnings: [], words: words.map(() => []) };
    for (const { number, kind, term, ...known } of entries) {
      const spread = known.titled === null ? { ...known, ...this.anywhere(known) } : known;
      if (kind === 'term') answer.terms[number - 1] = spread;
      else if (kind === 'beginning') answer.beginnings[number - 1] = spread;
      else answer.words[number - 1]?.push({ term: String(term), ...spread });
    }
    return answer;
  }

  private async repair(words: readonly QueryWord[]): Promise<FoundWord[]> {
    const meant = await this.meant(words);
    const others = [...new Set([...meant.values()].flat())];
    if (others.length === 0) return [];
    const known = await this.lookUp(
      [],
      others.map((other) => ({ ...only(other), but: FIRST_CHARACTER })),
    );
    const termsOf = new Map(others.map((other, at) => [other, known.words[at] ?? []]));
    return words.flatMap((word) => {
      const best = (meant.get(word) ?? [])
        .flatMap((other) => (termsOf.get(other) ?? []).map((term) => ({ other, ...term })))
        .sort((one, another) => another.total - one.total || (one.other < another.other ? -1 : 1));
      const kept = [...new Map(best.map((term) => [term.term, term])).values()].slice(0, MOST_REPAIRS);
      if (kept.length === 0) return [];
      const alternatives = kept.map(({ term }) => ({ term, prefix: false, implied: false }));
      return [
        {
          word,
          alternatives: new Map([...word.terms.keys()].map((language) => [language, alternatives] as const)),
          spread: addSpreads(kept),
          repaired: true,
        },
      ];
    });
  }

  /** Words one letter apart from each of these; they may be known in other spaces only. */
  private async meant(words: readonly QueryWord[]): Promise<Map<QueryWord, string[]>> {
    const ranges = words.map((word) => repairRange(word.word, word.prefix));
    const neighbours = await this.sql.rows<Neighbour>(
      `content.search.neighbours ${this.way}`,
      neighboursSql[this.way],
      [
        ...this.within(),
        ranges.map((range) => range.word),
        ranges.map((range) => range.head),
        ranges.map((range) => range.liat),
        ranges.map((range) => range.shortest),
        ranges.map((range) => range.longest),
      ],
    );
    return new Map(
      words.map((word) => {
        const near = neighbours.filter((other) => other.asked === word.word).map((other) => other.word);
        const meant = near.filter((other) => oneLetterApart(word.word, other));
        if (meant.length > 0 || !word.prefix) return [word, meant];
        return [word, near.filter((other) => beginsOneLetterApart(word.word, other))];
      }),
    );
  }

  private get way(): Way {
    return this.spaces.count > MANY_SPACES ? 'by word' : 'by space';
  }

  /** Where a term is that the only space, or a sample of the spaces, has. */
  private anywhere({ titles, prominent }: Counts): Pick<Spread, 'titled' | 'headed' | 'others'> {
    const { ids } = this.spaces;
    if (titles > 0) return { titled: ids, headed: '', others: '' };
    return prominent > 0 ? { titled: '', headed: ids, others: '' } : { titled: '', headed: '', others: ids };
  }

  private lookUpOf(begun: readonly string[]): LookUp {
    if (this.spaces.count === 1) return 'in one';
    if (this.way === 'by space') return 'in few';
    const shortest = Math.min(...begun.map(lengthOf));
    if (shortest >= LONG_BEGINNING) return 'in many';
    return shortest >= SHORTEST_BEGINNING ? 'in many, short' : 'in many, shortest';
  }

  private within(): [organizationId: string, spaceIds: string] {
    return [this.spaces.organizationId, `{${this.spaces.ids}}`];
  }
}

function findWord(word: QueryWord, { terms, beginnings, finished }: Entries): FoundWord {
  const asked = [...new Set(word.terms.values())];
  const spreads = asked.flatMap((term) => terms.get(term) ?? []);
  const extra: Alternative[] = [];
  const begins = word.prefix ? beginnings.get(word.word) : undefined;
  // The terms that begin so include the word itself where it is its own stem.
  if (begins) spreads.splice(0, asked.includes(word.word) ? spreads.length : 0, begins);
  for (const { term, ...spread } of (word.prefix && finished.get(word.word)) || []) {
    if (asked.includes(term)) continue;
    extra.push({ term, prefix: false, implied: false });
    spreads.push(spread);
  }
  const alone = begins !== undefined && begins.total === terms.get(word.word)?.total;
  const alternatives = new Map(
    [...word.terms].map(([language, term]) => {
      const within = begins !== undefined && term.startsWith(word.word);
      const own = terms.get(term) ? [{ term, prefix: false, implied: within && !alone }] : [];
      const begun = begins ? [{ term: word.word, prefix: true, implied: alone && term === word.word }] : [];
      return [language, [...own, ...begun, ...extra]] as const;
    }),
  );
  return { word, alternatives, spread: addSpreads(spreads), repaired: false };
}

function lengthOf(word: string): number {
  return [...word].length;
}
