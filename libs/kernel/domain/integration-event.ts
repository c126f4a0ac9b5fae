/**
 * Something that happened in one context and that others may react to. Recorded by an aggregate; stored in the same
 * transaction as one job for each reaction, which runs at least once, so reactions must be idempotent.
 */
export interface IntegrationEvent {
  /** `context.thing-happened`, for example `content.space-deleted`. Never changed once released. */
  readonly eventName: string;
  /** The organization it happened in. */
  readonly organization: string;
}

/** The class of an event: its instances are rebuilt from stored JSON, so it has plain members only. */
export interface IntegrationEventClass<E extends IntegrationEvent = IntegrationEvent> {
  new (...args: never[]): E;
  readonly eventName: string;
}
