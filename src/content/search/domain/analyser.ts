import { stopWordsOf, tokenize } from '#words';
import type { Token } from '#words';

/** Cuts a folded, lower-case word to its stem. */
export type Stem = (word: string) => string;

/** A token with the term the index knows it by: the stem of a word, the thing itself otherwise. */
export interface AnalysedToken extends Token {
  term: string;
  stop: boolean;
}

const REMEMBERED = 20_000;
const LETTERS_ONLY = /^\p{L}{3,}$/u;

/** Turns text of one language into the terms of the index; texts and queries go through the same one. */
export class Analyser {
  private readonly stems = new Map<string, string>();
  private readonly stopWords: ReadonlySet<string>;

  constructor(
    readonly language: string,
    private readonly stem: Stem,
  ) {
    this.stopWords = stopWordsOf(language);
  }

  analyse(text: string): AnalysedToken[] {
    return tokenize(text).map((token) => ({
      word: token.word,
      kind: token.kind,
      term: token.kind === 'pair' ? token.word : this.termOf(token.word),
      stop: token.kind === 'word' && this.stopWords.has(token.word),
    }));
  }

  /** The term of a folded word. */
  termOf(word: string): string {
    let term = this.stems.get(word);
    if (term === undefined) {
      term = LETTERS_ONLY.test(word) ? this.stem(word) || word : word;
      if (this.stems.size >= REMEMBERED) this.stems.clear();
      this.stems.set(word, term);
    }
    return term;
  }
}

/** The primary language of a tag: `en` of `en-GB`. */
export function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] || 'en';
}
