import type { IntegrationEvent, IntegrationEventClass } from '../domain/integration-event.js';

/** Keys of the metadata on the decorated classes. */
export const REACTS_TO = Symbol.for('quire:reacts-to');
export const RUNS_JOB = Symbol.for('quire:runs-job');

export interface ReactionOptions<E extends IntegrationEvent = IntegrationEvent> {
  /**
   * Reactions with the same queue run one after the other, in the order of their events unless one has to be retried.
   */
  queue?: string | ((event: E) => string);
  /** Whether to react to an event of its kind; all by default. */
  when?: (event: E) => boolean;
  /**
   * A waiting reaction with the same key is replaced by this one: for reactions that depend only on the current state.
   */
  key?: (event: E) => string;
  /**
   * With a key, for reactions that look at what is current and need nothing else of the event than its key: they run
   * half a second after the event, and all other events until then are those of the same run.
   */
  debounced?: boolean;
  /**
   * A condition in SQL on tables of the reaction's own context, such as that anything listens. It has the event as
   * `event` (jsonb), and the organization of the event as $10. Where it is false as the event is stored, the reaction has
   * nothing to do, and no job is written.
   */
  onlyWhere?: string;
  /**
   * For reactions that may take long: they share the capacity of ordinary jobs and leave that of reactions to others.
   */
  slow?: boolean;
  /** Its parked jobs are kept, however old: what they have to do must not be lost. */
  kept?: boolean;
}

export interface ReactionMark<E extends IntegrationEvent = IntegrationEvent> extends ReactionOptions<E> {
  event: string;
  /** The name of its jobs. */
  name: string;
}

/** A class that reacts to this kind of event and no other. */
interface Reaction<E extends IntegrationEvent> {
  handle: (event: E, signal: AbortSignal) => Promise<void>;
  /** Whether this server reacts at all, as it is set up; it does by default. */
  readonly present?: boolean;
}

/**
 * Marks a provider that reacts to an event: each event becomes one job of this name (`context.verb-thing`, never
 * changed once released, since waiting jobs have it). The job is retried when `handle` throws, so it must be
 * idempotent. `signal` is that of a `JobHandler`.
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
  /** The schedule to run it at, as five cron fields in UTC. */
  schedule?: string;
  /** For jobs that mostly wait for what others do: they have a capacity of their own. */
  waits?: boolean;
  /** For jobs that erase what would grow for ever: `quire doctor` says so where one has not run for long. */
  bounds?: boolean;
}

/** Marks a provider whose `run(payload, signal)` runs the jobs of a name (`context.verb-thing`). */
export function RunsJob(
  name: string,
  schedule?: string,
  options: Pick<JobMark, 'waits' | 'bounds'> = {},
): ClassDecorator {
  const mark: JobMark = schedule === undefined ? { name, ...options } : { name, schedule, ...options };
  return (target) => Reflect.defineMetadata(RUNS_JOB, mark, target);
}
