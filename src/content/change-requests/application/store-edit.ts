import type { ChangeRequests, LockedChangeRequest } from '../domain/change-requests.js';
import type { RevisionDraft, Revisions } from '../../revisions/domain/ports.js';

/**
 * Stores an edit of a locked change request and counts it for its author. Returns the new revision, or the current one
 * where nothing differs.
 */
export async function storeEdit(
  revisions: Revisions,
  changeRequests: ChangeRequests,
  { changeRequest, head }: Pick<LockedChangeRequest, 'changeRequest' | 'head'>,
  draft: RevisionDraft,
): Promise<string> {
  const revision = await revisions.store(draft);
  if (revision === head.revisionId) return revision;
  changeRequest.edit(revision, draft.now);
  await changeRequests.save(changeRequest);
  await changeRequests.contribute(changeRequest, draft.author, draft.now);
  return revision;
}
