import { Injectable } from '@nestjs/common';
import { Jobs, type JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { indexSpace } from '../domain/index-space.js';

/** Has many spaces indexed, each by a job of its own, as a migration may ask for. */
@Injectable()
@RunsJob('content.index-spaces')
export class IndexSpaces implements JobHandler<{ organizationId: string; spaceIds: readonly string[] }> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
  ) {}

  run({ organizationId, spaceIds }: { organizationId: string; spaceIds: readonly string[] }): Promise<void> {
    return this.unitOfWork.transaction(async () => {
      for (const id of spaceIds) await this.jobs.enqueue(...indexSpace(organizationId, id));
    });
  }
}
