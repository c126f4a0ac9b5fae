import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { ClusterPageView } from './documentation.view.js';

/** The pages that the caller may read and that answer a cluster, the best first. */
export class ListClusterPages extends Query<Page<ClusterPageView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly clusterId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}
