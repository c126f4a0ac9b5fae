import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { enqueueChecking } from './checking-job.js';
import { GoOnChecking } from './documentation.commands.js';

@CommandHandler(GoOnChecking)
export class GoOnCheckingHandler implements ICommandHandler<GoOnChecking> {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId }: GoOnChecking): Promise<void> {
    return enqueueChecking(this.jobs, organizationId, this.clock.now());
  }
}
