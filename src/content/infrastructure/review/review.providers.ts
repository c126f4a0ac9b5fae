import type { Provider } from '@nestjs/common';
import { RequestReviewsHandler } from '../../application/review/request-reviews.js';
import { SubmitReviewHandler } from '../../application/review/submit-review.js';
import { WithdrawReviewRequestHandler } from '../../application/review/withdraw-review-request.js';
import { Reviewers, Reviews } from '../../domain/change-request/reviews.js';
import { ListRequestedReviewersHandler } from './requested-reviewers.reader.js';
import { GetReviewHandler, ListReviewsHandler, ReviewViews } from './review.reader.js';
import { ReviewStore } from './review.store.js';
import { ReviewersReader } from './reviewers.reader.js';

/** What reviews are made of. */
export const REVIEWS: Provider[] = [
  { provide: Reviews, useClass: ReviewStore },
  { provide: Reviewers, useClass: ReviewersReader },
  ReviewViews,
  GetReviewHandler,
  ListRequestedReviewersHandler,
  ListReviewsHandler,
  RequestReviewsHandler,
  SubmitReviewHandler,
  WithdrawReviewRequestHandler,
];
