import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SiteCustomizationView, SiteSpaceCustomizationView } from './customization.view.js';

/** The settings of a site, with the defaults of those that are not set. */
export class GetSiteCustomization extends Query<SiteCustomizationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** What a site asks of answers to its readers. It is for a language model, and not shown to readers. */
export class ReadAssistantInstructions extends Query<string | undefined> {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** The settings of a site space: its overrides, and the site's settings for the rest. */
export class GetSiteSpaceCustomization extends Query<SiteSpaceCustomizationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly siteSpaceId: string,
  ) {
    super();
  }
}
