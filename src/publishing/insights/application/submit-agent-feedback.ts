import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { requireSiteReader } from '../../sites/domain/site/site.policy.js';
import { Insights } from '../domain/insights.js';
import { eventOfFeedback } from '../domain/site-event.js';
import { SubmitAgentFeedback } from './insights.commands.js';

@CommandHandler(SubmitAgentFeedback)
export class SubmitAgentFeedbackHandler implements ICommandHandler<SubmitAgentFeedback> {
  constructor(
    private readonly insights: Insights,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, feedback }: SubmitAgentFeedback): Promise<void> {
    requireSiteReader(caller, organizationId, siteId);
    const event = eventOfFeedback(feedback);
    const recorded = await this.insights.record(organizationId, siteId, [event], this.clock.now());
    if (recorded === undefined) throw new NotFound('Site not found');
    if (recorded === 0) throw new NotFound(`The site has no space ${JSON.stringify(feedback.spaceId)}`);
  }
}
