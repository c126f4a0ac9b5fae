import type { Annotation, InlineImage, InlineNode, Leaf, Link, Mark, Text } from '#rich-document';
import { escapeWords, readPieces, standFor, surround, type Piece } from './tags.js';

/** The meaning of a placeholder: an inline, words with marks, or words that are not translated. */
type Held = { kind: 'whole'; node: InlineNode } | { kind: 'link'; node: Link | Annotation } | MarkedHold;
type MarkedHold = { kind: 'marks'; marks: readonly Mark[] };

/** The inline content of a block as one text, with the meaning of its placeholders. */
export interface InlineSegment {
  text: string;
  held: readonly Held[];
}

/** Words under these are names of things. */
const UNTOUCHED: ReadonlySet<Mark['type']> = new Set(['code', 'keyboard']);

/** The inline content of a block as a segment. */
export function toSegment(nodes: readonly InlineNode[]): InlineSegment {
  const held: Held[] = [];
  const hold = (one: Held): number => held.push(one);
  const write = (node: InlineNode): string => {
    if (node.object === 'text') return node.leaves.map(writeLeaf).join('');
    if (node.type !== 'link' && node.type !== 'annotation') return standFor(hold({ kind: 'whole', node }));
    const id = hold({ kind: 'link', node });
    return surround(id, (node.nodes as InlineNode[]).map(write).join(''));
  };
  const writeLeaf = (leaf: Leaf): string => {
    if (leaf.marks.length === 0) return escapeWords(leaf.text);
    if (leaf.marks.some(({ type }) => UNTOUCHED.has(type))) {
      return standFor(hold({ kind: 'whole', node: { object: 'text', leaves: [leaf] } }));
    }
    return surround(hold({ kind: 'marks', marks: leaf.marks }), escapeWords(leaf.text));
  };
  return { text: nodes.map(write).join(''), held };
}

/**
 * The inline content of a translated segment; undefined if its placeholders are unknown or not properly nested, or one
 * is in a place where its content is not allowed.
 */
export function fromSegment(text: string, held: readonly Held[]): InlineNode[] | undefined {
  const pieces = readPieces(text);
  return pieces && new InlineWriter(held).write(pieces);
}

/** Puts pieces together. Words next to each other become the leaves of one text. */
class InlineWriter {
  #within: 'link' | 'annotation' | undefined;

  constructor(private readonly held: readonly Held[]) {}

  write(pieces: readonly Piece[]): InlineNode[] | undefined {
    const nodes: InlineNode[] = [];
    return this.#into(nodes, pieces, []) ? nodes : undefined;
  }

  #into(nodes: InlineNode[], pieces: readonly Piece[], marks: readonly Mark[]): boolean {
    return pieces.every((piece) => {
      if (typeof piece === 'string') return addLeaf(nodes, { object: 'leaf', text: piece, marks });
      const one = this.held[piece.id - 1];
      if (!one || (one.kind === 'whole') !== (piece.inner === undefined)) return false;
      if (one.kind === 'whole') return this.#whole(nodes, one.node);
      const inner = piece.inner ?? [];
      if (one.kind === 'marks') return this.#into(nodes, inner, one.marks);
      return this.#link(nodes, one.node, inner, marks);
    });
  }

  #whole(nodes: InlineNode[], node: InlineNode): boolean {
    if (node.object === 'text') return node.leaves.every((leaf) => addLeaf(nodes, leaf));
    if (this.#within === 'annotation' || (this.#within === 'link' && node.type !== 'inline-image')) return false;
    nodes.push(node);
    return true;
  }

  #link(nodes: InlineNode[], node: Link | Annotation, inner: readonly Piece[], marks: readonly Mark[]): boolean {
    if (this.#within !== undefined) return false;
    const own: InlineNode[] = [];
    this.#within = node.type;
    const fits = this.#into(own, inner, marks);
    this.#within = undefined;
    if (!fits) return false;
    nodes.push(
      node.type === 'link'
        ? { ...node, nodes: own as (Text | InlineImage)[] }
        : { ...node, nodes: own as Annotation['nodes'] },
    );
    return true;
  }
}

function addLeaf(nodes: InlineNode[], leaf: Leaf): boolean {
  const last = nodes.at(-1);
  if (last?.object !== 'text') nodes.push({ object: 'text', leaves: [leaf] });
  else last.leaves.push(leaf);
  return true;
}
