import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { EventState, NewEvent, Outcome } from '../domain/delivered-event.js';
import type { Audience } from '../domain/delivered-events.js';
import type { ScriptLogEntry } from '../../runtime/domain/scripts.js';

const OF_OTHERS = 'tells scripts of what is in the trail itself, or of what visitors do';

/** Records an event for every installation that may hear of it. */
@NotAudited(OF_OTHERS)
export class AnnounceEvent extends Command<void> {
  constructor(
    readonly audience: Audience,
    readonly event: Pick<NewEvent, 'type' | 'payload'>,
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

/**
 * Takes the next event of a stream that is due; undefined where none is. Where one waits for a later
 * time, or is not to be taken before `notBefore`, the delivery is queued for then.
 */
@NotAudited(OF_OTHERS)
export class TakeEvent extends Command<EventState | undefined> {
  constructor(
    readonly organizationId: string,
    readonly stream: string,
    readonly notBefore?: Date,
  ) {
    super();
  }
}

/** Notes what came of an attempt to deliver an event. */
@NotAudited(OF_OTHERS)
export class NoteAttempt extends Command<void> {
  constructor(
    readonly event: EventState,
    readonly outcome: Outcome,
    readonly logs: readonly ScriptLogEntry[],
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
