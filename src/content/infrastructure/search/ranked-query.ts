import type { Slot } from '../../domain/search/scoring.js';
import { both, candidatesQuery, either, NOTHING, slotQuery, titleQuery } from './lexemes.js';

/** Passages scored for one query, about; a passage costs the database some microseconds. */
const MOST_SCORED = 300;
/** With so many titles and headings holding a frequent word, the passages that only mention it are passed over. */
const ENOUGH_PROMINENT = 50;

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

/** Writes a weighed query as the tsqueries of every language; `keys` are the query as the key of a title. */
export function rankedQuery(slots: readonly Slot[], keys: ReadonlyMap<string, string>): RankedQuery {
  const ranked: RankedQuery = { languages: [], candidates: [], titles: [], slots: slots.map(() => []), spaces: [] };
  const spaces = new Set<string>();
  for (const [language, key] of keys) {
    const parts = candidatesOf(slots, language);
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
 * has the rarest word in its title.
 */
function candidatesOf(slots: readonly Slot[], language: string): Candidates[] {
  const known = slots.filter((slot) => slotQuery(slot, language) !== '');
  const rarest = known.sort((one, other) => one.spread.total - other.spread.total);
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
    } else if (scored === 0 || scored + prominent <= MOST_SCORED) {
      parts.push({ query: candidatesQuery(slot, language, 'prominent'), spaces: prominentSpaces });
      scored += prominent;
    }
  }
  // What has all words has those that are looked for anyway.
  const needed = rarest.filter((slot) => slot.share > 0);
  const missing = slots.some((slot) => slot.share > 0 && !needed.includes(slot));
  if (needed.length > 1 && !missing && !needed.some((slot) => whole.has(slot))) {
    const query = both(needed.map((slot) => candidatesQuery(slot, language, 'term')));
    parts.push({ query, spaces: needed[0]?.spread.spaces ?? '' });
  }
  return parts;
}

function idsOf(joined: string): string[] {
  return joined === '' ? [] : joined.split(',');
}
