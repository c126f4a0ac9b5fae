export type ReviewStatus = 'approved' | 'changes-requested';

/** What somebody says of a change request. It stands as it was submitted, and is outdated once they are asked or say anew. */
export interface Review {
  id: string;
  /** The content it is about. */
  revision: string;
  reviewer: string;
  /** Who asked for it; null where nobody did. */
  requestedBy: string | null;
  status: ReviewStatus;
  createdAt: Date;
}
