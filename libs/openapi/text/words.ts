/** Characters of a description that belongs to a line of a list. */
const MOST_LINE = 1_000;

/** The beginning of a text, with an ellipsis where there is more; surrogate pairs are not split. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)}…`;
}

/** A description as part of a line; empty where there is none. */
export function lineOfWords(value: unknown): string {
  if (typeof value !== 'string') return '';
  return proseOf(beginningOf(value, MOST_LINE)).replace(/\s+/g, ' ').trim();
}

/** Markdown of a specification, which may come from anywhere: tags in it are text. */
export function proseOf(markdown: string): string {
  return markdown.replaceAll('{%', '&#123;%').replaceAll('{{', '&#123;{');
}
