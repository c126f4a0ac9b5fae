import type { Slot } from '../../domain/search/scoring.js';
import { both, candidatesQuery, either, isBeginning, NOTHING, slotQuery, titleQuery } from './lexemes.js';
import { SCORED_LIMIT } from './ranking.js';

/** Passages scored for one query, about; a passage costs the database some microseconds. */
const MOST_SCORED = 300;
/** With so many titles and headings holding a frequent word, the passages that only mention it are passed over. */
const ENOUGH_PROMINENT = 50;
/** Entries of the index read to find passages that have all words; a thousand cost the database about half a millisecond. */
const MOST_READ = 50_000;

/** A query as arrays with one tsquery for every language; the key of a space is yet to be put in. */
export interface RankedQuery {
  languages: string[];
  candidates: string[];
  titles: string[];
  /** One array for every slot. */
  slots: string[][];
  /** The ids of the spaces where there may be candidates. */
  spaces: string[];
}

/** Passages to score, and the spaces where they may be. */
interface Candidates {
  query: string;
  spaces: string;
}

/** Those that have all words. */
interface Together extends Candidates {
  /** How many there are, about: as if words came independently of each other. */
  passages: number;
  /** Entries of the index that are read to find them. */
  read: number;
}

/**
 * Writes a weighed query as the tsqueries of every language; `keys` are the query as the key of a title, `passages` how
 * many there are in all spaces searched.
 */
export function rankedQuery(slots: readonly Slot[], keys: ReadonlyMap<string, string>, passages: number): RankedQuery {
  const ranked: RankedQuery = { languages: [], candidates: [], titles: [], slots: slots.map(() => []), spaces: [] };
  const spaces = new Set<string>();
  for (const [language, key] of keys) {
    const parts = candidatesOf(slots, language, passages);
    if (parts.length === 0) continue;
    for (const part of parts) for (const space of idsOf(part.spaces)) spaces.add(space);
    ranked.languages.push(language);
    ranked.candidates.push(either(parts.map((part) => part.query)));
    ranked.titles.push(titleQuery(key) || NOTHING);
    slots.forEach((slot, at) => ranked.slots[at]?.push(slotQuery(slot, language) || NOTHING));
  }
  ranked.spaces.push(...spaces);
  return ranked;
}

/**
 * Which passages to score: those with one of the rarest words, as many words as fit, and of the frequent words those
 * with all of them or with one in a title or heading. A page that has the query for a title is always among them: it
 * has the rarest word in its title, and the others beside it.
 */
function candidatesOf(slots: readonly Slot[], language: string, passages: number): Candidates[] {
  const known = slots.filter((slot) => slotQuery(slot, language) !== '');
  const rarest = known.sort((one, other) => one.spread.total - other.spread.total);
  const needed = rarest.filter((slot) => slot.share > 0);
  const missing = slots.some((slot) => slot.share > 0 && !needed.includes(slot));
  const together = needed.length > 1 && !missing ? togetherOf(needed, language, passages) : [];
  const parts: Candidates[] = [];
  const whole = new Set<Slot>();
  let scored = 0;
  for (const slot of rarest) {
    const { total, prominent, spaces, prominentSpaces } = slot.spread;
    const fits = scored + total <= MOST_SCORED;
    if (fits || (scored === 0 && prominent < ENOUGH_PROMINENT)) {
      parts.push({ query: candidatesQuery(slot, language, 'term'), spaces });
      whole.add(slot);
      scored += total;
    } else if (scored + prominent <= MOST_SCORED || (scored === 0 && !areMany(prominent, together))) {
      parts.push({ query: candidatesQuery(slot, language, 'prominent'), spaces: prominentSpaces });
      scored += prominent;
    }
  }
  // What has all words has those that are looked for anyway.
  return needed.some((slot) => whole.has(slot)) ? parts : [...parts, ...together];
}

/** Whether more titles and headings hold a word than are ever scored, and enough passages have the other words as well. */
function areMany(prominent: number, together: readonly Together[]): boolean {
  return prominent > SCORED_LIMIT && together.reduce((sum, { passages }) => sum + passages, 0) >= ENOUGH_PROMINENT;
}

/**
 * The passages with all words; where these are too many to be found and scored, those with one of the words in a title
 * or heading. Nothing where even they are.
 */
function togetherOf(slots: readonly Slot[], language: string, passages: number): Together[] {
  const all = havingAll(slots, undefined, language, passages);
  const fits = ({ read }: Together): boolean => read <= MOST_READ;
  if (fits(all) && all.passages <= SCORED_LIMIT) return [all];
  const parts = slots.map((slot) => havingAll(slots, slot, language, passages)).filter(fits);
  return parts.length > 0 || !fits(all) ? parts : [all];
}

/** The passages with all words, one of them (where it is told) in a title or heading. */
function havingAll(slots: readonly Slot[], prominent: Slot | undefined, language: string, passages: number): Together {
  const words = slots.map((slot) => {
    const mark = slot === prominent ? 'prominent' : 'term';
    const query = candidatesQuery(slot, language, mark);
    return { query, holding: slot === prominent ? slot.spread.prominent : slot.spread.total };
  });
  const fewest = Math.min(...words.map(({ holding }) => holding));
  // Words are looked up for the entries of the rarest; the entries of a beginning are all read before.
  const read = words.reduce((sum, { query, holding }) => sum + (isBeginning(query) ? holding : fewest), 0);
  const share = words.reduce((product, { holding }) => product * Math.min(1, holding / passages), 1);
  const [first] = slots;
  const spaces = prominent ? prominent.spread.prominentSpaces : (first?.spread.spaces ?? '');
  return { query: both(words.map(({ query }) => query)), spaces, passages: share * passages, read };
}

function idsOf(joined: string): string[] {
  return joined === '' ? [] : joined.split(',');
}
