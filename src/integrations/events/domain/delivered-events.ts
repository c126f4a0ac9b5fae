import type { TargetKind } from '../../installations/domain/target-installation.js';
import type { DeliveredEvent } from './delivered-event.js';

/** The installations that an event is for. */
export interface Audience {
  organizationId: string;
  target?: { kind: TargetKind; id: string } | undefined;
  /** One of them lets the event through. */
  scopes: readonly string[];
}

export interface Listener {
  integrationId: string;
  installationId: string;
}

/** The log of events, which is also the queue of their deliveries. */
export abstract class DeliveredEvents {
  /** The active installations that cover the target and have one of the scopes. */
  abstract listeners(audience: Audience): Promise<Listener[]>;
  abstract installationsOf(
    integrationId: string,
  ): Promise<{ organizationId: string; installationId: string; status: string }[]>;
  abstract waitingTasks(integrationId: string): Promise<number>;
  /** Adds events, which are delivered soon or when they are due. */
  abstract add(events: readonly DeliveredEvent[]): Promise<void>;
  /** The first of a stream that waits, locked for an attempt. */
  abstract first(organizationId: string, stream: string): Promise<DeliveredEvent | undefined>;
  abstract find(integrationId: string, eventId: string): Promise<DeliveredEvent | undefined>;
  abstract save(event: DeliveredEvent): Promise<void>;
  /** Queues the delivery of what waits in a stream. */
  abstract deliverStream(organizationId: string, stream: string, at: Date): Promise<void>;
  /** Deletes those that ended before a time. Returns how many. */
  abstract prune(before: Date): Promise<number>;
}
