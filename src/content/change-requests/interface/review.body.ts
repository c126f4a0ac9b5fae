import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Described } from '#kernel/interface/open-api/one-of';
import { Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { RequestedReviewerView } from '../application/review.view.js';
import { CommentTextBody } from '../../comments/interface/comment.body.js';
import { DocumentBody } from '../../revisions/interface/content-changes.body.js';
import { ChangeRequestPathParams } from '../../revisions/interface/change-request.params.js';
import { DESCRIPTION } from './change-request.body.js';

/** Which review of which change request. */
export class ReviewPathParams extends ChangeRequestPathParams {
  @IsString()
  reviewId!: string;
}

/** Who was asked to review which change request. */
export class ReviewerPathParams extends ChangeRequestPathParams {
  @IsString()
  userId!: string;
}

/** Who is asked for a review. */
export class RequestReviewersBody {
  /**
   * Ids of users who reach the space.
   * @example ["0VbbU2w9Gm5NvCr7QsJd"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  users!: string[];

  /**
   * A new subject for the change request.
   * @example "Explain the new installer"
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  subject?: string;

  /** A new description for it: a block tree, or `{markdown}`. */
  @Described(DESCRIPTION, DocumentBody)
  @Optional()
  @IsObject()
  description?: object;
}

/** Those who were asked. */
export class ReviewRequestsView {
  users!: RequestedReviewerView[];
}

/** Which reviews are wanted, and in which form. */
export class ReviewParams extends PageParams {
  /** The form of comments: Markdown (unless told) or the block tree. */
  @Optional()
  @IsIn(['document', 'markdown'])
  format?: 'document' | 'markdown';

  /** Only those that are outdated, or only those that are not; all when left out. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  outdated?: boolean;
}

/** A review to be submitted. */
export class SubmitReviewBody {
  /** @example approved */
  @IsIn(['approved', 'changes-requested'])
  status!: 'approved' | 'changes-requested';

  /** A comment to go with it. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => CommentTextBody)
  comment?: CommentTextBody;
}
