import type { UserView } from '#organization';
import type { CommentView } from '../../comments/application/comment.view.js';

/** Somebody who was asked to review a change request. */
export class RequestedReviewerView {
  object!: 'change-request-requested-reviewer';
  /** Only users are asked. */
  kind!: 'user';
  user!: UserView;
  /**
   * Id of the revision the change request held when they were asked.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  requestedBy!: UserView;
  /** @example 2026-02-03T14:05:10.250Z */
  createdAt!: string;
}

export class ReviewUrls {
  /**
   * Address of the review in the API.
   * @example https://docs.example.com/v1/spaces/0VbbU5n7Ed2QvZt8KlXa/change-requests/0VbbUDx7Oh0YpVc6RsCf/reviews/0VbbUEy8Qj2ZqWd7SuDg
   */
  location!: string;
}

/** What somebody says of a change request. */
export class ReviewView {
  object!: 'change-request-review';
  /** @example 0VbbUEy8Qj2ZqWd7SuDg */
  id!: string;
  /**
   * Id of the revision it is about.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  reviewer!: UserView;
  /** Who asked for it; absent where nobody did. */
  requestedBy?: UserView;
  /** @example approved */
  status!: 'approved' | 'changes-requested';
  /**
   * Whether its reviewer has reviewed again since, or was asked again; or it approves content that was edited since,
   * which bringing it up to date without a conflict does not do. It counts no more then, but where merge rules say that
   * earlier approvals do.
   * @example false
   */
  outdated!: boolean;
  /** The comment it came with. */
  comment?: CommentView;
  /** @example 2026-02-03T14:05:10.250Z */
  createdAt!: string;
  /** @example 2026-02-03T14:05:10.250Z */
  updatedAt!: string;
  urls!: ReviewUrls;
}
