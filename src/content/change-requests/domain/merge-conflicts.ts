import type { MergeConflict } from './merge/merge.js';
import type { ChangeRequest } from './change-request.js';

/** The resolution of a conflict: one of the sides, the proposal, or another value. */
export type Resolution = 'main' | 'changeRequest' | 'proposal' | 'value';

/** An open conflict of a merge. */
export interface StoredConflict {
  id: string;
  conflict: MergeConflict;
  resolution: Resolution | null;
}

/** Stores the conflicts of change requests, also after they were resolved. */
export abstract class MergeConflicts {
  /** Stores the conflicts of a merge, with the revision that the merge created. */
  abstract add(
    changeRequest: ChangeRequest,
    revision: string,
    conflicts: readonly MergeConflict[],
    now: Date,
  ): Promise<void>;
  abstract find(changeRequest: ChangeRequest, id: string): Promise<StoredConflict | undefined>;
  /** Marks a conflict as resolved in `revision`. */
  abstract resolve(
    changeRequest: ChangeRequest,
    id: string,
    by: { resolution: Resolution; userId: string; revision: string; now: Date },
  ): Promise<void>;
}
