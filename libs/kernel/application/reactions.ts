import type { IntegrationEvent, IntegrationEventClass } from '../domain/integration-event.js';

/** Under these names the marks lie on the classes. */
export const REACTS_TO = Symbol.for('quire:reacts-to');
export const RUNS_JOB = Symbol.for('quire:runs-job');

export interface ReactionOptions<E extends IntegrationEvent = IntegrationEvent> {
  /** Reactions with the same queue run one after the other, in the order of their events unless one has to be retried. */
  queue?: string | ((event: E) => string);
  /** Whether it reacts to an event of its kind; it reacts to all when left out. */
  when?: (event: E) => boolean;
  /** A waiting reaction with the same key is replaced by this one: for those that look at what is current. */
  key?: (event: E) => string;
  /** It may take more than a moment: it shares the capacity of the ordinary jobs and leaves that of reactions to others. */
  slow?: boolean;
}

export interface ReactionMark<E extends IntegrationEvent = IntegrationEvent> extends ReactionOptions<E> {
  event: string;
  /** The name of its jobs. */
  name: string;
}

/** What the class of a reaction has: a method that takes the event, and no other kind of event. */
interface Reaction<E extends IntegrationEvent> {
  handle: (event: E) => Promise<void>;
}

/**
 * Marks a provider that reacts to an event: each event is one job of this name (`context.verb-thing`, never changed once
 * released, as jobs wait under it). The job is retried by itself when `handle` throws, so it must bear running twice.
 */
export function ReactsTo<E extends IntegrationEvent>(
  event: IntegrationEventClass<E>,
  name: string,
  options: ReactionOptions<E> = {},
): (target: new (...args: never[]) => Reaction<E>) => void {
  const mark: ReactionMark<E> = { ...options, event: event.eventName, name };
  return (target) => Reflect.defineMetadata(REACTS_TO, mark, target);
}

export interface JobMark {
  name: string;
  /** When it runs by itself, as five cron fields in UTC. */
  schedule?: string;
}

/** Marks a provider whose `run(payload)` does the jobs of a name (`context.verb-thing`). */
export function RunsJob(name: string, schedule?: string): ClassDecorator {
  const mark: JobMark = schedule === undefined ? { name } : { name, schedule };
  return (target) => Reflect.defineMetadata(RUNS_JOB, mark, target);
}
