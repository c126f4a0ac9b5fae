import { Conflict } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import type { TargetKind } from '../../installations/domain/target-installation.js';
import type { ScriptLogEntry } from '../../runtime/domain/scripts.js';

/** A configuration as an installation had it encrypted, and the record it was encrypted for. */
export interface SealedConfiguration {
  sealed: string;
  place: string;
}

export interface NewEvent {
  /** That of the event, where the script has been sent it; otherwise a new one. */
  id?: string | undefined;
  organizationId: string;
  integrationId: string;
  installationId?: string | undefined;
  target?: { kind: TargetKind; id: string } | undefined;
  type: string;
  /** The members of the event besides `eventId`, `type` and `installationId`. */
  payload: Readonly<Record<string, unknown>>;
  previous?: SealedConfiguration | undefined;
  depth: number;
  /** When it is to be delivered, for tasks with a delay. */
  dueAt?: Date | undefined;
}

export interface EventState {
  organizationId: string;
  id: string;
  integrationId: string;
  installationId: string | null;
  stream: string;
  targetKind: TargetKind | null;
  targetId: string | null;
  type: string;
  payload: Record<string, unknown>;
  previousSealed: string | null;
  previousPlace: string | null;
  /** `waiting`: it is to be delivered, for the first time or again. */
  status: 'waiting' | 'success' | 'failed';
  attempts: number;
  depth: number;
  dueAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
  logs: ScriptLogEntry[];
}

/** What came of an attempt to deliver an event. */
export type Outcome = { kind: 'handled' } | { kind: 'failed'; retryable: boolean };

/** Attempts before an event is parked. */
export const MOST_ATTEMPTS = 8;
const FIRST_DELAY_MS = 1_000;
/** The part of a delay that is random. */
const JITTER = 0.2;
/** Events that cause one another are cut off here: a script may be calling itself. */
export const MOST_DEPTH = 8;
/** Most tasks of one integration that wait. */
export const MOST_TASKS = 10_000;
/** Seconds from which on a task begins a new chain: it may queue itself again for ever, as a clock does. */
const PATIENT_S = 60;
/** The type of events that are requests of clients, which wait for the answer. */
export const RENDERED = 'ui_render';
/** Status of a script that has no handler for a type of event. */
const NOT_HANDLED = 406;

/** An event for the script of an integration. It is delivered at least once, and those of a stream in their order. */
export class DeliveredEvent {
  private constructor(private readonly state: EventState) {}

  static create(event: NewEvent, now: Date): DeliveredEvent {
    const { organizationId, integrationId, installationId = null, target, type, payload, previous, depth } = event;
    return new DeliveredEvent({
      organizationId,
      id: event.id ?? newId(now.getTime()),
      integrationId,
      installationId,
      stream: streamOf(event),
      targetKind: target?.kind ?? null,
      targetId: target?.id ?? null,
      type,
      payload: { ...payload },
      previousSealed: previous?.sealed ?? null,
      previousPlace: previous?.place ?? null,
      status: 'waiting',
      attempts: 0,
      depth,
      dueAt: event.dueAt ?? now,
      createdAt: now,
      finishedAt: null,
      logs: [],
    });
  }

  /** An event that was no delivery: a client asked the script for something, and it failed. */
  static failed(event: NewEvent, logs: readonly ScriptLogEntry[], now: Date): DeliveredEvent {
    const failed = DeliveredEvent.create(event, now);
    failed.attempted({ kind: 'failed', retryable: false }, logs, now, 0);
    return failed;
  }

  static from(state: EventState): DeliveredEvent {
    return new DeliveredEvent(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  /** Whether it is to be delivered, for the first time or again. */
  get waits(): boolean {
    return this.state.status === 'waiting';
  }

  get dueAt(): Date {
    return this.state.dueAt;
  }

  /** Notes an attempt. `random` is between 0 and 1. */
  attempted(outcome: Outcome, logs: readonly ScriptLogEntry[], now: Date, random: number): void {
    const { state } = this;
    state.attempts += 1;
    state.logs = [...logs];
    const again = outcome.kind === 'failed' && outcome.retryable && state.attempts < MOST_ATTEMPTS;
    if (again) {
      const delay = FIRST_DELAY_MS * 2 ** (state.attempts - 1);
      state.dueAt = new Date(now.getTime() + delay * (1 + JITTER * (random * 2 - 1)));
      return;
    }
    state.status = outcome.kind === 'handled' ? 'success' : 'failed';
    state.finishedAt = now;
  }

  /** Lets an event that has been delivered, or parked, be delivered once more. Throws Conflict for requests of clients. */
  deliverAgain(now: Date): void {
    if (this.state.type === RENDERED) throw new Conflict('Clients ask again for what is rendered');
    Object.assign(this.state, { status: 'waiting', attempts: 0, dueAt: now, finishedAt: null });
  }

  snapshot(): EventState {
    return { ...this.state };
  }
}

/** The depth of a task that a script queues, where `depth` events caused one another before. */
export function depthOfTask(depth: number, delay: number): number {
  return delay >= PATIENT_S ? 0 : depth;
}

/** What an answer of a script means. */
export function outcomeOf(status: number): Outcome {
  if (status < 400 || status === NOT_HANDLED) return { kind: 'handled' };
  return { kind: 'failed', retryable: status >= 500 || status === 408 || status === 425 || status === 429 };
}

/** Tasks are independent of each other; other events of an installation about the same space or site are in order. */
function streamOf({ integrationId, installationId, target, type }: NewEvent): string {
  const lane = type === 'task' ? `task ${newId()}` : (target?.id ?? '');
  return `${installationId ?? integrationId} ${lane}`.trim();
}
