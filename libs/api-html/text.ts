import { MAX_NAME, MAX_VALUE } from './context.js';

/** The beginning of a text, with an ellipsis where there is more; surrogate pairs are not split. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)}…`;
}

/** One line of text, cut where it is very long; empty for what is no text. */
export function lineOf(value: unknown, most = MAX_NAME): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return beginningOf(
    String(value)
      .slice(0, 4 * most)
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  );
}

/** A value within a line, as JSON writes it but for texts, which have no quotes. */
export function valueLine(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '""' : beginningOf(value, MAX_VALUE);
  if (Array.isArray(value)) {
    if (value.length > 20 || value.some((item) => typeof item === 'object' && item !== null)) return '[…]';
    return beginningOf(`[${value.map(valueLine).join(', ')}]`, MAX_VALUE);
  }
  if (typeof value === 'object' && value !== null) return '{…}';
  return String(value);
}
