import { Injectable } from '@nestjs/common';
import { Jobs } from '#kernel/application/jobs';
import { FollowsDeletion } from '#kernel/application/organization-deletion';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { REMOVE_UPLOADED_BYTES } from '../application/purge-uploads.js';

/** The bytes of what was being uploaded into a deleted organization, whose rows go with it. */
@Injectable()
@FollowsDeletion()
export class EndUploadsOfOrganization {
  constructor(
    private readonly sql: SqlQuery,
    private readonly jobs: Jobs,
  ) {}

  async before(organizationId: string): Promise<void> {
    const found = await this.sql.rows<{ id: string }>(
      'archive-upload.of-organization',
      'delete from content.archive_upload where organization_id = $1 returning id',
      [organizationId],
    );
    if (found.length > 0) await this.jobs.enqueue(REMOVE_UPLOADED_BYTES, { uploads: found.map(({ id }) => id) });
  }
}
