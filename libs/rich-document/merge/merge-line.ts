import { diffArrays } from 'diff';
import type { InlineNode, Leaf } from '../model.js';
import { sameMarks } from '../marks.js';
import { inlinesText } from '../text.js';

/** Words that may differ in a line, and characters it may have, before no merge of it is tried. */
const MAX_EDITS = 300;
const MAX_CHARACTERS = 20_000;
const WORDS = /[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu;

/** A word with its marks, or an inline as a whole. `name` is equal for equal ones. */
interface Token {
  name: string;
  node: Leaf | Exclude<InlineNode, { object: 'text' }>;
}

/** A range of the base, and its replacement on a side. */
interface Edit {
  from: number;
  to: number;
  tokens: readonly Token[];
}

/**
 * A line with the words that both sides changed in it, marks and all. Undefined where they changed the same words, or
 * words right beside each other, or too many of them.
 */
export function mergeLine(base: InlineNode[], main: InlineNode[], other: InlineNode[]): InlineNode[] | undefined {
  if ([base, main, other].some((line) => inlinesText(line).length > MAX_CHARACTERS)) return undefined;
  const before = tokensOf(base);
  const [ours, theirs] = [editsOf(before, tokensOf(main)), editsOf(before, tokensOf(other))];
  if (!ours || !theirs) return undefined;
  const merged: Token[] = [];
  let at = 0;
  for (let [left, right] = [0, 0]; left < ours.length || right < theirs.length;) {
    const [mine, yours] = [ours[left], theirs[right]];
    const isMine = mine !== undefined && (yours === undefined || mine.from <= yours.from);
    const [edit, rival] = isMine ? [mine, yours] : [yours as Edit, mine];
    if (rival !== undefined && rival.from <= edit.to) {
      if (!isSame(edit, rival)) return undefined;
      left++;
      right++;
    } else if (isMine) left++;
    else right++;
    merged.push(...before.slice(at, edit.from), ...edit.tokens);
    at = edit.to;
  }
  merged.push(...before.slice(at));
  return lineOf(merged);
}

function tokensOf(nodes: readonly InlineNode[]): Token[] {
  return nodes.flatMap((node): Token[] => {
    if (node.object === 'inline') return [{ name: JSON.stringify({ ...node, key: undefined }), node }];
    return node.leaves.flatMap((leaf) => {
      const marks = JSON.stringify(leaf.marks);
      const words = leaf.text.match(WORDS) ?? [];
      return words.map((text) => ({ name: `${text} ${marks}`, node: { ...leaf, text } }));
    });
  });
}

function editsOf(base: readonly Token[], side: readonly Token[]): Edit[] | undefined {
  const names = (tokens: readonly Token[]): string[] => tokens.map(({ name }) => name);
  const changes = diffArrays(names(base), names(side), { maxEditLength: MAX_EDITS });
  if (!changes) return undefined;
  const edits: Edit[] = [];
  let [from, at] = [0, 0];
  let open: Edit | undefined;
  for (const { count, added, removed } of changes) {
    if (!added && !removed) {
      open = undefined;
      from += count;
      at += count;
      continue;
    }
    if (!open) edits.push((open = { from, to: from, tokens: [] }));
    if (removed) open.to = from += count;
    else open.tokens = side.slice(at, (at += count));
  }
  return edits;
}

function isSame(a: Edit, b: Edit): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.tokens.length === b.tokens.length &&
    a.tokens.every(({ name }, index) => name === b.tokens[index]?.name)
  );
}

/** Words put together again: neighbours with the same marks are one leaf. */
function lineOf(tokens: readonly Token[]): InlineNode[] {
  const line: InlineNode[] = [];
  for (const { node } of tokens) {
    if (node.object === 'inline') {
      line.push(node);
      continue;
    }
    const last = line.at(-1);
    const tail = last?.object === 'text' ? last.leaves.at(-1) : undefined;
    if (last?.object !== 'text' || !tail) line.push({ object: 'text', leaves: [{ ...node }] });
    else if (sameMarks(tail.marks, node.marks)) tail.text += node.text;
    else last.leaves.push({ ...node });
  }
  return line;
}

/** The same for plain text. */
export function mergeText(base: string, main: string, other: string): string | undefined {
  const lineFor = (text: string): InlineNode[] => [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }];
  const merged = mergeLine(lineFor(base), lineFor(main), lineFor(other));
  return merged?.map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : '')).join('');
}
