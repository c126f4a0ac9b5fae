export { readDescription } from './descriptions.js';
export type { DescriptionLimits, DescriptionNode } from './descriptions.js';
export type {
  OutlineContact,
  OutlineInfo,
  OutlineLink,
  OutlineModel,
  OutlineOperation,
  OutlinePage,
  OutlineSecurityScheme,
  OutlineServer,
  OutlineTag,
  OutlineWebhook,
  SpecificationOutline,
} from './outline/outline.js';
export { isInternal, listOf, objectOf } from './outline/fields.js';
export { processSpecification } from './process.js';
export { isObject } from './read/tidy.js';
export type { JsonObject } from './read/tidy.js';
export { follow } from './references/pointers.js';
export { firstEntries, Shapes } from './text/shapes.js';
export type { Shape } from './text/shapes.js';
export { operationIn } from './text/texts.js';
export type { SpecificationText } from './text/specification-text.js';
export {
  PROCESSING_LIMITS,
  SpecificationRefused,
  unreadable,
  type LoadedReference,
  type LoadReference,
  type ProcessedSpecification,
  type ProcessingLimits,
  type SpecificationFault,
  type SpecificationSource,
} from './specification.js';
