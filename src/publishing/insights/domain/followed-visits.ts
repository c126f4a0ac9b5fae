import { SiteViewed, type PageFeedbackGiven } from '../../contract/events.js';
import type { FollowedVisits } from '../../contract/queries.js';

/** What others follow of the visits of sites. It may be outdated by some seconds. */
export abstract class VisitFollowers {
  abstract of(organizationId: string, siteId: string): Promise<FollowedVisits>;
}

/** The visits that others follow: of sites with many visitors, most are not worth an event. */
export function followedOnly<V extends SiteViewed | PageFeedbackGiven>(
  visits: readonly V[],
  { views, feedback }: FollowedVisits,
): V[] {
  return visits.filter((visit) => (visit instanceof SiteViewed ? views : feedback));
}
