import { Global, Module } from '@nestjs/common';
import { CommentsModule } from '../comments/comments.module.js';
import { MergedChangeRequests } from '../revisions/application/merged-change-requests.js';
import { ApplyTemplateHandler } from './application/apply-template.js';
import { BringUpToDateHandler } from './application/bring-up-to-date.js';
import { ChangeRequestedContentHandler } from './application/change-requested-content.js';
import { CreateChangeRequestHandler } from './application/create-change-request.js';
import { MergeChangeRequestHandler } from './application/merge-change-request.js';
import { MoveIssuesClusterHandler } from './application/move-issues-cluster.js';
import { ProposeChangesHandler } from './application/propose-changes.js';
import { ProposePageHandler } from './application/propose-page.js';
import { ReplaceProposedPageHandler } from './application/replace-proposed-page.js';
import { RequestReviewsHandler } from './application/request-reviews.js';
import { ResolveConflictHandler } from './application/resolve-conflict.js';
import { SubmitReviewHandler } from './application/submit-review.js';
import { UpdateChangeRequestRecordHandler } from './application/update-change-request-record.js';
import { WithdrawReviewRequestHandler } from './application/withdraw-review-request.js';
import { ChangeRequests } from './domain/change-requests.js';
import { MergeConflicts } from './domain/merge-conflicts.js';
import { MergeReviews } from './domain/merge-guard.js';
import { MergeSources } from './domain/merge-sources.js';
import { Reviewers, Reviews } from './domain/reviews.js';
import { FindChangeRequestIdHandler } from './infrastructure/change-request-id.reader.js';
import { ChangeRequestViews } from './infrastructure/change-request-views.js';
import { GetChangeRequestHandler, ReadChangeRequestRecordHandler } from './infrastructure/change-request.reader.js';
import { ChangeRequestStore } from './infrastructure/change-request.store.js';
import { ListContributorsHandler } from './infrastructure/contributors.reader.js';
import { ListChangeRequestsHandler } from './infrastructure/list-change-requests.js';
import { GetConflictHandler, ListConflictsHandler } from './infrastructure/merge-conflict.reader.js';
import { MergeConflictStore } from './infrastructure/merge-conflict.store.js';
import { MergeReviewsReader } from './infrastructure/merge-reviews.reader.js';
import { MergeSourcesReader } from './infrastructure/merge-sources.reader.js';
import { GetProposedChangesHandler } from './infrastructure/proposed-changes.reader.js';
import { ListRequestedReviewersHandler } from './infrastructure/requested-reviewers.reader.js';
import { GetReviewHandler, ListReviewsHandler, ReviewViews } from './infrastructure/review.reader.js';
import { ReviewStore } from './infrastructure/review.store.js';
import { ReviewersReader } from './infrastructure/reviewers.reader.js';
import { ChangeRequestContentController } from './interface/change-request-content.controller.js';
import { ChangeRequestUploadsController } from './interface/change-request-uploads.controller.js';
import { ChangeRequestWritingController } from './interface/change-request-writing.controller.js';
import { ChangeRequestsController } from './interface/change-requests.controller.js';
import { MergingController } from './interface/merging.controller.js';
import { ReviewsController } from './interface/reviews.controller.js';
import { TemplateController } from './interface/template.controller.js';

/**
 * Change requests: their content, updates and merges, the conflicts of merges, and reviews.
 * Tables: `change_request`, `change_request_contributor`, `change_request_review`, `change_request_reviewer`,
 * `merge_conflict`. Events: `ChangeRequestCreated`, `ChangeRequestUpdated`, `ChangeRequestMerged`.
 */
@Global()
@Module({
  imports: [CommentsModule],
  controllers: [
    ChangeRequestsController,
    ChangeRequestUploadsController,
    ChangeRequestContentController,
    TemplateController,
    ChangeRequestWritingController,
    MergingController,
    ReviewsController,
  ],
  providers: [
    { provide: ChangeRequests, useClass: ChangeRequestStore },
    { provide: MergeConflicts, useClass: MergeConflictStore },
    { provide: MergeReviews, useClass: MergeReviewsReader },
    { provide: MergeSources, useClass: MergeSourcesReader },
    { provide: MergedChangeRequests, useExisting: ChangeRequestViews },
    { provide: Reviews, useClass: ReviewStore },
    { provide: Reviewers, useClass: ReviewersReader },
    ApplyTemplateHandler,
    BringUpToDateHandler,
    ChangeRequestViews,
    ChangeRequestedContentHandler,
    CreateChangeRequestHandler,
    FindChangeRequestIdHandler,
    GetChangeRequestHandler,
    GetConflictHandler,
    GetProposedChangesHandler,
    GetReviewHandler,
    ListChangeRequestsHandler,
    ListConflictsHandler,
    ListContributorsHandler,
    ListRequestedReviewersHandler,
    ListReviewsHandler,
    MergeChangeRequestHandler,
    MoveIssuesClusterHandler,
    ProposeChangesHandler,
    ProposePageHandler,
    ReadChangeRequestRecordHandler,
    ReplaceProposedPageHandler,
    RequestReviewsHandler,
    ResolveConflictHandler,
    ReviewViews,
    SubmitReviewHandler,
    UpdateChangeRequestRecordHandler,
    WithdrawReviewRequestHandler,
  ],
  exports: [ChangeRequestViews, ChangeRequests, MergeSources, MergedChangeRequests],
})
export class ChangeRequestsModule {}
