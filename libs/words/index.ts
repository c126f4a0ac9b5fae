export { fold, LONGEST_WORD, tokenize } from './tokens.js';
export type { Token } from './tokens.js';
