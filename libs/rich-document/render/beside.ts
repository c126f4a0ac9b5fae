/** The neighbour of a delimiter: white space, punctuation, or a letter. It decides whether `**` and `_` work there. */
export type Beside = 'space' | 'punctuation' | 'letter';
const PUNCTUATION = /[\p{P}\p{S}]/u;
const SPACE = /[\t-\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

function classOf(char: string): Beside {
  if (char === '' || SPACE.test(char)) return 'space';
  return PUNCTUATION.test(char) ? 'punctuation' : 'letter';
}
export const firstOf = (text: string): Beside => classOf(String.fromCodePoint(text.codePointAt(0) ?? 32));
export const lastOf = (text: string): Beside => {
  const code = text.charCodeAt(text.length - 1);
  return classOf(code >= 0xdc00 && code <= 0xdfff ? text.slice(-2) : text.slice(-1));
};

/** Whether a delimiter can open here. */
export function opens(delimiter: string, before: Beside, first: Beside): boolean {
  const left = first !== 'space' && (first !== 'punctuation' || before !== 'letter');
  if (!delimiter.startsWith('_')) return left;
  const right = before !== 'space' && (before !== 'punctuation' || first !== 'letter');
  return left && (!right || before === 'punctuation');
}

/** Whether a delimiter can close here. */
export function closes(delimiter: string, last: Beside, after: Beside): boolean {
  const right = last !== 'space' && (last !== 'punctuation' || after !== 'letter');
  if (!delimiter.startsWith('_')) return right;
  const left = after !== 'space' && (after !== 'punctuation' || last !== 'letter');
  return right && (!left || after === 'punctuation');
}
