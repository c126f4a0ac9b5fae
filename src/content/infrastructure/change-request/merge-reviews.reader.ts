import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { ChangeRequest } from '../../domain/change-request/change-request.js';
import type { MergeReviews } from '../../domain/change-request/merge-guard.js';
import type { MergeReview } from '../../domain/merge-rules/failing-rule.js';

@Injectable()
export class MergeReviewsReader implements MergeReviews {
  constructor(private readonly sql: SqlQuery) {}

  async of(changeRequest: ChangeRequest): Promise<MergeReview[]> {
    const rows = await this.sql.rows<{ status: MergeReview['status']; reviewer: string; outdated: boolean }>(
      'change-request.reviews-for-merge',
      `select status, reviewer_id as reviewer, revision_id <> $3 as outdated
       from content.change_request_review where organization_id = $1 and change_request_id = $2 and not outdated
       order by id`,
      [changeRequest.organizationId, changeRequest.id, changeRequest.revision],
    );
    return rows.map(({ status, reviewer, outdated }) => ({ status, reviewer: { id: reviewer }, outdated }));
  }
}
