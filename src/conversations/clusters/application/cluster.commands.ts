import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import type { ClusterProfile, DescribedCluster, IssueText } from '../domain/clusters.js';
import type { DocumentedCluster } from '../domain/documented-clusters.js';
import type { NewGrouping } from '../domain/new-grouping.js';

const REASON = 'the server groups issues by itself';

/** The jobs of clusters. */
export type ClusterJob = 'join' | 'describe' | 'group';

/** Queues a job for the clusters of an organization. */
@NotAudited(REASON)
export class ClusterLater extends Command<void> {
  constructor(
    readonly job: ClusterJob,
    readonly organizationId: string,
    /** Milliseconds from now. */
    readonly delay = 0,
  ) {
    super();
  }
}

/** An issue, and how often each term occurs in it. */
export interface ReadIssue extends IssueText {
  features: readonly (readonly [term: string, count: number])[];
  /** What a model says it means, packed, and the clusters that were nearest to that when it was read. */
  vector?: Int8Array;
  near?: readonly string[];
}

/** Stores what an embedding model says issues mean: packed vectors by the ids of the issues. */
@NotAudited('the server asks models by itself')
export class KeepVectors extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly model: string,
    readonly vectors: ReadonlyMap<string, Int8Array>,
  ) {
    super();
  }
}

/** Puts issues into clusters. */
@NotAudited(REASON)
export class JoinClusters extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly issues: readonly ReadIssue[],
    /** The model that the vectors are from, where there are any. */
    readonly model?: string,
  ) {
    super();
  }
}

/** Stores what clusters are called, and announces that they are others. */
@NotAudited(REASON)
export class DescribeClusters extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly clusters: readonly DescribedCluster[],
  ) {
    super();
  }
}

/** Puts a new grouping of all issues in the place of the one before. The profiles of its groups are to be written then. */
@NotAudited(REASON)
export class RegroupIssues extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly grouping: NewGrouping,
  ) {
    super();
  }
}

/** Writes what issues are compared with, of some clusters. */
@NotAudited(REASON)
export class WriteProfiles extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly profiles: readonly ClusterProfile[],
  ) {
    super();
  }
}

/** Notes what the documentation says about clusters. Ids that are gone are ignored. */
@NotAudited(REASON)
export class NoteDocumentation extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly clusters: readonly DocumentedCluster[],
  ) {
    super();
  }
}
