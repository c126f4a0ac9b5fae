import type { Entry, Where } from '../history.js';
import type { ReviewRow, Snapshot } from '../snapshot.js';
import type { Ordered } from './ordered.js';

/**
 * Which approvals count: after the approved revision, only changes from the space, without a conflict, may have come to
 * the change request.
 */
export class Approvals {
  constructor(
    private readonly snapshot: Snapshot,
    private readonly held: ReadonlyMap<Where, Ordered>,
  ) {}

  /** Whether it counts for the final content of the change request. */
  stands(row: ReviewRow): boolean {
    return this.#isAlike(this.held.get(row.changeRequest)?.after(row.revision));
  }

  /** Whether it counts for any content that the change request may have had by the end of a request. */
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
