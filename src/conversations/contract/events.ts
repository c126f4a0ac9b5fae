import type { IntegrationEvent } from '#kernel/domain/integration-event';

/** Conversations were stored that are new, or that are others now: what their users wanted is to be found. */
export class ConversationsIngested implements IntegrationEvent {
  static readonly eventName = 'conversations.conversations-ingested';
  readonly eventName = ConversationsIngested.eventName;

  constructor(readonly organization: string) {}
}

/** Issues were found in conversations that are in no cluster yet. */
export class IssuesCreated implements IntegrationEvent {
  static readonly eventName = 'conversations.issues-created';
  readonly eventName = IssuesCreated.eventName;

  constructor(readonly organization: string) {}
}

/** What clusters are about may be something else now: they are new, have grown much, or were grouped anew. */
export class ClustersUpdated implements IntegrationEvent {
  static readonly eventName = 'conversations.clusters-updated';
  readonly eventName = ClustersUpdated.eventName;

  constructor(
    readonly organization: string,
    /** The ids of at most 1,000 clusters. */
    readonly clusters: readonly string[],
  ) {}
}

/** The issues of a cluster are in another one now, which asks for the same; its own id is gone. */
export class ClusterMerged implements IntegrationEvent {
  static readonly eventName = 'conversations.cluster-merged';
  readonly eventName = ClusterMerged.eventName;

  constructor(
    readonly organization: string,
    readonly cluster: string,
    readonly into: string,
  ) {}
}
