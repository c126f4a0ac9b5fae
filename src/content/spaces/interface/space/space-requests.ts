import type { SameMembers } from '#kernel/application/same-members';
import type { NewSpace } from '../../application/space/create-space.js';
import type { SpaceFieldChanges } from '../../application/space/space.commands.js';
import type { CreateSpaceBody, UpdateSpaceBody } from './space.body.js';
import { toTemplateReference } from '../template/template.body.js';

export function toNewSpace({ template, ...space }: SameMembers<CreateSpaceBody, NewSpace>): NewSpace {
  return { ...space, template: template && toTemplateReference(template) };
}

export function toSpaceChanges(body: SameMembers<UpdateSpaceBody, SpaceFieldChanges>): SpaceFieldChanges {
  return body;
}
