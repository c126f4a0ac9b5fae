import { Invalid } from '#kernel/domain/errors';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { mapWords, wordsOf } from '#segments';
import { isLanguage } from '../../contract/languages.js';
import { hashOf } from '../../revisions/domain/map/node-hash.js';

/** What a thing is called, by language. */
export type Terms = Record<string, string>;

/** A term and what it is called in the other language. */
export interface GlossaryTerm {
  from: string;
  to: string;
}

const MAX_TERM = 255;
/** Languages whose words are not separated by spaces. */
const UNSPACED: ReadonlySet<string> = new Set(['zh', 'zh-tw', 'yue', 'ja', 'th']);

/** Terms as they are kept; throws Invalid. */
export function validTerms(value: object): Terms {
  const terms = Object.entries(value as Record<string, unknown>);
  if (terms.length === 0) throw new Invalid('translations: a glossary entry has a term in at least one language');
  for (const [language, term] of terms) {
    if (!isLanguage(language)) throw new Invalid(`translations: "${language}" is not one of the languages supported`);
    if (typeof term !== 'string' || term.trim() === '' || term.length > MAX_TERM || /\p{Cc}/u.test(term))
      throw new Invalid(`translations: a term takes 1 to ${MAX_TERM} characters in one line`);
  }
  return Object.fromEntries(terms.map(([language, term]) => [language, (term as string).trim()]));
}

/** What a glossary says of two languages. Terms are found as whole words, whatever their case; the longest first. */
export class Glossary {
  readonly #terms = new Map<string, GlossaryTerm>();
  readonly #pattern: RegExp | undefined;

  constructor(entries: readonly Terms[], from: string, to: string) {
    for (const { [from]: term, [to]: other } of entries) {
      if (term === undefined || other === undefined || this.#terms.has(term.toLowerCase())) continue;
      this.#terms.set(term.toLowerCase(), { from: term, to: other });
    }
    const words = [...this.#terms.keys()].sort((a, b) => b.length - a.length).map(quoted);
    if (words.length === 0) return;
    const any = `(?:${words.join('|')})`;
    this.#pattern = new RegExp(UNSPACED.has(from) ? any : `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])`, 'giu');
  }

  /** A name for all it says. */
  get hash(): string {
    return hashOf('glossary/1', canonicalJson([...this.#terms.values()]));
  }

  /** The terms that occur in a segment. */
  termsIn(segment: string): GlossaryTerm[] {
    if (!this.#pattern) return [];
    const found = new Set<GlossaryTerm>();
    for (const [word] of wordsOf(segment).matchAll(this.#pattern)) {
      const term = this.#terms.get(word.toLowerCase());
      if (term) found.add(term);
    }
    return [...found];
  }

  /** A segment with its terms in the other language. */
  apply(segment: string): string {
    const pattern = this.#pattern;
    if (!pattern) return segment;
    return mapWords(segment, (words) =>
      words.replace(pattern, (word) => this.#terms.get(word.toLowerCase())?.to ?? word),
    );
  }
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
