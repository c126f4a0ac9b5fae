import type { IntegrationEvent } from './integration-event.js';

/** What every aggregate's state carries, so that a store can find it and refuse a stale write. */
export interface AggregateState {
  id: string;
  /** The organization it belongs to; a user belongs to none. */
  organizationId?: string;
  /** Counts the writes; `0` is not stored yet. */
  version: number;
}

/**
 * A thing whose rules hold as a whole: it is loaded, told to do one thing, and saved, with the events it recorded,
 * in one transaction. It wraps plain state; the table is laid over that state from outside.
 */
export abstract class Aggregate<S extends AggregateState> {
  #events: IntegrationEvent[] = [];

  protected constructor(protected readonly state: S) {}

  get id(): string {
    return this.state.id;
  }

  get version(): number {
    return this.state.version;
  }

  /** A copy of the state, to be stored. */
  snapshot(): S {
    return structuredClone(this.state);
  }

  /** Hands over the events recorded since the last call. */
  takeEvents(): IntegrationEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** The store says that the state is stored as `version`. */
  stored(version: number): void {
    this.state.version = version;
  }

  protected record(event: IntegrationEvent): void {
    this.#events.push(event);
  }
}
