import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { Documentation } from '../domain/documentation.js';
import { enqueueChecking } from './checking-job.js';
import { CheckLater } from './documentation.commands.js';

@CommandHandler(CheckLater)
export class CheckLaterHandler implements ICommandHandler<CheckLater> {
  constructor(
    private readonly documentation: Documentation,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, clusterIds, delay }: CheckLater): Promise<void> {
    const now = this.clock.now();
    await this.documentation.makeDue(organizationId, clusterIds, now);
    await enqueueChecking(this.jobs, organizationId, new Date(now.getTime() + delay));
  }
}
