import type { StateInline } from 'markdown-it';
import { emojiCode } from '../../emoji.js';
import type { FootnoteEnvironment } from './block-rules.js';

const EXPRESSION = '<code class="expression">';
const SHORT_NAME = /:([a-z0-9_+-]{1,40}):/y;
const FOOTNOTE = /\[\^([^\]\s]{1,100})\]/y;

/** `<code class="expression">…</code>`: what is inside is no Markdown. */
export function expressionRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 60 || !state.src.startsWith(EXPRESSION, state.pos)) return false;
  const start = state.pos + EXPRESSION.length;
  const end = state.src.indexOf('</code>', start);
  if (end === -1 || end > state.posMax) return false;
  if (!silent) state.push('html_inline', '', 0).content = state.src.slice(state.pos, end + 7);
  state.pos = end + 7;
  return true;
}

/** `$$formula$$` on one line. */
export function inlineMathRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== 36 || src.charCodeAt(pos + 1) !== 36) return false;
  const end = src.indexOf('$$', pos + 2);
  if (end === -1 || end + 2 > posMax) return false;
  const formula = src.slice(pos + 2, end).trim();
  if (formula === '' || formula.includes('\n\n')) return false;
  if (!silent) state.push('math_inline', '', 0).content = formula.replaceAll('\n', ' ');
  state.pos = end + 2;
  return true;
}

/** `:short_name:` of a known emoji. */
export function emojiRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 58) return false;
  SHORT_NAME.lastIndex = state.pos;
  const match = SHORT_NAME.exec(state.src);
  const code = match?.[1] === undefined ? undefined : emojiCode(match[1]);
  if (match === null || code === undefined || SHORT_NAME.lastIndex > state.posMax) return false;
  if (!silent) state.push('emoji', '', 0).content = code;
  state.pos += match[0].length;
  return true;
}

/** `[^label]` of a footnote that the page defines. */
export function footnoteRefRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 91 || state.src.charCodeAt(state.pos + 1) !== 94) return false;
  const { footnotes } = state.env as FootnoteEnvironment;
  if (footnotes === undefined) return false;
  FOOTNOTE.lastIndex = state.pos;
  const match = FOOTNOTE.exec(state.src);
  if (match?.[1] === undefined || !footnotes.has(match[1]) || FOOTNOTE.lastIndex > state.posMax) return false;
  if (!silent) state.push('footnote_ref', '', 0).info = match[1];
  state.pos += match[0].length;
  return true;
}
