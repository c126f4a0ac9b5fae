/**
 * Length of a text in characters: Unicode code points, as JSON Schema counts them and every limit of the API does. An
 * emoji or a rare ideograph that takes two UTF-16 units is one. Limits of the domain compare by `exceeds`.
 */
export function charactersIn(text: string): number {
  let count = 0;
  // A lone surrogate is a code point of its own, so this is never more than the number of units.
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count++;
  return count;
}

/** Whether a text has more characters than `most`. Does not count texts that are far too long. */
export function exceeds(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > 2 * most || charactersIn(text) > most;
}

/** The first `most` characters of a text at most. Never splits a character. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}
