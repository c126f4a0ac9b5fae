import { BadRequestException } from '@nestjs/common';
import type { NewSpace } from '../../contract/commands.js';
import type { CreateSpaceBody } from './space.body.js';
import { toWantedTemplate } from './template.body.js';

/** A space can begin empty, with a page or with a template; no other source is there that it could begin from. */
export function toNewSpace({ computedSource, template, ...space }: CreateSpaceBody): NewSpace {
  if (computedSource !== undefined) {
    throw new BadRequestException('computedSource: this server has no source that content could be computed from');
  }
  return { ...space, template: template && toWantedTemplate(template) };
}
