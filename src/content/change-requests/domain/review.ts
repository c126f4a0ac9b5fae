export type ReviewStatus = 'approved' | 'changes-requested';

/** A review of a change request. It never changes; it becomes outdated when its reviewer is asked or reviews again. */
export interface Review {
  id: string;
  /** The id of the revision that was reviewed. */
  revision: string;
  reviewer: string;
  /** The id of the user who requested it; null where it was not requested. */
  requestedBy: string | null;
  status: ReviewStatus;
  createdAt: Date;
}
