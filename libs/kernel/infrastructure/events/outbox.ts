import type { ReactionMark } from '../../application/reactions.js';
import { Events } from '../../domain/events.js';
import type { IntegrationEvent } from '../../domain/integration-event.js';
import type { JobWriter, NewJob } from '../jobs/job-writer.js';

/**
 * The transactional outbox: one job for each reaction to each event, written in the transaction of the change that the
 * event reports. An event without reactions costs nothing.
 */
export class Outbox extends Events {
  constructor(
    private readonly writer: JobWriter,
    private readonly reactions: { to(eventName: string): readonly ReactionMark[] },
  ) {
    super();
  }

  async store(events: readonly IntegrationEvent[]): Promise<void> {
    const jobs = events.flatMap((event) => this.#jobsOf(event));
    if (jobs.length > 0) await this.writer.add(jobs);
  }

  #jobsOf(event: IntegrationEvent): NewJob[] {
    const reactions = this.reactions.to(event.eventName).filter(({ when }) => when === undefined || when(event));
    if (reactions.length === 0) return [];
    const payload = eventJson(event);
    return reactions.map(({ name, queue, key, debounced, onlyWhere }) => ({
      name,
      payload,
      queue: typeof queue === 'function' ? queue(event) : queue,
      key: key && `${name} ${key(event)}`,
      debounced,
      organization: onlyWhere === undefined ? undefined : event.organization,
    }));
  }
}

/** The JSON of an event. Characters that PostgreSQL rejects become the replacement character. */
export function eventJson(event: IntegrationEvent): string {
  const json = JSON.stringify(event);
  if (!json.includes('\\u')) return json;
  return json.replace(/\\(\\|ud[0-9a-f]{3}|u0000)/g, (escape, what: string) => (what === '\\' ? escape : '\ufffd'));
}
