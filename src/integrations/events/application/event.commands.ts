import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { DeliveredEvent, NewEvent } from '../domain/delivered-event.js';
import type { ScriptLogEntry } from '../../runtime/domain/scripts.js';
import type { Audience, EndedTurn } from '../domain/delivered-events.js';

const OF_OTHERS = 'tells scripts of what is in the trail itself, or of what visitors do';

/** Records an event for every installation that may hear of it. */
@NotAudited(OF_OTHERS)
export class AnnounceEvent extends Command<void> {
  constructor(
    readonly audience: Audience,
    readonly event: Pick<NewEvent, 'type' | 'payload'>,
    /** The ids of the users who did it: the script receives the users, as `updatedBy`. */
    readonly updatedBy?: readonly string[],
  ) {
    super();
  }
}

/** Records an event for one integration, or one installation of it. */
@NotAudited(OF_OTHERS)
export class RecordEvent extends Command<void> {
  constructor(readonly event: Omit<NewEvent, 'depth'>) {
    super();
  }
}

/**
 * Adds to the log that a client asked the script for something, and it failed. Of an integration that fails often, some
 * are left out.
 */
@NotAudited(OF_OTHERS)
export class LogFailedRequest extends Command<void> {
  constructor(
    readonly event: NewEvent,
    readonly logs: readonly ScriptLogEntry[],
  ) {
    super();
  }
}

/** Records the end of all installations of an integration, or that they are there again. */
@NotAudited(OF_OTHERS)
export class AnnounceToInstallations extends Command<void> {
  constructor(
    readonly integrationId: string,
    readonly what: 'installation_setup' | 'installation_deleted',
  ) {
    super();
  }
}

/** Notes what came of attempts to deliver events, and which turns of streams ended. */
@NotAudited(OF_OTHERS)
export class NoteAttempts extends Command<void> {
  constructor(
    readonly attempted: readonly DeliveredEvent[],
    readonly ended: readonly EndedTurn[],
  ) {
    super();
  }
}

/** Lets what is left of an integration's events be delivered by a later job, in so many milliseconds. */
@NotAudited(OF_OTHERS)
export class DeliverLater extends Command<void> {
  constructor(
    readonly integrationId: string,
    readonly inMs: number,
  ) {
    super();
  }
}

/** Deletes events that ended before a time; returns how many. */
@NotAudited(OF_OTHERS)
export class PruneEvents extends Command<number> {
  constructor(readonly before: Date) {
    super();
  }
}

/** Queues a task of a script: an event that it receives after a delay, in seconds. */
@NotAudited('a script does what it was installed for')
export class QueueTask extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly task: Readonly<Record<string, unknown>>,
    readonly delay: number,
  ) {
    super();
  }
}

/** Delivers an event once more. */
@NotAudited('a delivery changes nothing of what is in the trail')
export class DeliverEventAgain extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly eventId: string,
  ) {
    super();
  }
}
