import type { NewSpace } from '../../../contract/commands.js';
import type { CreateSpaceBody } from './space.body.js';
import { toTemplateReference } from '../template/template.body.js';

export function toNewSpace({ template, ...space }: CreateSpaceBody): NewSpace {
  return { ...space, template: template && toTemplateReference(template) };
}
