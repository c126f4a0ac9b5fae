import { byOrganization } from '#kernel/domain/by-organization';
import { selectJson, type AsJson } from '#kernel/infrastructure/database/record-schema';
import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import type { EventState } from '../domain/delivered-event.js';
import type { EndedTurn, Taken, Turn } from '../domain/delivered-events.js';
import { eventSchema } from './event-schema.js';

/** Streams that are taken at a time, events of each, and bytes of their payloads in all, but for the last one. */
const MOST_TURNS = 24;
const MOST_IN_A_TURN = 5;
const MOST_BYTES = 4_000_000;

type DueStream = Pick<Turn, 'organizationId' | 'stream' | 'arrivals'>;

interface FirstEvents extends Record<string, unknown> {
  stream: string;
  events: AsJson<EventState>[];
  more: boolean;
  bytes: number;
}

const WAITING = `with waiting as (
    select due.stream, e.at, e.event, e.bytes,
      coalesce(sum(e.bytes) over (order by due.place, e.at rows between unbounded preceding and 1 preceding), 0) as before
    from unnest($2::text[]) with ordinality as due (stream, place), lateral (
      select row_number() over (order by e.arrived_at, e.id) as at, ${selectJson(eventSchema, 'e')} as event,
        octet_length(e.payload::text) as bytes
      from integrations.integration_event e
      where e.organization_id = $1 and e.stream = due.stream and e.status = 'waiting'
      order by e.arrived_at, e.id limit ${MOST_IN_A_TURN}) e
  )
  select stream, coalesce(json_agg(event order by at) filter (where before < $3), '[]') as events,
    count(*) = ${MOST_IN_A_TURN} or bool_or(before >= $3) as more,
    coalesce(sum(bytes) filter (where before < $3), 0)::float8 as bytes
  from waiting group by stream`;

/** The text by what becomes of a stream that is there: a parameter in it would have no type where tables are distributed. */
const adding = (onStream: string): string => `
  insert into integrations.event_stream as s (organization_id, stream, integration_id, due_at, arrivals)
  select $1, added.stream, added.integration_id, added.due_at, added.arrivals from (
    select stream, min(integration_id) as integration_id, min(due_at) as due_at, count(*) as arrivals
    from unnest($2::text[], $3::text[], $4::timestamptz[]) as event (stream, integration_id, due_at)
    group by stream) added
  order by added.stream
  on conflict (organization_id, stream) do update set ${onStream}`;

const ARRIVED = 'arrivals = s.arrivals + excluded.arrivals';
const ADD = adding(ARRIVED);
const ADD_AGAIN = adding(`${ARRIVED}, due_at = least(s.due_at, excluded.due_at)`);

/** The streams in which events wait: their turns. One statement for each organization whose streams they are. */
export class EventStreams {
  constructor(private readonly sql: SqlQuery) {}

  async take(integrationId: string, now: Date, except: readonly string[]): Promise<Taken> {
    const due = await this.sql.rows<DueStream & {}>(
      'integration-event.due-streams',
      `select s.organization_id as "organizationId", s.stream, s.arrivals::float8 as arrivals
       from integrations.event_stream s
       where s.integration_id = $1 and s.due_at <= greatest($2, clock_timestamp()) and s.stream <> all($3)
       order by s.due_at, s.stream limit ${MOST_TURNS}`,
      [integrationId, now, except],
    );
    const first = new Map<string, FirstEvents>();
    let left = MOST_BYTES;
    for (const [organizationId, own] of byOrganization(due)) {
      const values = [organizationId, textArray(own.map(({ stream }) => stream)), left];
      for (const row of await this.sql.rows<FirstEvents>('integration-event.take', WAITING, values)) {
        first.set(keyOf(organizationId, row.stream), row);
        left -= row.bytes;
      }
    }
    const turns = due.map((stream) => {
      const { events = [], more = false } = first.get(keyOf(stream.organizationId, stream.stream)) ?? {};
      return { ...stream, events: events.map(toState), more };
    });
    return { turns, all: turns.length < MOST_TURNS };
  }

  /** A stream to which something was added during its turn stays as it is: due. */
  async end(ended: readonly EndedTurn[]): Promise<void> {
    for (const [organizationId, own] of byOrganization(ended)) {
      await this.sql.defer(
        'integration-event.end-turns',
        `with ended as (
           select t.*, exists (select from integrations.integration_event e
             where e.organization_id = $1 and e.stream = t.stream and e.status = 'waiting') as waits
           from unnest($2::text[], $3::bigint[], $4::timestamptz[]) as t (stream, arrivals, due_at)
         ), empty as (
           delete from integrations.event_stream s using ended t
           where s.organization_id = $1 and s.stream = t.stream and s.arrivals = t.arrivals and not t.waits
         )
         update integrations.event_stream s set due_at = t.due_at from ended t
         where s.organization_id = $1 and s.stream = t.stream and t.waits`,
        [
          organizationId,
          textArray(own.map(({ stream }) => stream)),
          own.map(({ arrivals }) => arrivals),
          own.map(({ dueAt }) => dueAt),
        ],
      );
    }
  }

  /** Counts events into their streams. `again`: those that wait for a later time are due as these events are. */
  async add(states: readonly EventState[], again: boolean): Promise<void> {
    for (const [organizationId, own] of byOrganization(states)) {
      await this.sql.defer(
        again ? 'integration-event.add-again-to-streams' : 'integration-event.add-to-streams-2',
        again ? ADD_AGAIN : ADD,
        [
          organizationId,
          textArray(own.map(({ stream }) => stream)),
          textArray(own.map(({ integrationId }) => integrationId)),
          own.map(({ dueAt }) => dueAt),
        ],
      );
    }
  }
}

const keyOf = (organizationId: string, stream: string): string => `${organizationId} ${stream}`;

function toState(row: AsJson<EventState>): EventState {
  const { dueAt, createdAt, finishedAt } = row;
  return {
    ...row,
    dueAt: new Date(dueAt),
    createdAt: new Date(createdAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
  };
}
