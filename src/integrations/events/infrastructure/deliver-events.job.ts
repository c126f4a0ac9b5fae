import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { Seals } from '../../installations/domain/seals.js';
import {
  ScriptFailed,
  Scripts,
  type PreparedScripts,
  type ScriptCall,
  type ScriptLogEntry,
} from '../../runtime/domain/scripts.js';
import { DeliverLater } from '../application/event.commands.js';
import { DeliveredEvent, outcomeOf, type EventState, type Outcome } from '../domain/delivered-event.js';
import { DeliveredEvents, type Turn } from '../domain/delivered-events.js';
import { AttemptNotes } from './attempt-notes.js';
import { DeliveryPace } from './delivery-pace.js';
import { DeliveryRun } from './delivery-run.js';
import { DELIVER_EVENTS } from './deliver-events.name.js';
import { payloadOf } from './event.reader.js';

/** How long one run takes turns of streams, and how long at most beside one that is slow; then others have their turn. */
const LONGEST_MS = 2_000;
const LONGEST_BESIDE_SLOW_MS = 30_000;
/** How long an integration is left alone after its events, perhaps, ended two processes. */
const LEFT_ALONE_MS = 60_000;

interface PreparedTurn extends Turn {
  scripts: PreparedScripts;
}

/**
 * Delivers what is due for an integration: those of a stream one after the other, several streams at a time. An attempt is
 * noted after the script has answered, so an event whose delivery was cut off is delivered again.
 */
@Injectable()
@RunsJob(DELIVER_EVENTS, undefined, { waits: true })
export class DeliverEvents implements JobHandler<{ integrationId?: string }> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly events: DeliveredEvents,
    private readonly scripts: Scripts,
    private readonly seals: Seals,
    private readonly clock: Clock,
    private readonly pace: DeliveryPace,
  ) {}

  /** Jobs of earlier versions named a stream; what waits in it has a job of its integration. */
  async run({ integrationId }: { integrationId?: string }, signal: AbortSignal): Promise<void> {
    if (integrationId === undefined) return;
    const begin = performance.now();
    const notes = new AttemptNotes(this.dispatcher, (ended) => ended.forEach(({ stream }) => run.ended(stream)));
    const run = new DeliveryRun<PreparedTurn>({
      take: (except) => this.#take(integrationId, except),
      work: (turn) => this.#work(turn, notes),
      idle: () => notes.store(),
      over: (slow) => signal.aborted || performance.now() - begin > (slow ? LONGEST_BESIDE_SLOW_MS : LONGEST_MS),
    });
    const left = await run.run().finally(() => notes.settled());
    if (left) await this.dispatcher.run(new DeliverLater(integrationId, 0));
  }

  /** Two processes ended while they delivered events of an integration, perhaps for other reasons. */
  async parked({ integrationId }: { integrationId?: string }): Promise<void> {
    if (integrationId !== undefined) await this.dispatcher.run(new DeliverLater(integrationId, LEFT_ALONE_MS));
  }

  async #take(integrationId: string, except: readonly string[]): Promise<{ turns: PreparedTurn[]; all: boolean }> {
    const { turns, all } = await this.events.take(integrationId, this.clock.now(), except);
    const calls = turns.flatMap(({ events }) => events.map((event) => this.#callOf(event)));
    const scripts = await this.scripts.prepare(integrationId, calls);
    return { turns: turns.map((turn) => ({ ...turn, scripts })), all };
  }

  async #work({ scripts, events, ...turn }: PreparedTurn, notes: AttemptNotes): Promise<void> {
    for (const state of events) {
      await this.pace.wait(state);
      const { outcome, logs } = await this.#deliver(state, scripts);
      const event = DeliveredEvent.from(state);
      event.attempted(outcome, logs, this.clock.now(), Math.random());
      if (event.waits) return notes.add(event, { ...turn, dueAt: event.dueAt });
      notes.add(event);
    }
    notes.add(undefined, { ...turn, dueAt: this.clock.now() });
    if (turn.more) await notes.settled();
  }

  #callOf(event: EventState): ScriptCall {
    const { organizationId, integrationId, installationId, targetKind, targetId, depth } = event;
    return {
      integrationId,
      installation: installationId === null ? undefined : { id: installationId, organizationId },
      target: targetKind === null || targetId === null ? undefined : { kind: targetKind, id: targetId },
      event: { ...payloadOf(event, this.seals) },
      depth: depth + 1,
    };
  }

  async #deliver(
    event: EventState,
    scripts: PreparedScripts,
  ): Promise<{ outcome: Outcome; logs: readonly ScriptLogEntry[] }> {
    try {
      const reply = await scripts.run(this.#callOf(event));
      // Where the integration was uninstalled meanwhile, nothing is there to tell.
      if (!reply) return { outcome: { kind: 'handled' }, logs: [] };
      return { outcome: outcomeOf(reply.status), logs: await reply.logs };
    } catch (error) {
      if (!(error instanceof ScriptFailed)) throw error;
      const entry = { level: 'error', message: error.message, timestamp: this.clock.now().toISOString() } as const;
      return { outcome: { kind: 'failed', retryable: error.retryable }, logs: [...error.logs, entry] };
    }
  }
}
