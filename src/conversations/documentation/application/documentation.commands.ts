import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { CheckedCluster } from '../domain/documentation.js';

const BY_ITSELF = 'the server checks by itself what the documentation answers';

/** Has clusters checked soon. Unknown ids are ignored. */
@NotAudited(BY_ITSELF)
export class CheckLater extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly clusterIds: readonly string[],
    /** Milliseconds from now. */
    readonly delay = 0,
  ) {
    super();
  }
}

/** Queues another run of the job that checks clusters. */
@NotAudited(BY_ITSELF)
export class GoOnChecking extends Command<void> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/**
 * Has the largest clusters of an organization checked that were last checked before its documentation changed, at most
 * some thousand.
 */
@NotAudited(BY_ITSELF)
export class CheckAgain extends Command<void> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** Stores what was found out about clusters. One that became due again meanwhile stays so. */
@NotAudited(BY_ITSELF)
export class StoreDocumentation extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly checked: readonly CheckedCluster[],
  ) {
    super();
  }
}

/** How a change request is opened. */
export interface OpenedWith {
  space: string;
  /** The label of the cluster when left out. */
  subject?: string | undefined;
  /** The page that the new one is put under; the end of the space when left out. */
  parent?: string | undefined;
}

/**
 * Opens a change request for what a cluster asks, with a new page that is begun. Returns its id. Throws NotFound for a
 * cluster, space or page that is not there for the caller, and Forbidden.
 */
@NotAudited('a draft changes nothing for others')
export class OpenChangeRequest extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly clusterId: string,
    readonly wanted: OpenedWith,
  ) {
    super();
  }
}
