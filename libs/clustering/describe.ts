import { fold, isStopWord } from '#words';
import { featuresOf } from './features.js';
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
/** A phrase is the label if at least this share of the texts have it. */
const SHARE = 0.4;
/** A phrase begins and ends with words that are e times as frequent in the group as in all texts, or more. */
const TELLING = 1;
/** Words that help others and that nothing should begin or end with, besides stop words. */
const HELPERS = new Set('i me my mine we us our he she they am does did done get got still just please not'.split(' '));
/** What ends a sentence, or a part of it, between two words. */
const BREAK = /[.!?,;:。！？、，；：\n]/;

interface Word {
  from: number;
  to: number;
  /** Folded and in lower case. */
  word: string;
}

interface Phrase {
  texts: number;
  /** How much its words say, added up. */
  says: number;
  spellings: Map<string, number>;
}

/**
 * The label and icon of a group. `texts`: titles of its members; of many, the first 200 count. `medoid`: the title that
 * is most like all, which is the label where the members share no phrase. `terms`: in how many of all texts terms occur.
 */
export function describe(texts: readonly string[], medoid: string, terms: TermCounts): Description {
  const some = texts.slice(0, MOST_TEXTS).map((text) => text.slice(0, MOST_CHARACTERS));
  const label = shortened(bestPhrase(some, terms) ?? medoid);
  return { label: label === '' ? shortened(some.find((text) => text.trim() !== '') ?? '') : label, icon: iconOf(some) };
}

/** The phrase that most of the texts share and that says most, as most of them spell it. */
function bestPhrase(texts: readonly string[], terms: TermCounts): string | undefined {
  const read = texts.map((text) => ({ text, words: wordsOf(text) }));
  const says = meaningsOf(
    read.map(({ words }) => words),
    terms,
  );
  const phrases = new Map<string, Phrase>();
  for (const { text, words } of read) {
    const seen = new Set<string>();
    for (const { key, spelling, says: weight } of phrasesOf(text, words, says)) {
      if (seen.has(key)) continue;
      seen.add(key);
      const phrase = phrases.get(key) ?? { texts: 0, says: weight, spellings: new Map<string, number>() };
      phrase.texts++;
      phrase.spellings.set(spelling, (phrase.spellings.get(spelling) ?? 0) + 1);
      phrases.set(key, phrase);
    }
  }
  const needed = Math.max(2, texts.length * SHARE);
  let best: Phrase | undefined;
  for (const phrase of phrases.values()) {
    if (phrase.texts < needed) continue;
    if (best === undefined || phrase.texts * phrase.says > best.texts * best.says) best = phrase;
  }
  return best && mostFrequent(best.spellings);
}

/** How much each word says about the group: how much more frequent it is there than in all texts, as a logarithm. */
function meaningsOf(texts: readonly (readonly Word[])[], { frequencies, total }: TermCounts): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of texts) {
    for (const word of new Set(words.map(({ word }) => word))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Map(
    Array.from(counts, ([word, count]) => {
      // A word is as rare as the rarest of its features that are counted.
      const known = Array.from(featuresOf(word).keys(), (term) => frequencies.get(term) ?? 0).filter((own) => own > 0);
      const overall = Math.min(...known, Math.max(total, 1)) / Math.max(total, 1);
      return [word, Math.max(0, Math.log(count / texts.length / (known.length === 0 ? 1 : overall)))];
    }),
  );
}

/** All runs of words of a text that begin and end with words that say something. */
function phrasesOf(
  text: string,
  words: readonly Word[],
  says: ReadonlyMap<string, number>,
): { key: string; spelling: string; says: number }[] {
  const meaning = ({ word }: Word) => says.get(word) ?? 0;
  const isEnd = (word: Word) => meaning(word) >= TELLING && !isStopWord(word.word) && !HELPERS.has(word.word);
  const found: { key: string; spelling: string; says: number }[] = [];
  words.forEach((first, from) => {
    if (!isEnd(first)) return;
    let [key, sum] = [first.word, meaning(first)];
    for (const last of words.slice(from + 1, from + MOST_WORDS)) {
      if (BREAK.test(text.slice(first.to, last.from)) || last.to - first.from > LONGEST_LABEL) break;
      key += ` ${last.word}`;
      sum += meaning(last);
      if (isEnd(last)) found.push({ key, spelling: text.slice(first.from, last.to), says: sum });
    }
  });
  return found;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsOf(text: string): Word[] {
  return Array.from(segmenter.segment(text)).flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ from: index, to: index + segment.length, word: fold(segment).toLowerCase() }] : [],
  );
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
