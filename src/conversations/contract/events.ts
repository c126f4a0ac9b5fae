import type { IntegrationEvent } from '#kernel/domain/integration-event';

/** Conversations were stored that are new, or that are others now: what their users wanted is to be found. */
export class ConversationsIngested implements IntegrationEvent {
  static readonly eventName = 'conversations.conversations-ingested';
  readonly eventName = ConversationsIngested.eventName;

  constructor(readonly organization: string) {}
}
