import type { StateBlock } from 'markdown-it';
import { isCode, startOf } from './block-rule.js';
import type { BlockRule } from './block-rule.js';

/** What begins such a block is looked for in so many characters of a line. */
const MAX_HEAD = 500;
const MAX_LINE = 2_000;

/** `!!! type "Title"`; `??? type "Title"` folds, `???+` is open; the classes behind the type are of no use here. */
const ADMONITION = /^(!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]{0,39})((?:[ \t]+[\w-]+)*)(?:[ \t]+"(.*)")?[ \t]*$/;
/** `=== "Title"`; the mark behind it says whether it begins a new set. */
const TAB = /^===([!+]?)[ \t]+(?:"(.+)"|'(.+)')[ \t]*$/;

/** An admonition or a tab whose content is the lines that follow it, indented by four. */
export const indentedRule: BlockRule = (state, startLine, endLine, silent) => {
  const start = startOf(state, startLine);
  const code = state.src.charCodeAt(start);
  if (code !== 33 && code !== 63 && code !== 61) return false;
  if (isCode(state, startLine)) return false;
  const head = state.src.slice(start, Math.min(state.eMarks[startLine] ?? start, start + MAX_HEAD));
  const attributes = code === 61 ? tabOf(head) : admonitionOf(head);
  if (attributes === undefined) return false;
  if (silent) return true;
  if (code !== 61) indented(state, 'callout', attributes, startLine, endLine);
  else tabs(state, attributes, startLine, endLine);
  return true;
};

/** One tab and those that follow it with nothing between them. */
function tabs(state: StateBlock, first: Pairs, startLine: number, endLine: number): void {
  const open = state.push('content-tabs_open', 'content-tabs', 1);
  let attributes: Pairs | undefined = first;
  let line = startLine;
  while (attributes !== undefined) {
    indented(state, 'content-tab', attributes, line, endLine);
    line = state.line;
    while (line < endLine && state.isEmpty(line)) line++;
    attributes = line < endLine ? tabAt(state, line) : undefined;
    if (attributes?.some(([name]) => name === 'new') === true) attributes = undefined;
  }
  open.map = [startLine, state.line];
  state.push('content-tabs_close', 'content-tabs', -1);
}

function tabAt(state: StateBlock, line: number): Pairs | undefined {
  if ((state.sCount[line] ?? 0) < state.blkIndent || isCode(state, line)) return undefined;
  const start = startOf(state, line);
  return tabOf(state.src.slice(start, Math.min(state.eMarks[line] ?? start, start + MAX_HEAD)));
}

/** The lines behind this one that are indented by four, as the content of a container. */
function indented(state: StateBlock, name: string, attributes: Pairs, startLine: number, endLine: number): void {
  let end = startLine + 1;
  while (end < endLine && (state.isEmpty(end) || (state.sCount[end] ?? 0) >= state.blkIndent + 4)) end++;
  while (end > startLine + 1 && state.isEmpty(end - 1)) end--;
  const open = state.push(`${name}_open`, name, 1);
  open.attrs = attributes;
  open.map = [startLine, end];
  const { lineMax, parentType } = state;
  state.lineMax = end;
  state.blkIndent += 4;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine + 1, end);
  state.parentType = parentType;
  state.blkIndent -= 4;
  state.lineMax = lineMax;
  state.line = end;
  state.push(`${name}_close`, name, -1);
}

type Pairs = [string, string][];

function admonitionOf(head: string): Pairs | undefined {
  const match = ADMONITION.exec(head);
  if (match === null) return undefined;
  const [, mark, type, , title] = match as unknown as [string, string, string, string, string | undefined];
  const folds = mark === '!!!' ? undefined : mark === '???' ? 'closed' : 'open';
  return [['type', type], ...pair('title', title), ...pair('folds', folds)];
}

function tabOf(head: string): Pairs | undefined {
  const match = TAB.exec(head);
  if (match === null) return undefined;
  return [['title', match[2] ?? match[3] ?? ''], ...pair('new', match[1] === '!' ? 'true' : undefined)];
}

const pair = (name: string, value: string | undefined): Pairs => (value === undefined ? [] : [[name, value]]);

/** What a container of colons is called in the stack of open tags. */
export const COLONS = ':::';

/** The name of a container, bare or in braces, and what follows it. */
const CONTAINER = /^(?:\{\.?([A-Za-z][\w-]{0,39})[^}]*\}|([A-Za-z][\w-]{0,39}))(?=[\s[{]|$)(.*)$/;

/** `::: name Title` up to `:::`, with more colons where they nest. They are paired as tags are. */
export const colonRule: BlockRule = (state, startLine, _, silent) => {
  const start = startOf(state, startLine);
  if (!state.src.startsWith(COLONS, start) || isCode(state, startLine)) return false;
  const end = state.eMarks[startLine] ?? start;
  if (end - start > MAX_LINE) return false;
  const line = state.src.slice(start, end);
  const rest = line.replace(/^:+/, '').trim();
  if (rest !== '' && !CONTAINER.test(rest)) return false;
  if (silent) return true;
  const token = state.push('tag', '', 0);
  token.content = line.trimEnd();
  token.info = rest === '' ? `end${COLONS}` : COLONS;
  token.meta = { rest };
  token.map = [startLine, startLine + 1];
  state.line = startLine + 1;
  return true;
};

/** What the first line of a container says: its name, its title, and whether it is open. */
export function containerAttributes(rest: string): Record<string, string> {
  const match = CONTAINER.exec(rest);
  const name = (match?.[1] ?? match?.[2] ?? '').replace(/^callout-/, '').toLowerCase();
  const tail = (match?.[3] ?? '').trim();
  const braces = /\{([^{}]*)\}$/.exec(tail);
  const label = /^\[(.*)\]/.exec(tail)?.[1];
  const said = /\btitle="([^"]*)"/.exec(rest)?.[1];
  const title = said ?? label ?? (braces === null ? tail : tail.slice(0, braces.index)).trim();
  const isOpen = / open\b/.test(braces?.[0].replace('{', ' ') ?? '');
  return { name, ...(title === '' ? {} : { title }), ...(isOpen ? { open: 'true' } : {}) };
}
