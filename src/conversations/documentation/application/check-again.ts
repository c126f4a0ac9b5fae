import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { LatestContentChange } from '#content';
import { Documentation } from '../domain/documentation.js';
import { enqueueChecking } from './checking-job.js';
import { CheckAgain } from './documentation.commands.js';

/** A page is found some time after it was written; with a worker that has much to do, later. */
const INDEXED_WITHIN_MS = 3_600_000;

@CommandHandler(CheckAgain)
export class CheckAgainHandler implements ICommandHandler<CheckAgain> {
  constructor(
    private readonly documentation: Documentation,
    private readonly dispatcher: Dispatcher,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId }: CheckAgain): Promise<void> {
    const changedAt = await this.dispatcher.ask(new LatestContentChange(organizationId));
    if (!changedAt) return;
    const found = new Date(changedAt.getTime() + INDEXED_WITHIN_MS);
    const now = this.clock.now();
    if (await this.documentation.makeOldDue(organizationId, found, now))
      await enqueueChecking(this.jobs, organizationId, now);
  }
}
