import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import type { Head, Revisions } from '../../revisions/domain/ports.js';
import { requireAccess } from '../../spaces/application/space/authorize-space.js';
import { ChangeRequest } from '../domain/change-request.js';
import type { ChangeRequests } from '../domain/change-requests.js';

/** A change request that was just created at the locked current revision of its space. */
export interface BegunChangeRequest {
  changeRequest: ChangeRequest;
  head: Head;
}

/**
 * Locks a space, creates a change request in it and stores it. The lock keeps numbers consecutive, and the revision of the
 * space unchanged until the transaction ends. Throws NotFound, also for a space of another organization than the one
 * given, and Forbidden.
 */
export async function beginChangeRequest(
  { revisions, changeRequests }: { revisions: Revisions; changeRequests: ChangeRequests },
  { caller, spaceId, organizationId }: { caller: Caller; spaceId: string; organizationId?: string | undefined },
  wanted: { subject?: string | undefined; issuesCluster?: string | undefined },
  now: Date,
): Promise<BegunChangeRequest> {
  const locked = await revisions.lockHead(spaceId, caller);
  if (!locked || (organizationId ?? locked.head.organizationId) !== locked.head.organizationId)
    throw new NotFound('Space not found');
  requireAccess(locked, 'edit');
  const { head } = locked;
  const number = await changeRequests.nextNumber(head.organizationId, spaceId);
  const changeRequest = ChangeRequest.create(head, wanted, number, caller.userId, now);
  await changeRequests.save(changeRequest);
  return { changeRequest, head };
}
