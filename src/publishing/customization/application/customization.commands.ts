import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { SiteCommand } from '../../sites/application/site/site.commands.js';

/** Puts settings in the place of those that a site has. They are as somebody sent them. */
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

/** Changes what a site space has other than its site: null for what it is to have no more. */
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

/** Lets a site space have what its site has. Where it has so already, or is unknown, that is no error. */
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
