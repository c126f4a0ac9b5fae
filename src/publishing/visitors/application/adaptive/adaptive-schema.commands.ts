import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { SiteCommand } from '../../../sites/application/site/site.commands.js';

/** Sets the schema of visitors' claims for a site, which is not validated yet. */
@Audits('site.adaptive-schema-updated')
export class UpdateSiteAdaptiveSchema extends SiteCommand {
  constructor(
    caller: Caller,
    organizationId: string,
    siteId: string,
    readonly jsonSchema: unknown,
  ) {
    super(caller, organizationId, siteId);
  }
}
