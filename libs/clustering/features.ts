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
/** Digits of a word that is one of a kind, such as the number of an order. */
const DIGITS_OF_ID = 4;
/** In Japanese, mostly endings and particles: the same whatever is asked. */
const HIRAGANA = /^\p{sc=Hira}+$/u;
const DIGIT = /\p{Nd}/gu;
const NUMBER = /^[\p{Nd}.]+$/u;
/** Any number. No word and no part of one looks like it. */
const ANY_NUMBER = '#0';

/**
 * What texts are compared by: the beginnings of words, two of them in a row, and for what they share of longer words
 * every four characters (these begin with `#`). Of scripts without spaces, every two and three
 * characters, and every Chinese one, but no Japanese endings beside other words. Of numbers counts that there is one, and
 * of short ones which. Needs no language. Of a text that is too long, the beginning counts.
 */
export function featuresOf(text: string): Features {
  const features = new Map<string, number>();
  let previous: string | undefined;
  const count = (feature: string) => {
    if (features.size < MOST_FEATURES) features.set(feature, (features.get(feature) ?? 0) + 1);
  };
  for (const token of wordsOf(text)) {
    const number = numberIn(token.word);
    const word = number ?? beginningOf(token);
    if (number === undefined || number !== previous) {
      count(number !== undefined && isShort(token.word) ? token.word : word);
      if (previous !== undefined) count(`${previous} ${word}`);
    }
    previous = word;
    if (number !== undefined) continue;
    if (token.kind === 'pair') for (const [sign] of token.word.matchAll(HAN)) count(sign);
    else for (const part of partsOf(token.word)) count(part);
  }
  return features;
}

/** The words of a text as they count: compounds once, and no lone last character behind the pairs of a run. */
function wordsOf(text: string): Token[] {
  const tokens = tokenize(text.slice(0, MOST_CHARACTERS));
  const isGrammar = ({ kind, word }: Token) => kind === 'pair' && HIRAGANA.test(word);
  const grammarCounts = tokens.every(isGrammar);
  return tokens.filter((token, at) => {
    const { kind, word } = token;
    if (isGrammar(token) && !grammarCounts) return false;
    if (kind !== 'pair') return kind !== 'part';
    const before = tokens[at - 1];
    return !(charactersOf(word) === 1 && before?.kind === 'pair' && before.word.endsWith(word));
  });
}

/**
 * What a number, or a word with a number of one thing in it, counts as: the letters before it, and that a number
 * follows. Undefined for other words, such as `v2` and `2fa`.
 */
function numberIn(word: string): string | undefined {
  if (NUMBER.test(word)) return ANY_NUMBER;
  if ((word.match(DIGIT)?.length ?? 0) < DIGITS_OF_ID) return undefined;
  return `${/^\P{Nd}*/u.exec(word)?.[0] ?? ''}${ANY_NUMBER}`;
}

/** Whether a word is a number that may mean something, such as 404. */
const isShort = (word: string): boolean => NUMBER.test(word) && (word.match(DIGIT)?.length ?? 0) < DIGITS_OF_ID;

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
