import type { Space } from '../space/space.js';
import type { TemplateContent } from './template-copy.js';

/** Looks into templates: spaces that others may begin with. A revision never changes, so nothing is locked for it. */
export abstract class Templates {
  /** What a template holds now; undefined when it is no longer where it was. */
  abstract content(template: Space): Promise<TemplateContent | undefined>;
  /** The JSON of those of the documents that refer to anything, by hash. */
  abstract referring(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>>;
}
