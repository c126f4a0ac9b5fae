import type { FollowedVisits } from '../../contract/queries.js';
import type { SiteEvent } from './site-event.js';

/** What others follow of the visits of sites. It may be outdated by some seconds. */
export abstract class VisitFollowers {
  abstract of(organizationId: string, siteId: string): Promise<FollowedVisits>;
}

/** Whether others follow visits of this kind: of sites with many visitors, most are not worth an event. */
export function isFollowed({ type }: SiteEvent, { views, feedback }: FollowedVisits): boolean {
  return type === 'page_view' ? views : feedback;
}
