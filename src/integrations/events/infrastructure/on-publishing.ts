import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { PageFeedbackGiven, SiteViewed, type SiteVisit } from '#publishing';
import { AnnounceEvent } from '../application/event.commands.js';
import { VISIT_SCOPES } from '../domain/visit-scopes.js';

/** Announces something about a site to installations with the scope. */
function announce(
  dispatcher: Dispatcher,
  { organization: organizationId, site, visit }: { organization: string; site: string; visit: SiteVisit },
  scope: string,
  [type, payload]: readonly [string, object],
): Promise<void> {
  const audience = { organizationId, target: { kind: 'site', id: site } as const, scopes: [scope] };
  return dispatcher.run(new AnnounceEvent(audience, { type, payload: { siteId: site, ...visit, ...payload } }));
}

@Injectable()
@ReactsTo(SiteViewed, 'integrations.announce-site-view')
export class AnnounceSiteView {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle(event: SiteViewed): Promise<void> {
    return announce(this.dispatcher, event, VISIT_SCOPES.views, ['site_view', {}]);
  }
}

@Injectable()
@ReactsTo(PageFeedbackGiven, 'integrations.announce-page-feedback')
export class AnnouncePageFeedback {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle(event: PageFeedbackGiven): Promise<void> {
    return announce(this.dispatcher, event, VISIT_SCOPES.feedback, ['page_feedback', { feedback: event.feedback }]);
  }
}
