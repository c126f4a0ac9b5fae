import type { StateBlock, StateInline } from 'markdown-it';
import { startOf } from './block-rule.js';
import type { BlockRule } from './block-rule.js';

const OPEN = /^\{%-?[ \t]*raw[ \t]*-?%\}[ \t]*$/;
const CLOSE = /^\{%-?[ \t]*endraw[ \t]*-?%\}[ \t]*$/;
const EITHER = /\{%-?[ \t]*(end)?raw[ \t]*-?%\}/g;
const AT = /\{%-?[ \t]*(end)?raw[ \t]*-?%\}/y;

/** What the rules remember of a page: the lines that close raw text, and the one that closes what is open. */
export interface RawEnvironment {
  rawEnds?: number[];
  rawUntil?: number;
}

const textOf = (state: StateBlock, line: number): string => state.src.slice(startOf(state, line), state.eMarks[line]);

/** Whether the line is between `{% raw %}` and `{% endraw %}`: tags are text there. */
export const isRaw = (state: StateBlock, line: number): boolean => line < ((state.env as RawEnvironment).rawUntil ?? 0);

/** `{% raw %}` and `{% endraw %}` on lines of their own, which say that no tag is meant between them, and vanish. */
export const rawRule: BlockRule = (state, startLine, endLine, silent) => {
  if (!state.src.startsWith('{%', startOf(state, startLine))) return false;
  const environment = state.env as RawEnvironment;
  if (environment.rawUntil === startLine) return silent || pushMark(state, startLine, 'off');
  if (isRaw(state, startLine) || !OPEN.test(textOf(state, startLine))) return false;
  const end = firstAfter((environment.rawEnds ??= endsOf(state)), startLine);
  if (end === undefined || end >= endLine) return false;
  if (silent) return true;
  environment.rawUntil = end;
  return pushMark(state, startLine, 'on');
};

function pushMark(state: StateBlock, line: number, info: 'on' | 'off'): true {
  const token = state.push('raw', '', 0);
  token.info = info;
  token.map = [line, line + 1];
  state.line = line + 1;
  return true;
}

/** Of ascending numbers, the first that is greater. */
function firstAfter(numbers: readonly number[], line: number): number | undefined {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] as number) > line) to = middle;
    else from = middle + 1;
  }
  return numbers[from];
}

function endsOf(state: StateBlock): number[] {
  const ends: number[] = [];
  for (let line = 0; line < state.bMarks.length - 1; line++) if (CLOSE.test(textOf(state, line))) ends.push(line);
  return ends;
}

/** The first opening and the last closing tag of a line of text. */
const bounds = new WeakMap<StateInline, { open: number; close: number }>();

/** The same within a line of text, where both are there. */
export function inlineRawRule(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 123 || state.src.charCodeAt(state.pos + 1) !== 37) return false;
  AT.lastIndex = state.pos;
  const match = AT.exec(state.src);
  if (match === null || AT.lastIndex > state.posMax) return false;
  const { open, close } = boundsOf(state);
  if (match[1] === undefined ? state.pos > close : state.pos < open) return false;
  state.pos += match[0].length;
  return true;
}

function boundsOf(state: StateInline): { open: number; close: number } {
  let known = bounds.get(state);
  if (known !== undefined) return known;
  known = { open: Infinity, close: -1 };
  for (const { 1: isEnd, index } of state.src.matchAll(EITHER)) {
    if (isEnd === undefined) known.open = Math.min(known.open, index);
    else known.close = index;
  }
  bounds.set(state, known);
  return known;
}
