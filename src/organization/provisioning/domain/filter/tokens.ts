import { ScimRefusal, type ScimType } from '../scim-refusal.js';

export type Token =
  | { kind: '(' | ')' | '[' | ']' | '.' | 'end'; text: string }
  /** An attribute, an operator, or one of `true`, `false` and `null`. */
  | { kind: 'word'; text: string }
  | { kind: 'value'; text: string; value: string | number };

/** Longest filter or path, characters. */
export const LONGEST = 4_000;
/** Most tokens: a hundred comparisons. */
const MOST_TOKENS = 600;

const WORD = /[A-Za-z$][\w$:.-]*/y;
const NUMBER = /-?\d{1,15}(?:\.\d{1,15})?(?![\w.])/y;
/** Half of a surrogate pair. */
const LONE = /\p{Cs}/u;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*"/y;

/**
 * The tokens of a filter, in one pass whose steps are proportional to its length. Throws a refusal of this type for what
 * is too long or no token.
 */
export function tokensOf(text: string, type: ScimType): Token[] {
  if (text.length > LONGEST) throw new ScimRefusal(type, `A filter takes at most ${LONGEST} characters`);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (text[at] === ' ') {
      at++;
      continue;
    }
    const token = tokenAt(text, at);
    if (!token) throw new ScimRefusal(type, `The filter can’t be read at its character ${at + 1}`);
    if (tokens.push(token) > MOST_TOKENS)
      throw new ScimRefusal(type, `A filter takes at most ${MOST_TOKENS} words, values and parentheses`);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function tokenAt(text: string, at: number): Token | undefined {
  const sign = text[at] ?? '';
  if ('()[].'.includes(sign)) return { kind: sign as '(', text: sign };
  const string = matchAt(STRING, text, at);
  if (string !== undefined) return valueOf(string);
  const number = matchAt(NUMBER, text, at);
  if (number !== undefined) return { kind: 'value', text: number, value: Number(number) };
  const word = matchAt(WORD, text, at);
  // The dot after the last letter belongs to `emails.value`, and to no word.
  return word === undefined ? undefined : { kind: 'word', text: word };
}

/** The string that JSON writes like this; none with a NUL or half of a surrogate pair, which can't be stored. */
function valueOf(text: string): Token | undefined {
  const value = JSON.parse(text) as string;
  return value.includes('\u0000') || LONE.test(value) ? undefined : { kind: 'value', text, value };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
