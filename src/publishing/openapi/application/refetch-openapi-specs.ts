import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { PATIENCE_MS } from '../domain/openapi-spec.js';
import { OpenAPISpecs } from '../domain/openapi-specs.js';
import { RefetchOpenAPISpecs } from './openapi-spec.commands.js';
import { processSpecJob } from './process-spec-job.js';

/** Due specifications that one run takes. */
const MOST_DUE = 200;

@CommandHandler(RefetchOpenAPISpecs)
export class RefetchOpenAPISpecsHandler implements ICommandHandler<RefetchOpenAPISpecs> {
  constructor(
    private readonly specs: OpenAPISpecs,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    const due = await this.specs.takeDue(now, new Date(now.getTime() + PATIENCE_MS), MOST_DUE);
    for (const { organizationId, specId, sourceUrl } of due)
      await this.jobs.enqueue(...processSpecJob(organizationId, specId, sourceUrl));
  }
}
