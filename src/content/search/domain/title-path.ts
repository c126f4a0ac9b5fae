import type { Slot } from './scoring.js';

/** Letters that may follow the stem of a word in a title: `filter` is found in "Filters", and not in "Filtering expressions". */
const LONGEST_ENDING = 4;
/** What may be before the first letter of a word, and behind its last. */
const BEFORE = '(?:^|[\\s[:punct:]])';
const BEHIND = '(?=$|[\\s[:punct:]])';
const LETTER = '[^\\s[:punct:]]';
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;

/**
 * Regular expressions of PostgreSQL, one for each word that a query needs, which find it in titles in lower case and
 * without accents. None for a query of one word: a title above says nothing of it that the page itself does not.
 */
export function titlePatterns(slots: readonly Slot[]): string[] {
  const needed = slots.filter(({ share }) => share > 0);
  return needed.length < 2 ? [] : needed.map(patternOf);
}

function patternOf({ alternatives }: Slot): string {
  const forms = new Set(
    [...alternatives.values()].flat().map(({ term, prefix }) => {
      const letters = [...term].map(letterOf).join('');
      if (UNSPACED.test(term)) return letters;
      return `${BEFORE}${letters}${prefix ? '' : `${LETTER}{0,${LONGEST_ENDING}}${BEHIND}`}`;
    }),
  );
  return [...forms].join('|');
}

/** A database may know no capital letters but those of English. */
function letterOf(letter: string): string {
  if (/[\p{ASCII}]/u.test(letter)) return /[a-z0-9]/.test(letter) ? letter : `\\${letter}`;
  const capital = letter.toUpperCase();
  return capital === letter || [...capital].length > 1 ? letter : `[${letter}${capital}]`;
}
