import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Insights } from '../domain/insights.js';
import { readEvent } from '../domain/site-event.js';
import { UserAgents } from '../domain/user-agents.js';
import { RecordSiteEvents } from './insights.commands.js';

@CommandHandler(RecordSiteEvents)
export class RecordSiteEventsHandler implements ICommandHandler<RecordSiteEvents> {
  constructor(
    private readonly insights: Insights,
    private readonly agents: UserAgents,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, siteId, events }: RecordSiteEvents): Promise<void> {
    const now = this.clock.now();
    const known = events.flatMap((event) => readEvent(event, this.agents, now) ?? []);
    const recorded = await this.insights.record(organizationId, siteId, known, now);
    if (recorded === undefined) throw new NotFound('Site not found');
  }
}
