import { NotFound } from '#kernel/domain/errors';
import type { Role } from '#permissions';
import type { ChangeRequestWithRole } from '../domain/change-requests.js';
import { requireAccess } from '../../spaces/application/space/authorize-space.js';

/**
 * Refuses a change request as `requireAccess` does its space: NotFound where the caller may not know of the space,
 * Forbidden where their role does not reach.
 */
export function requireChangeRequest<Held extends ChangeRequestWithRole>(held: Held | undefined, wanted: Role): Held {
  if (!held?.role || held.space.deleted) throw new NotFound('Change request not found');
  requireAccess(held, wanted);
  return held;
}
