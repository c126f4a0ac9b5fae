import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SiteAdaptiveSchemaView, TemplateConditionsView } from './adaptive-schema.view.js';

/** What a site expects to know of its visitors; NotFound where nobody set it. */
export class GetSiteAdaptiveSchema extends Query<SiteAdaptiveSchemaView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** The conditions that follow from it; none where nobody set it. */
export class ListSiteTemplateConditions extends Query<TemplateConditionsView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}
