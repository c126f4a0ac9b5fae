import type { IntegrationEvent } from './integration-event.js';

/** The events of the change under way: each reaction to them happens once the change is committed, or not at all. */
export abstract class Events {
  abstract store(events: readonly IntegrationEvent[]): Promise<void>;
}
