/** A piece of a segment: words, or a placeholder with its content (undefined for one without content). */
export type Piece = string | { id: number; inner: Piece[] | undefined };

const TAG = /<(\/?)([gx])(\d{1,6})(\/?)>/g;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Words escaped for a segment, where `<` begins a placeholder. */
export function escapeWords(words: string): string {
  return words.replace(/[&<]/g, (character) => (character === '<' ? '&lt;' : '&amp;'));
}

function unescapeWords(text: string): string {
  return text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The placeholder of content that is kept whole, such as an emoji or code. */
export function standFor(id: number): string {
  return `<x${id}/>`;
}

/** The placeholder around words, such as a link. */
export function surround(id: number, text: string): string {
  return `<g${id}>${text}</g${id}>`;
}

/** Takes a segment apart; undefined where its placeholders are not closed in their order. */
export function readPieces(text: string): Piece[] | undefined {
  const open: { id: number; inner: Piece[] }[] = [{ id: 0, inner: [] }];
  let from = 0;
  const words = (to: number, into: Piece[]): void => {
    if (to > from) into.push(unescapeWords(text.slice(from, to)));
  };
  for (const match of text.matchAll(TAG)) {
    const [tag, closing, kind, digits, whole] = match;
    const id = Number(digits);
    const top = open.at(-1);
    if (!top || (kind === 'x') !== (whole === '/') || (kind === 'x' && closing === '/')) return undefined;
    words(match.index, top.inner);
    from = match.index + tag.length;
    if (kind === 'x') top.inner.push({ id, inner: undefined });
    else if (closing === '') open.push({ id, inner: [] });
    else {
      if (top.id !== id || open.length === 1) return undefined;
      open.pop();
      open.at(-1)?.inner.push(top);
    }
  }
  const [root] = open;
  if (!root || open.length > 1) return undefined;
  words(text.length, root.inner);
  return root.inner;
}

/** The placeholders of a segment, sorted: equal lists are equal multisets. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(TAG)].map(([tag]) => tag).sort();
}

/** Changes the words of a segment and leaves its placeholders. */
export function mapWords(text: string, change: (words: string) => string): string {
  let changed = '';
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    changed += escapeWords(change(unescapeWords(text.slice(from, index)))) + tag;
    from = index + tag.length;
  }
  return changed + escapeWords(change(unescapeWords(text.slice(from))));
}

/** The words of a segment without its placeholders. */
export function wordsOf(text: string): string {
  return unescapeWords(text.replace(TAG, ' '));
}
