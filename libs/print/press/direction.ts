import bidiFactory, { type Bidi } from 'bidi-js';
import type { Content } from '../style.js';

// Its types describe an ES module; what Node loads is the factory itself.
const bidi = (bidiFactory as unknown as () => Bidi)();

export type Direction = 'ltr' | 'rtl';

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A piece of a line, as the layout made it. */
export interface Inline {
  text: string;
  /** Points from the beginning of the line. */
  x: number;
  width: number;
  fontSize: number;
  fontFeatures?: unknown;
  characterSpacing?: number;
  /** The direction of its paragraph, where that has to be known. */
  direction?: Direction;
  font: {
    widthOfString(text: string, size: number, features?: unknown): number;
    font: { layout(text: string): { direction: Direction } };
  };
}

/** A line, as the layout made it: its pieces in the order in which they are read. */
export interface Line {
  id?: string;
  inlines: Inline[];
  leadingCut: number;
  trailingCut: number;
}

/**
 * Marks every text that has letters from right to left with the direction of its paragraph, which its first letter
 * decides; those from right to left begin at the right. Other content stays as it is.
 */
export function directed(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(directed);
  if (typeof content !== 'object' || content === null || ArrayBuffer.isView(content)) return content;
  const node = content as Content;
  if (node['text'] !== undefined) return directedText(node);
  const items = node['ul'] ?? node['ol'];
  if (Array.isArray(items) && baseOf(wordsOf(items)) === 'rtl') return directed(listFromRight(node, items));
  const inner = ['stack', 'columns', 'ul', 'ol'].filter((member) => Array.isArray(node[member]));
  const table = node['table'] as { body: unknown } | undefined;
  return {
    ...node,
    ...Object.fromEntries(inner.map((member) => [member, directed(node[member])])),
    ...(table ? { table: { ...table, body: directed(table.body) } } : {}),
  };
}

function directedText(node: Content): Content {
  const pieces = (Array.isArray(node['text']) ? node['text'] : [{ text: node['text'] }]) as (Content | string)[];
  const whole = pieces.map((piece) => (typeof piece === 'string' ? piece : String(piece['text']))).join('');
  if (!RIGHT_TO_LEFT.test(whole)) return node;
  const direction = (node['direction'] as Direction | undefined) ?? baseOf(whole);
  const text = pieces.map((piece) => ({ ...(typeof piece === 'string' ? { text: piece } : piece), direction }));
  return { ...node, text, ...(direction === 'rtl' ? { alignment: node['alignment'] ?? 'right' } : {}) };
}

/** Its items with their signs at the right. */
function listFromRight({ ul, ol: _, start, markerColor, ...node }: Content, items: readonly Content[]): Content {
  const sign = (at: number): string => (ul === undefined ? `${Number(start ?? 1) + at}.` : '•');
  const rows = items.map((item, at) => ({
    columns: [
      item,
      { text: [{ text: sign(at), direction: 'rtl' }], width: 16, alignment: 'right', color: markerColor },
    ],
    columnGap: 4,
  }));
  return { ...node, stack: rows };
}

/** The first words of some content. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) {
    for (const one of content) {
      const words = wordsOf(one);
      if (/\p{L}/u.test(words)) return words;
    }
    return '';
  }
  if (typeof content !== 'object' || content === null) return '';
  const { text, stack, columns, ul, ol } = content as Content;
  if (Array.isArray(text)) return text.map((piece) => wordsOf(piece)).join('');
  return wordsOf(text ?? stack ?? columns ?? ul ?? ol);
}

/** The direction of the first letter that has one. */
function baseOf(text: string): Direction {
  const [paragraph] = bidi.getEmbeddingLevels(text).paragraphs;
  return paragraph?.level === 1 ? 'rtl' : 'ltr';
}

/** The line in the order in which it is seen; itself where it has one direction only. */
export function asSeen<Of extends Line>(line: Of): Of {
  const direction = line.inlines.find((inline) => inline.direction !== undefined)?.direction;
  if (direction === undefined) return line;
  const whole = line.inlines.map(({ text }) => text).join('');
  const { levels } = bidi.getEmbeddingLevels(whole, direction);
  // White space at the end of a line is on its outer side, whatever is before it.
  levels.fill(direction === 'rtl' ? 1 : 0, whole.trimEnd().length);
  let x = direction === 'rtl' ? -line.trailingCut : -line.leadingCut;
  const inlines = reordered(piecesOf(line.inlines, levels)).map(({ inline, level }) => {
    const seen = { ...inline, text: shaped(inline, level), x };
    x += inline.width;
    return seen;
  });
  return Object.assign(Object.create(Object.getPrototypeOf(line) as object) as Of, line, { inlines });
}

/** A piece of one direction that is a word, or the white space between two. */
interface Piece {
  inline: Inline;
  level: number;
}

function piecesOf(inlines: readonly Inline[], levels: Uint8Array): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const inline of inlines) {
    const { text } = inline;
    let from = 0;
    for (let to = 1; to <= text.length; to++) {
      const level = levels[at + from] ?? 0;
      const ends = to === text.length || levels[at + to] !== level || isSpace(text, to) !== isSpace(text, to - 1);
      if (!ends) continue;
      const part = text.slice(from, to);
      pieces.push({ level, inline: part.length === text.length ? inline : partOf(inline, part) });
      from = to;
    }
    at += text.length;
  }
  return pieces;
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at));

function partOf(inline: Inline, text: string): Inline {
  const { font, fontSize, fontFeatures, characterSpacing = 0 } = inline;
  const width = font.widthOfString(text, fontSize, fontFeatures) + characterSpacing * (text.length - 1);
  return { ...inline, text, width };
}

/** Rule L2 of the bidirectional algorithm, with pieces in the place of characters. */
function reordered(pieces: Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? 0) >= level) to++;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/**
 * The text that the font draws as it is to be seen. Fonts decide by the letters alone in which direction they draw, and
 * take digits and brackets between such letters for something else than they are.
 */
function shaped({ text, font }: Inline, level: number): string {
  const wanted: Direction = level % 2 === 1 ? 'rtl' : 'ltr';
  const mirrored = wanted === 'rtl' ? [...text].map((one) => bidi.getMirroredCharacter(one) ?? one).join('') : text;
  if (font.font.layout(mirrored).direction === wanted) return mirrored;
  return [...mirrored].reverse().join('');
}
