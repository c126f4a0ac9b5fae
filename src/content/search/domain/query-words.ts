import type { Analyser } from './analyser.js';

/** The words of a query that count; more are ignored. */
export const MOST_QUERY_WORDS = 12;

/** A word of a query. */
export interface QueryWord {
  word: string;
  /** The last word may still be being typed: it also finds the words that begin with it. */
  prefix: boolean;
  /** A compound as a whole adds to the score, but a passage is complete without it. */
  optional: boolean;
  /** Pairs of characters are neither repaired nor stemmed. */
  pair: boolean;
  /** The term in each language searched. */
  terms: ReadonlyMap<string, string>;
}

export interface ParsedQuery {
  words: QueryWord[];
  /** The query as the key of a title or heading, by language. */
  keys: ReadonlyMap<string, string>;
}

/** Reads a query in every language it is asked in. Stop words fall away when another word is left. */
export function parseQuery(query: string, analysers: readonly Analyser[], keyOf: KeyOf): ParsedQuery {
  const readings = analysers.map((analyser) => ({ language: analyser.language, tokens: analyser.analyse(query) }));
  const [first] = readings;
  const keys = new Map(readings.map(({ language, tokens }) => [language, keyOf(tokens)]));
  if (first === undefined || first.tokens.length === 0) return { words: [], keys };

  const last = first.tokens.length - 1;
  const open = /[\p{L}\p{N}\p{M}]$/u.test(query);
  const lastKind = first.tokens[last]?.kind;
  const words = new Map<string, QueryWord & { stop: boolean }>();
  first.tokens.forEach((token, at) => {
    const pair = token.kind === 'pair';
    const single = pair && [...token.word].length === 1;
    // The last character of a run is contained in the pair before it.
    if (single && first.tokens[at - 1]?.kind === 'pair' && [...(first.tokens[at - 1]?.word ?? '')].length === 2) return;
    const ending = at === last || (lastKind === 'whole' && at === last - 1 && token.kind === 'part');
    const prefix = pair ? single : open && ending;
    const known = words.get(token.word);
    words.set(token.word, {
      word: token.word,
      prefix: prefix || (known?.prefix ?? false),
      optional: token.kind === 'whole' && (known?.optional ?? true),
      pair,
      terms: new Map(readings.map(({ language, tokens }) => [language, tokens[at]?.term ?? token.word])),
      stop: readings.some(({ tokens }) => tokens[at]?.stop) && !(prefix && token.word.length > 2),
    });
  });
  const all = [...words.values()];
  const telling = all.filter((word) => !word.stop);
  const kept = (telling.length > 0 ? telling : all).slice(0, MOST_QUERY_WORDS);
  return { words: kept.map(({ stop: _, ...word }) => word), keys };
}

type KeyOf = (tokens: ReturnType<Analyser['analyse']>) => string;
