import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { Seals } from '../../installations/domain/seals.js';
import { ScriptFailed, Scripts } from '../../runtime/domain/scripts.js';
import { NoteAttempt, TakeEvent } from '../application/event.commands.js';
import { outcomeOf, type EventState, type Outcome } from '../domain/delivered-event.js';
import type { ScriptLogEntry } from '../../runtime/domain/scripts.js';
import { payloadOf } from './event.reader.js';
import { DELIVER_EVENTS } from './deliver-events.name.js';

/** Most events in one run of the job: then others have their turn. */
const MOST_IN_A_RUN = 20;
/** Most deliveries of one integration at a time: a slow script leaves room for others. */
const MOST_OF_ONE = 6;
/** How long the others of that integration wait, at least. */
const BUSY_MS = 500;

interface Stream {
  organizationId: string;
  stream: string;
}

/**
 * Delivers what waits in a stream, one after the other. The attempt is noted after the script has answered, so an event
 * whose delivery was cut off is delivered again.
 */
@Injectable()
@RunsJob(DELIVER_EVENTS, undefined, { waits: true })
export class DeliverEvents implements JobHandler<Stream> {
  /** Deliveries of this process, by integration. */
  readonly #running = new Map<string, number>();

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly scripts: Scripts,
    private readonly seals: Seals,
    private readonly clock: Clock,
  ) {}

  async run({ organizationId, stream }: Stream): Promise<void> {
    for (let taken = 0; taken < MOST_IN_A_RUN; taken++) {
      const event = await this.dispatcher.run(new TakeEvent(organizationId, stream));
      if (!event) return;
      const running = this.#running.get(event.integrationId) ?? 0;
      if (running >= MOST_OF_ONE) return this.#queue({ organizationId, stream }, BUSY_MS);
      this.#running.set(event.integrationId, running + 1);
      try {
        const { outcome, logs } = await this.#deliver(event);
        await this.dispatcher.run(new NoteAttempt(event, outcome, logs));
      } finally {
        this.#ended(event.integrationId);
      }
    }
    await this.#queue({ organizationId, stream }, 0);
  }

  /** Leaves the rest of a stream to another run. */
  async #queue({ organizationId, stream }: Stream, inMs: number): Promise<void> {
    const notBefore = new Date(this.clock.now().getTime() + inMs * (1 + Math.random()));
    await this.dispatcher.run(new TakeEvent(organizationId, stream, notBefore));
  }

  #ended(integrationId: string): void {
    const left = (this.#running.get(integrationId) ?? 1) - 1;
    if (left > 0) this.#running.set(integrationId, left);
    else this.#running.delete(integrationId);
  }

  async #deliver(event: EventState): Promise<{ outcome: Outcome; logs: readonly ScriptLogEntry[] }> {
    const { organizationId, integrationId, installationId, targetKind, targetId, depth } = event;
    try {
      const reply = await this.scripts.run({
        integrationId,
        installation: installationId === null ? undefined : { id: installationId, organizationId },
        target: targetKind === null || targetId === null ? undefined : { kind: targetKind, id: targetId },
        event: { ...payloadOf(event, this.seals) },
        depth: depth + 1,
      });
      // Where the integration was uninstalled meanwhile, nothing is there to tell.
      if (!reply) return { outcome: { kind: 'handled' }, logs: [] };
      return { outcome: outcomeOf(reply.status), logs: await reply.logs };
    } catch (error) {
      if (!(error instanceof ScriptFailed)) throw error;
      const entry = { level: 'error', message: error.message, timestamp: new Date().toISOString() } as const;
      return { outcome: { kind: 'failed', retryable: error.retryable }, logs: [...error.logs, entry] };
    }
  }
}
