import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CallOrigin } from '#kernel/application/call-origin';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Events } from '#kernel/domain/events';
import { isFollowed, VisitFollowers } from '../domain/followed-visits.js';
import { Insights } from '../domain/insights.js';
import { readEvent } from '../domain/site-event.js';
import { visitOf } from '../domain/site-visit.js';
import { UserAgents } from '../domain/user-agents.js';
import { RecordSiteEvents } from './insights.commands.js';

@CommandHandler(RecordSiteEvents)
export class RecordSiteEventsHandler implements ICommandHandler<RecordSiteEvents> {
  constructor(
    private readonly insights: Insights,
    private readonly agents: UserAgents,
    private readonly followers: VisitFollowers,
    private readonly events: Events,
    private readonly origin: CallOrigin,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, siteId, events }: RecordSiteEvents): Promise<void> {
    const now = this.clock.now();
    const known = events.flatMap((told) => {
      const event = readEvent(told, this.agents, now);
      return event ? [{ told, event }] : [];
    });
    const records = known.map(({ event }) => event);
    const recorded = await this.insights.record(organizationId, siteId, records, now);
    if (recorded === undefined) throw new NotFound('Site not found');
    const from = { organizationId, siteId, address: this.origin.current?.address ?? '' };
    const followed = await this.followers.of(organizationId, siteId);
    const visits = known.flatMap(({ told, event }) =>
      isFollowed(event, followed) ? (visitOf(told, event, from) ?? []) : [],
    );
    if (visits.length > 0) await this.events.store(visits);
  }
}
