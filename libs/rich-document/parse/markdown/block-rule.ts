import type { StateBlock } from 'markdown-it';

export type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Where the text of a line begins, behind its indentation and the markers of the containers around it. */
export const startOf = (state: StateBlock, line: number): number =>
  (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);

/** Whether a line is indented so far that it is code. */
export const isCode = (state: StateBlock, line: number): boolean => (state.sCount[line] ?? 0) - state.blkIndent >= 4;
