/**
 * The last review of a reviewer who was not asked again since. An approval counts only for the content that it approved,
 * unless the rules let approvals of earlier content count.
 */
export interface MergeReview {
  status: 'approved' | 'changes-requested';
  reviewer: { id: string };
  /** The revision of the change request that was reviewed. */
  revision: string;
  /** Submitted by the agent, not by a user. */
  byAgent?: boolean;
}

/** The facts that merge rules are evaluated with. */
export interface MergeContext {
  space: { id: string };
  changeRequest: {
    subject: string;
    description: string;
    /** Its content does not include the current revision of its space. */
    outdated: boolean;
    /** Its content. */
    revision: string;
    createdBy: { id: string };
  };
  /** The last review of each reviewer; a reviewer who was asked again and has not answered has none. */
  reviews: readonly MergeReview[];
  /** The ids of those users named by rules who are still members of the organization. */
  members: ReadonlySet<string>;
  /** The user who merges. */
  actor: { id: string };
}
