import { NotFound } from '#kernel/domain/errors';
import type { Role } from '#permissions';
import type { ChangeRequestWithRole } from '../domain/change-requests.js';
import { requireAccess } from '../../spaces/application/space/authorize-space.js';

/**
 * Authorizes a loaded change request as `requireAccess` does its space: throws NotFound where the caller cannot see the
 * space, and Forbidden where their role is too low.
 */
export function requireChangeRequest<Held extends ChangeRequestWithRole>(held: Held | undefined, wanted: Role): Held {
  if (!held?.role || held.space.deleted) throw new NotFound('Change request not found');
  requireAccess(held, wanted);
  return held;
}
