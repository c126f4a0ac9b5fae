import type { IntegrationEvent } from './integration-event.js';

/** Records the events of the current change: reactions run if and only if the change is committed. */
export abstract class Events {
  abstract store(events: readonly IntegrationEvent[]): Promise<void>;
}
