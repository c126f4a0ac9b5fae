import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { ChangeRequest } from '../domain/change-request.js';
import type { MergeReviews } from '../domain/merge-guard.js';
import type { MergeReview } from '../domain/merge/merge-context.js';

@Injectable()
export class MergeReviewsReader implements MergeReviews {
  constructor(private readonly sql: SqlQuery) {}

  async of(changeRequest: ChangeRequest): Promise<MergeReview[]> {
    const rows = await this.sql.rows<{ status: MergeReview['status']; reviewer: string; revision: string }>(
      'change-request.reviews-for-merge',
      `select status, reviewer_id as reviewer, revision_id as revision
       from content.change_request_review where organization_id = $1 and change_request_id = $2 and not outdated
       order by id`,
      [changeRequest.organizationId, changeRequest.id],
    );
    return rows.map(({ status, reviewer, revision }) => ({ status, reviewer: { id: reviewer }, revision }));
  }
}
