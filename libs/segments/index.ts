export { fits, segmentOfText, segmentsOf, translateDocument, translateText } from './document.js';
export type { Translate } from './document.js';
export { mapWords, wordsOf } from './tags.js';
