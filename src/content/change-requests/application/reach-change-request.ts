import { NotFound } from '#kernel/domain/errors';
import type { Role } from '#permissions';
import type { HeldChangeRequest } from '../domain/change-requests.js';
import { requireReach } from '../../spaces/application/space/reach-space.js';

/**
 * Refuses a change request as `requireReach` does its space: NotFound where the caller may not know of the space,
 * Forbidden where their role does not reach.
 */
export function requireChangeRequest<Held extends HeldChangeRequest>(held: Held | undefined, wanted: Role): Held {
  if (!held?.role || held.space.deleted) throw new NotFound('Change request not found');
  requireReach(held, wanted);
  return held;
}
