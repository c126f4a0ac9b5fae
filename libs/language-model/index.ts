export { EmbeddingModel } from './embedding-model.js';
export type { CallTime, ModelAddress } from './endpoint.js';
export { LanguageModel } from './language-model.js';
export type { CallBudget, ChatMessage } from './language-model.js';
export { ModelRefused, ModelUnavailable } from './errors.js';
