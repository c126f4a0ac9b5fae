import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { NamesRevisions } from '../../revisions/infrastructure/history/names-revisions.js';
import type { ChangeRequest } from '../domain/change-request.js';
import type { Review } from '../domain/review.js';
import type { Reviews } from '../domain/reviews.js';

/** Marks the reviews of these users as outdated. */
const OUTDATE = `update content.change_request_review set outdated = true, updated_at = $4
  where organization_id = $1 and change_request_id = $2 and reviewer_id = any($3) and not outdated`;

@Injectable()
@NamesRevisions(
  { table: 'change_request_review', columns: ['revision_id'], space: 'change_request_id' },
  { table: 'change_request_reviewer', columns: ['revision_id'], space: 'change_request_id' },
)
export class ReviewStore implements Reviews {
  constructor(private readonly sql: SqlQuery) {}

  async requestedBy({ organizationId, id }: ChangeRequest, userId: string): Promise<string | undefined> {
    const row = await this.sql.row<{ requestedBy: string }>(
      'review.requested-by',
      `select requested_by as "requestedBy" from content.change_request_reviewer
       where organization_id = $1 and change_request_id = $2 and user_id = $3`,
      [organizationId, id, userId],
    );
    return row?.requestedBy;
  }

  async request(changeRequest: ChangeRequest, users: readonly string[], by: string, now: Date): Promise<void> {
    const { organizationId, id, revision } = changeRequest;
    await this.sql.defer('review.outdate', OUTDATE, [organizationId, id, users, now]);
    await this.sql.defer(
      'review.request',
      `insert into content.change_request_reviewer
         (organization_id, change_request_id, user_id, requested_by, revision_id, created_at)
       select $1, $2, asked, $4, $5, $6 from unnest($3::text[]) asked order by asked
       on conflict (organization_id, change_request_id, user_id) do update set
         requested_by = excluded.requested_by, revision_id = excluded.revision_id, created_at = excluded.created_at`,
      [organizationId, id, users, by, revision, now],
    );
  }

  async withdraw({ organizationId, id }: ChangeRequest, userId: string): Promise<void> {
    await this.sql.defer(
      'review.withdraw',
      `delete from content.change_request_reviewer
       where organization_id = $1 and change_request_id = $2 and user_id = $3`,
      [organizationId, id, userId],
    );
  }

  async add({ organizationId, id }: ChangeRequest, review: Review): Promise<void> {
    const { reviewer, createdAt } = review;
    await this.sql.defer('review.outdate', OUTDATE, [organizationId, id, [reviewer], createdAt]);
    await this.sql.defer(
      'review.add',
      `insert into content.change_request_review (organization_id, id, change_request_id, revision_id, reviewer_id,
         requested_by, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [organizationId, review.id, id, review.revision, reviewer, review.requestedBy, review.status, createdAt],
    );
  }
}
