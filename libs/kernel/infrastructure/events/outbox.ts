import { newId } from '../../domain/id.js';
import type { IntegrationEvent } from '../../domain/integration-event.js';
import type { SqlQuery } from '../database/sql-query.js';

export const OUTBOX_CHANNEL = 'quire_outbox';

/** Events wait here, written in the transaction of the change they tell of, until the relay has delivered them. */
export class Outbox {
  #lastMs = 0;

  constructor(private readonly sql: SqlQuery) {}

  async store(events: readonly IntegrationEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.sql.later(
      'outbox.store',
      `with stored as (
         insert into kernel.outbox (id, organization_id, name, payload)
         select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) returning id
       ) select pg_notify($5, '') from (select count(*) from stored) counted`,
      [
        events.map(() => this.#nextId()),
        events.map((event) => event.organization),
        events.map((event) => event.eventName),
        events.map(storable),
        OUTBOX_CHANNEL,
      ],
    );
  }

  /** Events are delivered in the order of their ids, so each id lies at least a millisecond after the one before. */
  #nextId(): string {
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1);
    return newId(this.#lastMs);
  }
}

/** The JSON of an event. Halves of surrogate pairs, which PostgreSQL refuses there, become the replacement character. */
function storable(event: IntegrationEvent): string {
  const json = JSON.stringify(event);
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(\\|ud[0-9a-f]{3})/g, (escape, what: string) => (what === '\\' ? escape : '\ufffd'));
}
