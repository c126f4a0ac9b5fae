import type { Cue } from './cues.js';
import { goesOnToNext, isVague } from './phrases.js';
import type { Sentence } from './sentences.js';
import { overlap } from './words.js';

/** A sentence, what it does, and what it is about. */
export interface Asked extends Sentence {
  cue: Cue;
  words: ReadonlySet<string>;
}

/** Words that a question must have to begin a group of its own. */
const FEWEST_WORDS = 1;
/** Of the words of the smaller sentence, so many in common make both the same question. */
const SAME = 0.34;
/** Sentences that a new one is compared with in a group. */
const COMPARED = 8;

/**
 * Sentences by what they ask for, those without a cue with what they are nearest to. A question begins a new group if it
 * has next to no word in common with the ones before, and comes in another paragraph or after a word such as "also".
 */
export function groupSentences(sentences: readonly Asked[]): Asked[][] {
  const groups: Asked[][] = [];
  const leading: Asked[] = [];
  for (const sentence of sentences) {
    if (sentence.cue === undefined) {
      (groups.at(-1) ?? leading).push(sentence);
      continue;
    }
    const group = groups.find((one) => isAbout(one, sentence));
    if (group) group.push(sentence);
    else if (groups.length === 0 || beginsGroup(groups, sentence)) groups.push([sentence]);
    else groups.at(-1)?.push(sentence);
  }
  groups[0]?.unshift(...leading);
  return groups;
}

const isAbout = (group: readonly Asked[], { words }: Asked): boolean =>
  group
    .filter(({ cue }) => cue !== undefined)
    .slice(-COMPARED)
    .some((other) => overlap(words, other.words) >= SAME);

function beginsGroup(groups: readonly Asked[][], sentence: Asked): boolean {
  if (sentence.words.size < FEWEST_WORDS || isVague(sentence.text)) return false;
  if (goesOnToNext(sentence.text)) return true;
  // What is wrong, and then what to do about it, are one issue in however many paragraphs.
  if (sentence.cue !== 'question') return false;
  const last = groups.at(-1) ?? [];
  const asks = last.some(({ cue, words }) => cue === 'question' && words.size >= FEWEST_WORDS);
  return asks && last.every(({ paragraph }) => paragraph !== sentence.paragraph);
}
