import { BadRequestException, NotFoundException } from '@nestjs/common';
import type { CreateSpaceBody } from './space.body.js';

/** A space can begin empty or with a page; what else the body may name must exist to begin from. */
export function requireKnownStart(body: CreateSpaceBody): void {
  if (body.template !== undefined) throw new NotFoundException('Template not found');
  if (body.computedSource !== undefined) {
    throw new BadRequestException('computedSource: this server has no source that content could be computed from');
  }
}
