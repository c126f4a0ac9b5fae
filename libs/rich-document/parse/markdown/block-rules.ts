import type { StateBlock } from 'markdown-it';
import { isCode, startOf } from './block-rule.js';
import type { BlockRule } from './block-rule.js';
import { colonRule } from './callout-rules.js';
import { isRaw, rawRule } from './raw-rules.js';
import { isKnown, readTag } from './tag-source.js';
import type { TagSource } from './tag-source.js';

/** Lines that a tag, or a formula, may run over. */
const MAX_TAG_LINES = 100;
const MAX_MATH_LINES = 500;
/** The limit of failed tags in a line: each may cost a scan to the end of the line. */
const MAX_FAILED = 50;

function paragraphTokens(state: StateBlock, content: string, line: number): void {
  state.push('paragraph_open', 'p', 1).map = [line, line + 1];
  const inline = state.push('inline', '', 0);
  inline.content = content;
  inline.map = [line, line + 1];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
}

function pushTag(state: StateBlock, tag: TagSource, line: number, end = line + 1): void {
  const token = state.push('tag', '', 0);
  token.content = tag.raw;
  token.info = tag.name;
  token.meta = { rest: tag.rest };
  token.map = [line, end];
}

/** A line that begins with `{% tag … %}`. What follows on the line is text, or further tags. */
export function tagRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = startOf(state, startLine);
  if (state.src.charCodeAt(start) !== 123 || state.src.charCodeAt(start + 1) !== 37) return false;
  if (isCode(state, startLine) || isRaw(state, startLine)) return false;
  const lineEnd = state.eMarks[startLine] ?? start;
  let tag = readTag(state.src, start, lineEnd);
  let nextLine = startLine + 1;
  let tail: string;
  if (tag === undefined) {
    const lines = state.getLines(startLine, Math.min(startLine + MAX_TAG_LINES, endLine), state.blkIndent, false);
    tag = readTag(lines, lines.indexOf('{'), lines.length);
    if (tag === undefined) return false;
    const eol = lines.indexOf('\n', tag.end);
    tail = lines.slice(tag.end, eol === -1 ? lines.length : eol);
    nextLine = startLine + tag.raw.split('\n').length;
  } else {
    tail = state.src.slice(tag.end, lineEnd);
  }
  if (!isKnown(tag.name)) return false;
  if (silent) return true;
  pushTag(state, tag, startLine, nextLine);
  pushTail(state, tail.trim(), startLine);
  state.line = nextLine;
  return true;
}

/** HTML that extends to its own end, whatever is in between. */
const UP_TO_ITS_END = /^<(?:(?:pre|script|style|textarea)(?=[\s>]|$)|!|\?)/i;

/** What begins a block behind HTML without an empty line between them. */
const ENDS_HTML: readonly BlockRule[] = [tagRule, rawRule, colonRule];

/** The rule for blocks of HTML, which then end before a line that begins with a tag as they do at an empty one. */
export function htmlRule(html: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const start = startOf(state, startLine);
    if (silent || UP_TO_ITS_END.test(state.src.slice(start, start + 20)))
      return html(state, startLine, endLine, silent);
    // Asked of its first line alone, it reads no further than that.
    if (!html(state, startLine, startLine + 1, false)) return false;
    state.tokens.pop();
    let end = startLine + 1;
    while (end < endLine && !state.isEmpty(end) && (state.sCount[end] ?? 0) >= state.blkIndent) {
      if (ENDS_HTML.some((rule) => rule(state, end, endLine, true))) break;
      end++;
    }
    return html(state, startLine, end, false);
  };
}

function pushTail(state: StateBlock, tail: string, line: number): void {
  let text = '';
  let position = 0;
  let failed = 0;
  while (position < tail.length && failed < MAX_FAILED) {
    const next = tail.indexOf('{%', position);
    if (next === -1) break;
    const tag = readTag(tail, next, tail.length);
    text += tail.slice(position, next);
    if (tag === undefined || !isKnown(tag.name)) {
      failed++;
      text += '{%';
      position = next + 2;
      continue;
    }
    if (text.trim() !== '') paragraphTokens(state, text.trim(), line);
    text = '';
    pushTag(state, tag, line);
    position = tag.end;
  }
  text += tail.slice(position);
  if (text.trim() !== '') paragraphTokens(state, text.trim(), line);
}

/** `$$` on its own line up to the next line that ends in `$$`. */
export function mathRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = startOf(state, startLine);
  if (state.src.charCodeAt(start) !== 36 || state.src.charCodeAt(start + 1) !== 36) return false;
  if (isCode(state, startLine)) return false;
  const first = state.src.slice(start + 2, state.eMarks[startLine]);
  if (first.includes('$$')) return false;
  const limit = Math.min(endLine, startLine + MAX_MATH_LINES);
  let line = startLine + 1;
  for (; line < limit; line++) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) return false;
    const end = state.skipSpacesBack(state.eMarks[line] ?? 0, startOf(state, line));
    if (state.src.charCodeAt(end - 1) === 36 && state.src.charCodeAt(end - 2) === 36) break;
  }
  if (line >= limit) return false;
  if (silent) return true;
  const inner = state
    .getLines(startLine + 1, line + 1, state.blkIndent, false)
    .trimEnd()
    .slice(0, -2);
  const lines = inner.split('\n');
  if (lines.at(-1)?.trim() === '') lines.pop();
  if (first.trim() !== '') lines.unshift(first.trim());
  const token = state.push('math', '', 0);
  token.content = lines.join('\n');
  token.map = [startLine, line + 1];
  state.line = line + 1;
  return true;
}

/** The labels of footnotes defined in the page, as the inline rules find them in the environment. */
export interface FootnoteEnvironment {
  footnotes?: Set<string>;
}

/** `[^label]: text`, continued by lines indented by four. */
export function footnoteRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = startOf(state, startLine);
  const max = state.eMarks[startLine] ?? start;
  if (state.src.charCodeAt(start) !== 91 || state.src.charCodeAt(start + 1) !== 94) return false;
  if (isCode(state, startLine)) return false;
  const head = /^\[\^([^\]\s]{1,100})\]:/.exec(state.src.slice(start, Math.min(max, start + 110)));
  const label = head?.[1];
  if (head === null || label === undefined) return false;
  if (silent) return true;
  const environment = state.env as FootnoteEnvironment;
  (environment.footnotes ??= new Set()).add(label);
  const open = state.push('footnote_open', '', 1);
  open.info = label;

  const saved = {
    bMark: state.bMarks[startLine] ?? 0,
    tShift: state.tShift[startLine] ?? 0,
    sCount: state.sCount[startLine] ?? 0,
    parentType: state.parentType,
  };
  const contentStart = start + head[0].length;
  let position = contentStart;
  while (position < max && (state.src.charCodeAt(position) === 32 || state.src.charCodeAt(position) === 9)) position++;
  state.bMarks[startLine] = contentStart;
  state.tShift[startLine] = position - contentStart;
  state.sCount[startLine] = state.blkIndent + 4;
  state.blkIndent += 4;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine, endLine);
  state.parentType = saved.parentType;
  state.blkIndent -= 4;
  state.bMarks[startLine] = saved.bMark;
  state.tShift[startLine] = saved.tShift;
  state.sCount[startLine] = saved.sCount;
  if (state.line <= startLine) state.line = startLine + 1;
  state.push('footnote_close', '', -1).info = label;
  return true;
}
