import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SiteView } from './site.view.js';

/** Sites of one organization that the caller may see, by id; those that are unknown or hidden are absent. */
export class SitesByIds extends Query<Map<string, SiteView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteIds: readonly string[],
  ) {
    super();
  }
}
