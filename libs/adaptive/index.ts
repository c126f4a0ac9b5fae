export { conditionHolds } from './evaluator.js';
export { evaluateDocument, type Evaluation, type Included } from './evaluate-document.js';
export { includedContents } from './included-contents.js';
