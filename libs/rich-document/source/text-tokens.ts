/** A word or a mark of a text, with the white space before it. */
export interface TextToken {
  space: string;
  text: string;
}

const TOKENS = /(\s*)([\p{L}\p{N}\p{M}]+|[^\s])/gu;

/** A text as tokens, and the white space at its end. */
export interface TokenizedText {
  tokens: TextToken[];
  end: string;
}

/** Divides a text into its words and marks. Together they are the text again. */
export function tokensOf(text: string): TokenizedText {
  const tokens: TextToken[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKENS)) {
    tokens.push({ space: match[1] ?? '', text: match[2] ?? '' });
    at = match.index + match[0].length;
  }
  return { tokens, end: text.slice(at) };
}

export function textOf({ tokens, end }: TokenizedText): string {
  let text = '';
  for (const token of tokens) text += token.space + token.text;
  return text + end;
}
