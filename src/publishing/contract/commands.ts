import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import type { SiteScriptView } from './site.view.js';

/**
 * Records the scripts that integrations put on every page of a site, instead of those recorded before: at most 100, in the
 * order in which they are loaded. Sent by the context that knows what is installed, whenever that changes.
 * Ignores an unknown site. Throws Invalid for an address that is no http(s) URL.
 */
@NotAudited('follows what is installed on the site, which is in the trail itself')
export class RecordSiteScripts extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
    readonly scripts: readonly SiteScriptView[],
  ) {
    super();
  }
}

/**
 * Ends all visits of a site, if this integration authenticates its visitors: it may do so no longer. Sent by the context
 * that knows what is installed. Ignores an unknown site.
 */
@NotAudited('follows what is installed on the site, which is in the trail itself')
export class EndVisitsByIntegration extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
    /** The name of the integration. */
    readonly integration: string,
  ) {
    super();
  }
}
