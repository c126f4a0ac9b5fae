/**
 * Operations, webhooks and schemas of OpenAPI specifications as HTML for browsers, drawn on the server: no script, no
 * style attribute, nothing from another host. They are parts of pages that `#page-html` draws, and use its classes in
 * descriptions and codes. What they look like is `API_STYLE`. The classes besides, by what they are on:
 *
 * - `section.api-operation > div.api-top + div.api-columns > (div.api-facts + div.api-samples)`, `p.api-cut`
 * - `h2.api-title`, `p.api-address > span.api-method + code.api-path` (`i`: a parameter), `div.api-description`
 * - `span.api-method` with `api-get`, `api-post`, `api-put`, `api-patch`, `api-delete`, `api-head`, `api-options`,
 *   `api-trace`, `api-query`; `span.api-status` with `api-1xx` to `api-5xx`
 * - `span.api-deprecated`, `span.api-experimental`, `span.api-required`, `span.api-flag`
 * - `details.api-servers > summary + (form >) div.api-server-list > (input + label + div.api-variables)*`,
 *   `p.api-server`, `button.api-apply`
 * - `section` with `api-security`, `api-parameters`, `api-body`, `api-responses` or `api-callbacks`: `h3.api-heading`
 * - `ul.api-rows > li.api-row > p.api-line > (.api-name, span.api-type)`, then `.api-text`, `ul.api-limits`,
 *   `p.api-values`, `details.api-more`, `details.api-within`; `.api-any` (no name of a property), `p.api-again`
 * - `div.api-schema`, `p.api-choice` (the name of a list), `ul.api-choices > li`, `code.api-by`
 * - `details.api-response > summary > .api-status + .api-reason`
 * - `div.api-tabs > (input + label + div.api-tab)*`, `p.api-tab-label` (of a single tab)
 * - `div.api-panel > p.api-panel-title`: a box of code
 * - `details.api-try > form.api-form > (div.api-field > label + field)*`, `p.api-sent`, `button.api-send`, `p.api-state`
 * - `section.api-schemas > .api-model`
 */
export { MAX_DEPTH, MAX_ROWS } from './context.js';
export type { ApiContext, OperationPlace, SchemasPlace, ServerChoice, TryingPlace, WebhookPlace } from './context.js';
export { planRequest } from './trying/plan.js';
export type { PlannedRequest, TriedFields } from './trying/plan.js';
export type { BodyPiece } from './trying/body.js';
export type { SentFiles } from './trying/sent-body.js';
export { FIELDS } from './trying/fields.js';
export { drawOperation, drawSchemas, drawWebhook } from './draw.js';
export { API_STYLE } from './style.js';
export { API_ENGLISH } from './words/english.js';
export { apiWordsFor, API_WORDS } from './words/words.js';
export type { ApiWords } from './words/api-words.js';
