export { extractIssues, MOST_ISSUES, MOST_SUMMARY, MOST_TITLE } from './extract-issues.js';
export { languageOf } from './language.js';
export { LANGUAGES } from './languages.js';
export { ownText } from './text/own-text.js';
export type { ConversationPart, ConversationText, FoundIssue } from './conversation.js';
export { sharesWords } from './sentences/words.js';
