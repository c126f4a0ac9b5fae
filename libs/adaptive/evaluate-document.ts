import type { Inputs } from '#expressions';
import {
  walkKeyed,
  type Block,
  type Fragment,
  type InlineNode,
  type Leaf,
  type RichDocument,
  type Text,
} from '#rich-document';
import { Evaluator } from './evaluator.js';
import { keyOfContent } from './included-contents.js';

/** Contents within contents beyond which nothing more is put in. */
const MOST_DEPTH = 5;
/** Blocks that contents may bring into one document. */
const MOST_BLOCKS = 20_000;
/** Characters a key may have. */
const KEY_LENGTH = 64;

/** Reusable contents by their keys (`keyOfContent`). */
export type Included = ReadonlyMap<string, RichDocument>;

export interface Evaluation {
  /** What expressions read; expressions stay as they are where it is left out. */
  inputs?: Inputs | undefined;
  /** Leaves alone what reads anything but variables of the space and the page. */
  deterministicOnly?: boolean;
  /** Evaluates every condition, even one that would stay otherwise: renderers draw no content under a condition. */
  decides?: boolean;
  /** The replacements of blocks with reusable content; without it, or for one that it lacks, the block stays. */
  included?: Included | undefined;
}

/**
 * A document for one reader: expressions are replaced by their values, conditional blocks are kept or removed, and
 * reusable content is inserted. Keys and anchors stay; those of inserted content begin with the key of the block that
 * it replaces. Unchanged parts are shared with the given document.
 */
export function evaluateDocument(document: RichDocument, evaluation: Evaluation): RichDocument {
  const nodes = new Adaption(evaluation).blocks(document.nodes);
  return nodes === document.nodes ? document : { ...document, nodes };
}

class Adaption {
  readonly #evaluator: Evaluator | undefined;
  readonly #decides: boolean;
  readonly #included: Included;
  /** The contents that are being put in, outermost first. */
  readonly #within: string[] = [];
  readonly #sizes = new Map<string, number>();
  #room = MOST_BLOCKS;

  constructor({ inputs, deterministicOnly, decides, included }: Evaluation) {
    this.#decides = decides ?? false;
    this.#evaluator = inputs && new Evaluator(inputs, deterministicOnly ?? false);
    this.#included = included ?? new Map<string, RichDocument>();
  }

  blocks<B extends Block>(blocks: B[]): B[] {
    return replaced(blocks, (block) => this.#block(block) as B[]);
  }

  #block(block: Block): readonly Block[] {
    if (block.type === 'if') {
      const { expression } = block.data;
      const holds = this.#decides ? this.#evaluator?.holds(expression) : this.#evaluator?.condition(expression);
      if (holds !== undefined) return holds ? this.blocks(block.nodes) : [];
    }
    if (block.type === 'reusable-content') return this.#content(block) ?? [block];
    if ('fragments' in block) {
      const fragments = this.#fragments(block.fragments);
      return [fragments === block.fragments ? block : ({ ...block, fragments } as Block)];
    }
    if (!('nodes' in block)) return [block];
    const nodes = holdsLine(block) ? this.#inlines(block.nodes as InlineNode[]) : this.blocks(block.nodes as Block[]);
    return [nodes === block.nodes ? block : ({ ...block, nodes } as Block)];
  }

  #content(block: Extract<Block, { type: 'reusable-content' }>): Block[] | undefined {
    const { ref } = block.data;
    if (ref.kind !== 'reusable-content') return undefined;
    const key = keyOfContent({ space: ref.space, content: ref.reusableContent });
    const content = this.#included.get(key);
    if (!content || this.#within.length >= MOST_DEPTH || this.#within.includes(key)) return undefined;
    const size = this.#sizes.get(key) ?? sizeOf(content);
    this.#sizes.set(key, size);
    if (size > this.#room) return undefined;
    this.#room -= size;
    this.#within.push(key);
    const nodes = this.blocks(content.nodes).map((inner) => withKeys(inner, block.key ?? ref.reusableContent));
    this.#within.pop();
    return nodes;
  }

  #fragments(fragments: Fragment[]): Fragment[] {
    return replaced(fragments, (fragment) => {
      const nodes = this.blocks(fragment.nodes);
      return [nodes === fragment.nodes ? fragment : { ...fragment, nodes }];
    });
  }

  #inlines(inlines: InlineNode[]): InlineNode[] {
    const nodes = replaced(inlines, (node) => [this.#inline(node)]);
    return nodes === inlines ? inlines : joined(nodes);
  }

  #inline(node: InlineNode): InlineNode {
    if (node.object === 'text') return node;
    if (node.type === 'expression') {
      const text = this.#evaluator?.text(node.data.expression);
      return text === undefined ? node : { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
    }
    if (node.type !== 'annotation') return node;
    const fragments = this.#fragments(node.fragments);
    return fragments === node.fragments ? node : ({ ...node, fragments } as InlineNode);
  }
}

const LINES: ReadonlySet<string> = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code-line']);
const holdsLine = ({ type }: Block): boolean => LINES.has(type);

function sizeOf({ nodes }: RichDocument): number {
  let size = 0;
  walkKeyed(nodes, () => size++);
  return size;
}

/** The list with each item replaced by others; the same list where every item is replaced by itself. */
function replaced<Item>(items: Item[], replace: (item: Item) => readonly Item[]): Item[] {
  let changed: Item[] | undefined;
  items.forEach((item, index) => {
    const others = replace(item);
    if (changed === undefined && (others.length !== 1 || others[0] !== item)) changed = items.slice(0, index);
    changed?.push(...others);
  });
  return changed ?? items;
}

/** Texts beside each other become one, and empty ones go. */
function joined(nodes: readonly InlineNode[]): InlineNode[] {
  const line: InlineNode[] = [];
  for (const node of nodes) {
    const last = line.at(-1);
    if (node.object !== 'text') line.push(node);
    else if (last?.object === 'text') line[line.length - 1] = { ...last, leaves: withLeaves(last.leaves, node) };
    else line.push({ ...node, leaves: withLeaves([], node) });
  }
  return line.filter((node) => node.object !== 'text' || node.leaves.length > 0);
}

function withLeaves(leaves: readonly Leaf[], { leaves: more }: Text): Leaf[] {
  const all = [...leaves];
  for (const leaf of more) {
    const last = all.at(-1);
    if (leaf.text === '') continue;
    if (last && last.marks.length === 0 && leaf.marks.length === 0)
      all[all.length - 1] = { ...last, text: last.text + leaf.text };
    else all.push(leaf);
  }
  return all;
}

/** A copy whose keys, and those of all that is in it, begin with another. */
function withKeys<Node extends object>(node: Node, first: string): Node {
  const copy = { ...node } as Record<string, unknown>;
  if (typeof copy.key === 'string') copy.key = `${first}-${copy.key}`.slice(-KEY_LENGTH);
  for (const member of ['nodes', 'fragments'] as const) {
    const list = copy[member];
    if (Array.isArray(list)) copy[member] = list.map((item: object) => withKeys(item, first));
  }
  return copy as Node;
}
