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

/**
 * Lets renderers forget what the components of an integration showed, which they keep for days. Sent by the context that
 * knows what scripts show, when a script or what is set for it has changed. `later`: in one or two minutes, once for all
 * that are sent meanwhile.
 */
@NotAudited('changes nothing: renderers ask again for what they show')
export class ForgetComponents extends Command<void> {
  constructor(
    /** The name of the integration. */
    readonly integration: string,
    readonly later = false,
  ) {
    super();
  }
}
