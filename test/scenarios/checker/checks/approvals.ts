import type { Entry, Where } from '../history.js';
import type { ReviewRow, Snapshot } from '../snapshot.js';
import type { Ordered } from './ordered.js';

/**
 * What approvals are of: one counts as long as nothing but the space's own changes, without a conflict, came to the
 * change request after the revision that it approves.
 */
export class Approvals {
  constructor(
    private readonly snapshot: Snapshot,
    private readonly held: ReadonlyMap<Where, Ordered>,
  ) {}

  /** Whether it counts for what the change request holds in the end. */
  stands(row: ReviewRow): boolean {
    return this.#isAlike(this.held.get(row.changeRequest)?.after(row.revision));
  }

  /** Whether it counts for whatever the change request may have held by the end of a request. */
  standsFor(row: ReviewRow, { end }: Entry): boolean {
    return this.#isAlike(this.held.get(row.changeRequest)?.after(row.revision, end));
  }

  #isAlike(later: readonly string[] | undefined): boolean {
    const { revisions, conflicts } = this.snapshot;
    const isAlike = (id: string): boolean =>
      revisions.get(id)?.type === 'update' && !conflicts.some(({ revision }) => revision === id);
    return later?.every(isAlike) ?? false;
  }
}
