import type { Space } from '../space/space.js';
import type { TemplateContent } from './template-copy.js';

/** Reads templates: spaces whose content can be copied. Revisions never change, so nothing is locked. */
export abstract class Templates {
  /** The current content of a template; undefined when it was deleted or transferred. */
  abstract content(template: Space): Promise<TemplateContent | undefined>;
  /** Those of the documents that contain references, as JSON, by hash. */
  abstract referring(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>>;
}
