export { isStopWord, stopWordsOf } from './stop-words.js';
export { fold, LONGEST_WORD, tokenize } from './tokens.js';
export type { Token } from './tokens.js';
