export { conditionHolds } from './evaluator.js';
export { evaluateDocument, type Evaluation, type Included } from './evaluate-document.js';
export { contentsElsewhere, includedContents, keyOfContent } from './included-contents.js';
export type { ContentElsewhere } from './included-contents.js';
