export { LanguageModel } from './language-model.js';
export type { CallBudget, ChatMessage, ModelAddress } from './language-model.js';
export { ModelRefused, ModelUnavailable } from './errors.js';
