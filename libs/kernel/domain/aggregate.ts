import type { IntegrationEvent } from './integration-event.js';

/** The members of every aggregate's state, by which a store finds it and rejects a stale write. */
export interface AggregateState {
  id: string;
  /** The organization it belongs to; a user belongs to none. */
  organizationId?: string;
  /** The number of writes; `0` is not stored yet. */
  version: number;
}

/**
 * A record with its rules: it is loaded, one of its methods called, and saved with the events it recorded, in one
 * transaction. It wraps plain state, which infrastructure maps to a table.
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

  /** A copy of the state, for storing. */
  snapshot(): S {
    return structuredClone(this.state);
  }

  /** Returns and clears the recorded events. */
  takeEvents(): IntegrationEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Called by the store when the state has been stored as `version`. */
  stored(version: number): void {
    this.state.version = version;
  }

  protected record(event: IntegrationEvent): void {
    this.#events.push(event);
  }
}
