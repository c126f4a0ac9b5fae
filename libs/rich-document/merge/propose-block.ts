import type { Block, Fragment, InlineNode } from '../model.js';
import { TEXT_BLOCKS } from '../schema.js';
import { mergeBlocks } from './merge-blocks.js';
import { mergeLine } from './merge-line.js';

type Version = Block & { nodes?: unknown; fragments?: Fragment[] };

/**
 * One block that holds what both sides did to it, word by word and line by line; undefined where they clash. It reads
 * well by luck only, so it is never more than a suggestion.
 */
export function proposeBlock(base: Block, main: Block, other: Block): Block | undefined {
  const type = choose(base.type, main.type, other.type);
  const data = mergeMembers(base.data, main.data, other.data);
  if (type === undefined || data === undefined || !isAlike(base, main, other)) return undefined;
  const own = { ...main, type: type.value, data } as Version;
  if ('fragments' in own) return withFragments(own, base as Version, other as Version);
  if (!('nodes' in own)) return own;
  const [before, ours, theirs] = [base, main, other].map(({ nodes }: Version) => nodes) as [Block[], Block[], Block[]];
  const nodes = TEXT_BLOCKS.has(main.type)
    ? mergeLine(inlines(before), inlines(ours), inlines(theirs))
    : proposeList(before, ours, theirs);
  return nodes && ({ ...own, nodes } as Block);
}

/** The value that a side gave, or undefined where both gave another. */
function choose<T>(base: T, main: T, other: T): { value: T } | undefined {
  const [before, ours, theirs] = [base, main, other].map((value) => JSON.stringify(value));
  if (theirs === before || ours === theirs) return { value: main };
  return ours === before ? { value: other } : undefined;
}

/** Objects merged member by member; undefined where both changed one. */
function mergeMembers(base: object, main: object, other: object): object | undefined {
  const merged: Record<string, unknown> = {};
  const versions = [base, main, other] as Record<string, unknown>[];
  for (const name of new Set(versions.flatMap((version) => Object.keys(version)))) {
    const chosen = choose(...(versions.map((version) => version[name]) as [unknown, unknown, unknown]));
    if (chosen === undefined) return undefined;
    if (chosen.value !== undefined) merged[name] = chosen.value;
  }
  return merged;
}

/** Whether three versions hold the same kind of thing: a line, blocks, or sub-documents of the same names. */
function isAlike(...blocks: [Block, Block, Block]): boolean {
  const [shape, ...others] = blocks.map((block) => {
    if (TEXT_BLOCKS.has(block.type)) return block.type === 'code-line' ? 'code' : 'line';
    const names = 'fragments' in block ? block.fragments.map((fragment) => fragment.fragment) : [];
    return JSON.stringify([block.type, names]);
  });
  return others.every((other) => other === shape);
}

function withFragments(own: Version, base: Version, other: Version): Block | undefined {
  const fragments: Fragment[] = [];
  for (const [index, fragment] of (own.fragments ?? []).entries()) {
    const [before, theirs] = [base.fragments?.[index], other.fragments?.[index]];
    const nodes = before && theirs && proposeList(before.nodes, fragment.nodes, theirs.nodes);
    if (!nodes) return undefined;
    fragments.push({ ...fragment, nodes });
  }
  return { ...own, fragments } as Block;
}

/** A list of blocks in which every conflict is settled by its proposal; undefined where one has none. */
function proposeList(base: readonly Block[], main: readonly Block[], other: readonly Block[]): Block[] | undefined {
  const { nodes, conflicts } = mergeBlocks(base, main, other, proposeBlock);
  const proposals = new Map<Block, Block[]>();
  for (const { main: ours, proposal } of conflicts) {
    const first = ours.length === 1 && proposal?.length === 1 ? ours[0] : undefined;
    if (first === undefined || proposal === undefined) return undefined;
    proposals.set(first, proposal);
  }
  return nodes.flatMap((node) => proposals.get(node) ?? [node]);
}

const inlines = (nodes: unknown): InlineNode[] => nodes as InlineNode[];
