import type { TargetKind } from '../../installations/domain/target-installation.js';
import type { DeliveredEvent, EventState, NewEvent } from './delivered-event.js';

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

/** The turn of a stream: the first of its events that wait, in their order. */
export interface Turn {
  organizationId: string;
  stream: string;
  /** How many events were ever added; it is another once one is added during the turn. */
  arrivals: number;
  events: EventState[];
  /** Whether more of its events may wait. */
  more: boolean;
}

export interface Taken {
  turns: Turn[];
  /** Whether no other stream was due. */
  all: boolean;
}

/** A turn that is over, and when the stream may have its next one. */
export interface EndedTurn extends Pick<Turn, 'organizationId' | 'stream' | 'arrivals'> {
  dueAt: Date;
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
  /** How many events of this type the log has of an integration since a time, counted up to `most`. */
  abstract logged(event: Pick<NewEvent, 'integrationId' | 'type'>, since: Date, most: number): Promise<number>;
  /** Adds an event that is over to the log. */
  abstract log(event: DeliveredEvent): Promise<void>;
  /** Turns of streams of an integration that are due, those that waited longest first, without the streams `except`. */
  abstract take(integrationId: string, now: Date, except: readonly string[]): Promise<Taken>;
  abstract find(integrationId: string, eventId: string): Promise<DeliveredEvent | undefined>;
  /** Stores what came of attempts, and ends turns. */
  abstract note(attempted: readonly DeliveredEvent[], ended: readonly EndedTurn[]): Promise<void>;
  /** Stores an event that is to be delivered again, and lets its stream have a turn. */
  abstract again(event: DeliveredEvent): Promise<void>;
  /** Queues the delivery of what is due for an integration at a time, which may be now. */
  abstract deliver(integrationId: string, at: Date, now: Date): Promise<void>;
  /** Deletes those that ended before a time. Returns how many. */
  abstract prune(before: Date): Promise<number>;
}
