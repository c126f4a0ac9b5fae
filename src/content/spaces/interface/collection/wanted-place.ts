import { BadRequestException } from '@nestjs/common';
import type { WantedPlace } from '../../application/collection/find-place.js';
import type { MoveBody, PointerBody } from './move.body.js';

/** The place that a body requests. Throws Invalid (400) where a pointer names an id of another kind. */
export function toWantedPlace({ parent, position = {} }: MoveBody): WantedPlace {
  return { parent, before: toItem(position.before, 'before'), after: toItem(position.after, 'after') };
}

function toItem(pointer: PointerBody | undefined, member: string): WantedPlace['before'] {
  if (!pointer) return undefined;
  const id = pointer[pointer.type];
  if (id === undefined)
    throw new BadRequestException(`position.${member}.${pointer.type} must be the id of what it is`);
  return { kind: pointer.type, id };
}
