import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { SiteCommand } from '../../sites/application/site/site.commands.js';

/** Replaces the settings of a site with these, which are not validated yet. */
@Audits('site.customization-updated')
export class UpdateSiteCustomization extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly settings: unknown,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Changes what a site space overrides of its site's settings; null removes an override. */
@Audits('site.customization-updated')
export class OverrideSiteSpaceCustomization extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly siteSpaceId: string,
    readonly changes: unknown,
  ) {
    super(caller, organizationId, siteId);
  }
}

/** Removes all overrides of a site space. It is no error if there are none, or if the site space is unknown. */
@Audits('site.customization-updated')
export class DeleteSiteSpaceCustomization extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly siteSpaceId: string,
  ) {
    super(caller, organizationId, siteId);
  }
}
