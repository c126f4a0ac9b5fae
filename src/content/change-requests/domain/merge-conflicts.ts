import type { MergeConflict } from './merge/merge.js';
import type { ChangeRequest } from './change-request.js';

/** How a conflict was settled: with one of the sides, with what was proposed, or with something else. */
export type Resolution = 'main' | 'changeRequest' | 'proposal' | 'value';

/** A conflict that merging left: it waits for somebody to settle it. */
export interface KeptConflict {
  id: string;
  conflict: MergeConflict;
  resolution: Resolution | null;
}

/** The conflicts of change requests; each is kept after it was settled. */
export abstract class MergeConflicts {
  /** Keeps what merging left, with the revision that the merge made. */
  abstract add(
    changeRequest: ChangeRequest,
    revision: string,
    conflicts: readonly MergeConflict[],
    now: Date,
  ): Promise<void>;
  abstract find(changeRequest: ChangeRequest, id: string): Promise<KeptConflict | undefined>;
  /** `revision` is the one that the resolution made. */
  abstract resolve(
    changeRequest: ChangeRequest,
    id: string,
    by: { resolution: Resolution; userId: string; revision: string; now: Date },
  ): Promise<void>;
}
