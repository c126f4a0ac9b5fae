/** More pairs of a name and a value than any form or query of ours has. */
const MOST_PAIRS = 250;
const AMPERSAND = 38;

/** Checks `a=b&c=d` before it is parsed: too many pairs, or escapes of bytes that are not UTF-8. */
export function faultOfPairs(text: string): string | undefined {
  let pairs = 1;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === AMPERSAND) pairs++;
  if (pairs > MOST_PAIRS) return `has more than ${MOST_PAIRS} values`;
  if (!text.includes('%')) return undefined;
  try {
    decodeURIComponent(text);
    return undefined;
  } catch {
    return 'has escapes that stand for no character';
  }
}
