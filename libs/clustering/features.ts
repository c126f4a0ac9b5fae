import { tokenize } from '#words';
import type { Token } from '#words';

/** How often each feature occurs in a text. */
export type Features = ReadonlyMap<string, number>;

/** Characters of a text that are read: what a user wants is said at its beginning. */
const MOST_CHARACTERS = 4_000;
/** Features of a text that are counted. */
const MOST_FEATURES = 400;
/** Characters of a word that count: endings say little about what is asked. */
const BEGINNING = 6;
const PART = 4;
const HAN = /\p{sc=Han}/gu;

/**
 * What texts are compared by: the beginnings of words, two of them in a row, and for what they share of longer words
 * every four characters (these begin with `#`). Of scripts without spaces, every two and three
 * characters, and every Chinese one. Needs no
 * language. Of a text that is too long, the beginning counts.
 */
export function featuresOf(text: string): Features {
  const features = new Map<string, number>();
  let previous: string | undefined;
  const count = (feature: string) => {
    if (features.size < MOST_FEATURES) features.set(feature, (features.get(feature) ?? 0) + 1);
  };
  for (const token of wordsOf(text)) {
    const word = beginningOf(token);
    count(word);
    if (previous !== undefined) count(`${previous} ${word}`);
    previous = word;
    if (token.kind === 'pair') for (const [sign] of token.word.matchAll(HAN)) count(sign);
    else for (const part of partsOf(token.word)) count(part);
  }
  return features;
}

/** The words of a text as they count: compounds once, and no lone last character behind the pairs of a run. */
function wordsOf(text: string): Token[] {
  const tokens = tokenize(text.slice(0, MOST_CHARACTERS));
  return tokens.filter(({ kind, word }, at) => {
    if (kind !== 'pair') return kind !== 'part';
    const before = tokens[at - 1];
    return !(charactersOf(word) === 1 && before?.kind === 'pair' && before.word.endsWith(word));
  });
}

function beginningOf({ kind, word }: Token): string {
  return kind === 'pair' || word.length <= BEGINNING ? word : [...word].slice(0, BEGINNING).join('');
}

function partsOf(word: string): string[] {
  const characters = [...`_${word}_`];
  if (characters.length <= PART) return [`#${characters.join('')}`];
  return Array.from(
    { length: characters.length - PART + 1 },
    (_, at) => `#${characters.slice(at, at + PART).join('')}`,
  );
}

const charactersOf = (word: string): number => [...word].length;
