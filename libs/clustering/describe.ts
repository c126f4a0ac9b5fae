import { fold } from '#words';
import { iconOf } from './icons.js';
import type { TermCounts } from './weights.js';

/** How a group is shown. */
export interface Description {
  /** What its texts ask, as users wrote it; at most 60 characters. */
  label: string;
  /** The name of an icon of {@link ICONS}. */
  icon: string;
}

/** UTF-16 units of a label. */
export const LONGEST_LABEL = 60;
/** Texts that a label is looked for in, and characters of each. */
const MOST_TEXTS = 200;
const MOST_CHARACTERS = 200;
/** Words of a phrase. */
const MOST_WORDS = 7;
const LEAST_WORDS = 2;
/** A phrase is the label if at least this share of the texts have it. */
const SHARE = 0.3;

interface Word {
  from: number;
  to: number;
  /** Folded and in lower case. */
  word: string;
  /** How much it says: 0 for a word that every text has. */
  says: number;
}

interface Phrase {
  texts: number;
  score: number;
  spellings: Map<string, number>;
}

/**
 * The label and icon of a group. `texts`: titles of its members; of many, the first 200 count. `medoid`: the title that
 * is most like all, which is the label where the members share no phrase. `terms`: in how many of all texts terms occur.
 */
export function describe(texts: readonly string[], medoid: string, terms: TermCounts): Description {
  const some = texts.slice(0, MOST_TEXTS).map((text) => text.slice(0, MOST_CHARACTERS));
  const phrase = bestPhrase(some, terms);
  const label = shortened(phrase ?? medoid);
  return { label: label === '' ? shortened(some.find((text) => text.trim() !== '') ?? '') : label, icon: iconOf(some) };
}

function bestPhrase(texts: readonly string[], terms: TermCounts): string | undefined {
  const phrases = new Map<string, Phrase>();
  for (const text of texts) {
    const seen = new Set<string>();
    for (const { key, spelling, score } of phrasesOf(text, terms)) {
      if (seen.has(key)) continue;
      seen.add(key);
      const phrase = phrases.get(key) ?? { texts: 0, score, spellings: new Map<string, number>() };
      phrase.texts++;
      phrase.spellings.set(spelling, (phrase.spellings.get(spelling) ?? 0) + 1);
      phrases.set(key, phrase);
    }
  }
  const needed = Math.max(2, texts.length * SHARE);
  let best: Phrase | undefined;
  for (const phrase of phrases.values()) {
    if (phrase.texts < needed) continue;
    if (best === undefined || phrase.texts * phrase.score > best.texts * best.score) best = phrase;
  }
  return best && mostFrequent(best.spellings);
}

/** All runs of words of a text that begin and end with words that say something. */
function phrasesOf(text: string, terms: TermCounts): { key: string; spelling: string; score: number }[] {
  const words = wordsOf(text, terms);
  const found: { key: string; spelling: string; score: number }[] = [];
  words.forEach((first, from) => {
    if (first.says < 1) return;
    let [key, score] = [first.word, first.says];
    for (const last of words.slice(from + 1, from + MOST_WORDS)) {
      if (/[.!?。！？\n]/.test(text.slice(first.to, last.from)) || last.to - first.from > LONGEST_LABEL) break;
      key += ` ${last.word}`;
      score += last.says;
      if (last.says >= 1) found.push({ key, spelling: text.slice(first.from, last.to), score });
    }
  });
  return found.filter(({ key }) => key.split(' ').length >= LEAST_WORDS);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsOf(text: string, { frequencies, total }: TermCounts): Word[] {
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    const word = fold(segment).toLowerCase();
    const frequency = frequencies.get([...word].slice(0, 6).join('')) ?? 1;
    words.push({ from: index, to: index + segment.length, word, says: Math.log((total + 1) / (frequency + 0.5)) / 3 });
  }
  return words;
}

/** A text in one line, cut between words, or between characters where there are no spaces. */
export function shortened(text: string): string {
  const line = text
    .slice(0, LONGEST_LABEL * 20)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= LONGEST_LABEL) return line;
  const segments = Array.from(segmenter.segment(line.slice(0, LONGEST_LABEL * 2)));
  const end = segments.findLast(({ index, segment }) => index + segment.length <= LONGEST_LABEL - 1);
  const cut = end === undefined ? line.slice(0, LONGEST_LABEL - 1) : line.slice(0, end.index + end.segment.length);
  return `${cut.replace(/[\s\p{P}]+$/u, '').replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  let [best, most]: [string | undefined, number] = [undefined, 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}
