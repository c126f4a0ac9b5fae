import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SiteAdaptiveSchemaView, TemplateConditionsView } from './adaptive-schema.view.js';

/** The schema of visitors' claims; NotFound if none is set. */
export class GetSiteAdaptiveSchema extends Query<SiteAdaptiveSchemaView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** The conditions derived from the schema; none without one. */
export class ListSiteTemplateConditions extends Query<TemplateConditionsView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}
