import type { StateBlock } from 'markdown-it';
import { startOf, type BlockRule } from './block-rule.js';

/** Keeps what rows have beyond the columns of their table, which the rule for tables leaves out: in the last cell. */
export function tableRule(table: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const from = state.tokens.length;
    if (!table(state, startLine, endLine, silent)) return false;
    if (!silent) keepRows(state, from);
    return true;
  };
}

function keepRows(state: StateBlock, from: number): void {
  const { tokens, src, eMarks } = state;
  let columns = 0;
  let line = -1;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.type === 'th_open') columns++;
    else if (token?.type === 'tr_open') line = token.map?.[0] ?? -1;
    else if (token?.type === 'tr_close' && line !== -1) {
      const text = src.slice(startOf(state, line), eMarks[line]);
      const last = tokens[at - 2];
      const rest = restOf(text.trim(), columns);
      if (rest !== undefined && last?.type === 'inline') last.content = rest;
    }
  }
}

/** The text from the last column on; undefined where there is nothing beyond it. */
function restOf(row: string, columns: number): string | undefined {
  const pipes: number[] = [];
  for (let at = 0; at < row.length; at++) if (row[at] === '|' && row[at - 1] !== '\\') pipes.push(at);
  const starts = row.startsWith('|') ? pipes : [-1, ...pipes];
  const [last, next] = [starts[columns - 1], starts[columns]];
  if (last === undefined || next === undefined) return undefined;
  const end = row.endsWith('|') && pipes.at(-1) === row.length - 1 ? row.length - 1 : row.length;
  if (row.slice(next, end).replaceAll('|', '').trim() === '') return undefined;
  return row
    .slice(last + 1, end)
    .replaceAll('\\|', '|')
    .trim();
}
