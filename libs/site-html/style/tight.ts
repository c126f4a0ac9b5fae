/** A style sheet without the spaces that only people need. */
export const tight = (style: string): string =>
  style
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/ > /g, '>')
    .replace(/;?\}/g, '}')
    .trim();
