import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FollowedVisitsOfSite, type FollowedVisits } from '#publishing';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { VISIT_SCOPES } from '../domain/visit-scopes.js';

@QueryHandler(FollowedVisitsOfSite)
export class FollowedVisitsOfSiteHandler implements IQueryHandler<FollowedVisitsOfSite> {
  constructor(private readonly events: DeliveredEvents) {}

  async execute({ organizationId, siteId }: FollowedVisitsOfSite): Promise<FollowedVisits> {
    const heard = async (scope: string): Promise<boolean> => {
      const audience = { organizationId, target: { kind: 'site', id: siteId } as const, scopes: [scope] };
      return (await this.events.listeners(audience)).length > 0;
    };
    return { views: await heard(VISIT_SCOPES.views), feedback: await heard(VISIT_SCOPES.feedback) };
  }
}
