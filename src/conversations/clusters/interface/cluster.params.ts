import { IsIn } from 'class-validator';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import {
  CLUSTER_ORDERS,
  DOCUMENTATION_STATUSES,
  type ClusterOrder,
  type DocumentationStatus,
} from '../application/cluster.queries.js';

/** In which order clusters are wanted. */
export class ClusterParams extends PageParams {
  /** What comes first; `desc` when left out. */
  @Optional()
  @IsIn(['asc', 'desc'])
  order?: 'asc' | 'desc';

  /** What they are ordered by; `updatedAt` when left out. */
  @Optional()
  @IsIn(CLUSTER_ORDERS)
  orderBy?: ClusterOrder;

  /** What the documentation says about them; all when left out. An addition of Quire to the API. */
  @Optional()
  @IsIn(DOCUMENTATION_STATUSES)
  documentation?: DocumentationStatus;
}
