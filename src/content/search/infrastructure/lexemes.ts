import { hash } from 'node:crypto';
import type { Alternative, Slot } from '../domain/scoring.js';
import type { Field, Passage } from '../domain/passages.js';

/** Bytes of a hash that a key has: as four characters they tell 16 million spaces apart. */
const KEY_BYTES = 3;

/**
 * Every lexeme begins with a short key of its space, so that one GIN index serves all tenants and a search touches
 * only the entries of the spaces it asks for. Keys of two spaces may be equal: rows are compared by id as well. A space
 * keeps the key that it was first indexed with; those of older versions are longer.
 */
export function spaceKey(organizationId: string, spaceId: string): string {
  return hash('sha256', `${organizationId}/${spaceId}`, 'buffer').subarray(0, KEY_BYTES).toString('base64url');
}

/**
 * The marks between the key and the rest: a term, one of the title of the page or of the section that this passage
 * opens, and the whole title of the page.
 */
const MARK = { term: '/', titled: '~', headed: '^', title: '=' } as const;

/** Where a passage has a term: anywhere, in the title or heading it opens, or in one of these. */
export type Place = 'term' | 'titled' | 'headed' | 'prominent';
const PLACES: Record<Place, string[]> = {
  term: [MARK.term],
  titled: [MARK.titled],
  headed: [MARK.headed],
  prominent: [MARK.titled, MARK.headed],
};

/** What follows a lexeme that others may begin with. */
const BEGINNING = ':*';

const FIELDS: Field[] = ['A', 'B', 'C', 'D'];
/** More than this of one term add next to nothing to ts_rank. */
const MOST_POSITIONS = 4;

/** What ts_rank takes for the place of a term without one: it is once in the text. That is the place of most terms. */
const ONCE_IN_TEXT = '1D';

/** The tsvector of a passage as PostgreSQL reads it. */
export function vectorOf(passage: Passage, key: string): string {
  const lexemes: string[] = [];
  for (const [term, counts] of passage.terms) {
    const positions: string[] = [];
    for (const field of FIELDS) {
      const times = Math.min(counts[field], field === 'D' ? MOST_POSITIONS : 1);
      for (let n = 0; n < times; n++) positions.push(`${positions.length + 1}${field}`);
    }
    const places = positions.join(',');
    lexemes.push(quoted(key, MARK.term, term) + (places === ONCE_IN_TEXT ? '' : `:${places}`));
    if (counts.prominent) lexemes.push(quoted(key, passage.ordinal === 0 ? MARK.titled : MARK.headed, term));
  }
  if (passage.titleKey) lexemes.push(quoted(key, MARK.title, passage.titleKey));
  return lexemes.join(' ');
}

/** The placeholder for the key of a space in queries over many; no term contains this character. */
export const ANY_KEY = '$';

/** A query that finds nothing: no lexeme is a key alone. */
export const NOTHING = `'${ANY_KEY}'`;

/** The tsquery of a slot in spaces of this language, with {@link ANY_KEY}; it scores a passage. */
export function slotQuery(slot: Slot, language: string): string {
  return either(alternativesOf(slot, language).map((alternative) => termQuery(alternative, MARK.term)));
}

/** The shorter one that finds the same passages, or of them those that have the word there. */
export function candidatesQuery(slot: Slot, language: string, place: Place): string {
  const needed = alternativesOf(slot, language).filter(({ implied }) => !implied);
  return either(PLACES[place].flatMap((mark) => needed.map((alternative) => termQuery(alternative, mark))));
}

export function titleQuery(titleKey: string): string {
  return quoted(ANY_KEY, MARK.title, titleKey);
}

/** A whole title among the terms whose passages are counted; no other term begins so. */
export function titleTerm(titleKey: string): string {
  return MARK.title + titleKey;
}

export function either(queries: readonly string[]): string {
  return queries.filter((query) => query !== '').join(' | ');
}

export function both(queries: readonly string[]): string {
  return queries.map((query) => `(${query})`).join(' & ');
}

/** Whether a query looks for beginnings of words. */
export function isBeginning(query: string): boolean {
  return query.includes(BEGINNING);
}

function alternativesOf(slot: Slot, language: string): readonly Alternative[] {
  return slot.alternatives.get(language) ?? [];
}

function termQuery({ term, prefix }: Alternative, mark: string): string {
  return quoted(ANY_KEY, mark, term) + (prefix ? BEGINNING : '');
}

function quoted(key: string, mark: string, rest: string): string {
  return `'${key}${mark}${rest.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
