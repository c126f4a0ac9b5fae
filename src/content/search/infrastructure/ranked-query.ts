import { everywhere, type Slot } from '../domain/scoring.js';
import { both, candidatesQuery, isBeginning, NOTHING, slotQuery, titleQuery } from './lexemes.js';

/** Passages scored for words that few have, about; a passage costs the database some microseconds. */
const MOST_SCORED = 300;
/** Passages scored for a frequent word that have it in a title, and as many that have it in a heading. */
const MOST_ABOUT = 150;
/** With so many titles and headings holding a frequent word, the passages that only mention it are passed over. */
const ENOUGH_PROMINENT = 50;
/** Passages scored that only mention a frequent word. */
const MOST_MENTIONING = 200;
/** Passages scored that have all words. */
const MOST_TOGETHER = 500;
/** Entries of the index read to find passages that have all words; a thousand cost the database about half a millisecond. */
const MOST_READ = 20_000;
/** A word with a smaller share in the meaning of a query occurs nearly everywhere. */
const TELLING = 0.05;
/** How much more the page counts that has the query for a title. */
const EXACT_TITLE = 3;

/** More spaces than are ever shown at a time. */
const MANY_SPACES = 25;
/** Passages scored of a kind where it is found in many spaces, and those of one of these spaces at least. */
const MOST_OF_MANY = 100;
const FEWEST_OF_A_SPACE = 4;

/** Passages to score, and the spaces (ids joined by commas) where they are looked for, one after the other. */
interface Candidates {
  query: string;
  spaces: string;
  /** How many of them at most. */
  most: number;
  /** How many of one space at most. */
  mostOfSpace: number;
  /** What their score is multiplied by. */
  factor: number;
}

/**
 * A query as arrays with one element for everything that is looked for in the spaces of one language; the key of a space
 * is yet to be put into the tsqueries.
 */
export interface RankedQuery {
  languages: string[];
  candidates: string[];
  spaces: string[];
  most: number[];
  mostOfSpace: number[];
  factors: number[];
  /** One array for every slot. */
  slots: string[][];
}

/** A query as the title of a page: how it is written in a language, and the spaces that have such a page. */
export interface WholeTitle {
  key: string;
  spaces: string;
}

/** Those that have all words: what is looked for first of all, and what last. */
interface Together {
  first: Candidates[];
  last: Candidates[];
}
const NOT_TOGETHER: Together = { first: [], last: [] };

interface HavingAll extends Candidates {
  /** How many there are, about: as if words came independently of each other. */
  passages: number;
  /** Entries of the index that are read to find them. */
  read: number;
}

/** Writes a weighed query; `titles` by language, `passages` is how many there are in all spaces searched. */
export function rankedQuery(
  slots: readonly Slot[],
  titles: ReadonlyMap<string, WholeTitle>,
  passages: number,
): RankedQuery {
  const ranked: RankedQuery = {
    languages: [],
    candidates: [],
    spaces: [],
    most: [],
    mostOfSpace: [],
    factors: [],
    slots: slots.map(() => []),
  };
  for (const { language, part } of byTurns(slots, titles, passages)) {
    ranked.languages.push(language);
    ranked.candidates.push(part.query);
    ranked.spaces.push(part.spaces);
    ranked.most.push(Math.ceil(part.most / titles.size));
    ranked.mostOfSpace.push(part.mostOfSpace);
    ranked.factors.push(part.factor);
    slots.forEach((slot, at) => ranked.slots[at]?.push(slotQuery(slot, language) || NOTHING));
  }
  return ranked;
}

/** What is looked for in each language: whole titles, then the first of each, then the second. */
function byTurns(slots: readonly Slot[], titles: ReadonlyMap<string, WholeTitle>, passages: number) {
  const exact = [...titles].map(([language, { key, spaces }]) => {
    return { language, turn: -1, part: some(titleQuery(key), spaces, MOST_ABOUT, EXACT_TITLE) };
  });
  const others = [...titles.keys()].flatMap((language) =>
    candidatesOf(slots, language, passages).map((part, turn) => ({ language, turn, part })),
  );
  return [...exact, ...others].filter(({ part }) => part.spaces !== '').sort((one, other) => one.turn - other.turn);
}

/**
 * Which passages to score: those with one of the rarest words, as many words as fit, and of the frequent words those with
 * all of them or with one in a title or heading. Where there are too many of a kind, those of the spaces that are most
 * about the word.
 */
function candidatesOf(slots: readonly Slot[], language: string, passages: number): Candidates[] {
  const known = slots.filter((slot) => slotQuery(slot, language) !== '');
  const rarest = known.sort((one, other) => one.spread.total - other.spread.total);
  const needed = rarest.filter((slot) => slot.share >= TELLING);
  const missing = slots.some((slot) => slot.share >= TELLING && !needed.includes(slot));
  const together = needed.length > 1 && !missing ? togetherOf(needed, language, passages) : NOT_TOGETHER;
  const titled: Candidates[] = [];
  const rest: Candidates[] = [];
  const whole = new Set<Slot>();
  let scored = 0;
  for (const slot of rarest) {
    const { spread } = slot;
    const { total, prominent } = spread;
    const query = (place: 'term' | 'titled' | 'headed') => candidatesQuery(slot, language, place);
    if (scored + total <= MOST_SCORED) {
      rest.push(every(query('term'), everywhere(spread), MOST_SCORED));
      whole.add(slot);
      scored += total;
    } else if (scored === 0 || scored + prominent <= MOST_SCORED) {
      const inTitles = some(query('titled'), spread.titled, MOST_ABOUT);
      titled.push(inTitles);
      // So many spaces that are about the word are more than are shown: others need not be found.
      if (!inMany(inTitles)) rest.push(some(query('headed'), everywhere({ ...spread, others: '' }), MOST_ABOUT));
      if (scored === 0 && prominent < ENOUGH_PROMINENT) {
        rest.push(some(query('term'), everywhere(spread), MOST_MENTIONING));
      }
      scored += Math.min(prominent, 2 * MOST_ABOUT);
    }
  }
  // What has all words has those that are looked for anyway.
  const { first, last } = needed.some((slot) => whole.has(slot)) ? NOT_TOGETHER : together;
  return [...first, ...titled, ...rest, ...last];
}

/** All of these passages, which are few. */
function every(query: string, spaces: string, most: number): Candidates {
  return { query, spaces: [...idsOf(spaces)].join(','), most, mostOfSpace: most, factor: 1 };
}

/** The first of these passages, of all the spaces alike as far as that goes. */
function some(query: string, spaces: string, most: number, factor = 1): Candidates {
  const ids = idsOf(spaces);
  const inAll = Math.ceil(ids.size > MANY_SPACES ? Math.min(most, MOST_OF_MANY) : most);
  const mostOfSpace = Math.max(FEWEST_OF_A_SPACE, Math.ceil(inAll / ids.size));
  return { query, spaces: [...ids].join(','), most: inAll, mostOfSpace, factor };
}

function inMany({ spaces }: Candidates): boolean {
  return spaces.split(',', MANY_SPACES + 1).length > MANY_SPACES;
}

function idsOf(spaces: string): Set<string> {
  return new Set(spaces === '' ? [] : spaces.split(','));
}

/**
 * The passages with all words. Where these are more than can be scored, those with one of the words in a title or heading
 * come first, and the others where that is not enough. In many spaces they come as they are found.
 */
function togetherOf(slots: readonly Slot[], language: string, passages: number): Together {
  const fits = ({ read }: HavingAll): boolean => read <= MOST_READ;
  const all = [havingAll(slots, undefined, language, passages)].filter(fits);
  if (all.some((whole) => whole.passages <= MOST_TOGETHER || inMany(whole))) return { first: all, last: [] };
  const parts = slots.map((slot) => havingAll(slots, slot, language, passages)).filter(fits);
  const first = parts.map((part) => ({ ...part, ...some(part.query, part.spaces, MOST_TOGETHER / parts.length) }));
  return { first, last: all };
}

/** The passages with all words; with `prominent`, that word in a title or heading. */
function havingAll(slots: readonly Slot[], prominent: Slot | undefined, language: string, passages: number): HavingAll {
  const words = slots.map((slot) => {
    const place = slot === prominent ? 'prominent' : 'term';
    const query = candidatesQuery(slot, language, place);
    return { query, holding: slot === prominent ? slot.spread.prominent : slot.spread.total };
  });
  const fewest = Math.min(...words.map(({ holding }) => holding));
  // Words are looked up for the entries of the rarest; the entries of a beginning are all read before.
  const read = words.reduce((sum, { query, holding }) => sum + (isBeginning(query) ? holding : fewest), 0);
  const share = words.reduce((product, { holding }) => product * Math.min(1, holding / passages), 1);
  const among = slots.map(({ spread }, at) => everywhere(slots[at] === prominent ? { ...spread, others: '' } : spread));
  const part = some(both(words.map((word) => word.query)), inAll(among), MOST_TOGETHER);
  // Of many spaces no more are gone through than it takes.
  const through = inMany(part) ? Math.max(part.most / (share * passages), MANY_SPACES / idsOf(part.spaces).size) : 1;
  return { ...part, passages: share * passages, read: read * Math.min(1, through) };
}

/** The spaces that are in all of these lists, in the order of the first. */
function inAll([first = '', ...others]: readonly string[]): string {
  const sets = others.map((list) => new Set(list.split(',')));
  return first
    .split(',')
    .filter((id) => sets.every((set) => set.has(id)))
    .join(',');
}
