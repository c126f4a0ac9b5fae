const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

/** Runs of letters and digits. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words a browser would show of this HTML, images' descriptions among them. */
export const visibleWords = (html: string): string[] =>
  wordsOf(
    html
      .replace(/<img[^>]*?alt="([^"]*)"[^>]*>/g, ' $1 ')
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:lt|gt|amp|quot);/g, (entity) => ENTITIES[entity] ?? entity),
  );
