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
export { processSpecification } from './process.js';
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
