import type { IntegrationEventClass } from '../domain/integration-event.js';

/** Under these names the marks stand on the classes. */
export const REACTS_TO = Symbol.for('quire:reacts-to');
export const RUNS_JOB = Symbol.for('quire:runs-job');

/** Marks a provider whose `handle(event)` reacts to an event. It must bear hearing an event twice. */
export function ReactsTo(event: IntegrationEventClass): ClassDecorator {
  return (target) => Reflect.defineMetadata(REACTS_TO, event.eventName, target);
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
