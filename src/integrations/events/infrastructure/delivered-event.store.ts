import { Injectable } from '@nestjs/common';
import { Jobs } from '#kernel/application/jobs';
import { newId } from '#kernel/domain/id';
import { recordSchema, selectColumns, selectJson, type AsJson } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { INSTALLATIONS, TARGET_INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import { PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { DeliveredEvent, type EventState, type NewEvent } from '../domain/delivered-event.js';
import {
  DeliveredEvents,
  type Audience,
  type EndedTurn,
  type Listener,
  type Taken,
  type Turn,
} from '../domain/delivered-events.js';
import { DELIVER_EVENTS } from './deliver-events.name.js';

export const eventSchema = recordSchema<EventState>({
  name: 'IntegrationEvent',
  schema: 'integrations',
  tableName: 'integration_event',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    integrationId: { type: 'text', name: 'integration_id' },
    installationId: { type: 'text', name: 'installation_id', nullable: true },
    stream: { type: 'text' },
    targetKind: { type: 'text', name: 'target_kind', nullable: true },
    targetId: { type: 'text', name: 'target_id', nullable: true },
    type: { type: 'text' },
    payload: { type: 'jsonb' },
    previousSealed: { type: 'text', name: 'previous_sealed', nullable: true },
    previousPlace: { type: 'text', name: 'previous_place', nullable: true },
    status: { type: 'text' },
    attempts: { type: 'int' },
    depth: { type: 'int' },
    dueAt: { type: 'timestamptz', name: 'due_at' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    finishedAt: { type: 'timestamptz', name: 'finished_at', nullable: true },
    logs: { type: 'jsonb' },
  },
});

export const EVENT_COLUMNS = selectColumns(eventSchema, 'e');

/** Streams that are taken at a time, events of each, and bytes of their payloads in all, but for the last one. */
const MOST_TURNS = 24;
const MOST_IN_A_TURN = 5;
const MOST_BYTES = 4_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Most events that one statement deletes. */
const MOST_PRUNED = 5_000;

@Injectable()
export class DeliveredEventStore extends DeliveredEvents {
  constructor(
    private readonly sql: SqlQuery,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  listeners({ organizationId, target, scopes }: Audience): Promise<Listener[]> {
    return this.sql.rows<Listener & {}>(
      'integration-event.listeners',
      `select n.integration_id as "integrationId", n.id as "installationId"
       from ${INSTALLATIONS} n join ${PUBLISHED_INTEGRATIONS} i on i.id = n.integration_id
       left join ${TARGET_INSTALLATIONS} t on t.organization_id = n.organization_id and t.installation_id = n.id
         and t.kind = $2 and t.target_id = $3
       where n.organization_id = $1 and n.status = 'active' and i.scopes ?| $4::text[]
         and (t.status = 'active' or t.id is null and 'all' =
           case $2 when 'space' then n.space_selection when 'site' then n.site_selection else 'all' end)
       order by n.id`,
      [organizationId, target?.kind ?? null, target?.id ?? null, scopes],
    );
  }

  installationsOf(
    integrationId: string,
  ): Promise<{ organizationId: string; installationId: string; status: string }[]> {
    return this.sql.rows(
      'integration-event.installations',
      `select n.organization_id as "organizationId", n.id as "installationId", n.status
       from ${INSTALLATIONS} n where n.integration_id = $1 order by n.id`,
      [integrationId],
    );
  }

  async waitingTasks(integrationId: string): Promise<number> {
    const row = await this.sql.row<{ count: number }>(
      'integration-event.waiting-tasks',
      `select count(*)::int as count from integrations.integration_event
       where integration_id = $1 and type = 'task' and status = 'waiting'`,
      [integrationId],
    );
    return row?.count ?? 0;
  }

  async add(events: readonly DeliveredEvent[]): Promise<void> {
    if (events.length === 0) return;
    const states = events.map((event) => event.snapshot());
    await this.#insert(states);
    await this.#addToStreams(states, false);
    for (const { integrationId, createdAt, dueAt } of distinct(states))
      await this.deliver(integrationId, dueAt, createdAt);
  }

  /** Ids begin with the time, so the index finds the last ones. */
  async logged({ integrationId, type }: LoggedType, since: Date, most: number): Promise<number> {
    const rows = await this.sql.rows(
      'integration-event.logged',
      `select e.id from integrations.integration_event e
       where e.integration_id = $1 and e.attempts > 0 and e.id > $2 and e.type = $3 limit $4`,
      [integrationId, newId(since.getTime()), type, most],
    );
    return rows.length;
  }

  log(event: DeliveredEvent): Promise<void> {
    return this.#insert([event.snapshot()]);
  }

  async take(integrationId: string, now: Date, except: readonly string[]): Promise<Taken> {
    const row = await this.sql.row<{ turns: TurnRow[] }>(
      'integration-event.take',
      `with due as (
         select s.organization_id, s.stream, s.arrivals, s.due_at from integrations.event_stream s
         where s.integration_id = $1 and s.due_at <= greatest($2, clock_timestamp()) and s.stream <> all($3)
         order by s.due_at, s.stream limit ${MOST_TURNS}
       ), waiting as (
         select due.organization_id, due.stream, due.due_at, e.at, e.event,
           coalesce(sum(e.bytes) over (order by due.due_at, due.stream, e.at
             rows between unbounded preceding and 1 preceding), 0) as before
         from due, lateral (
           select row_number() over (order by e.arrived_at, e.id) as at, ${selectJson(eventSchema, 'e')} as event,
             octet_length(e.payload::text) as bytes
           from integrations.integration_event e
           where e.organization_id = due.organization_id and e.stream = due.stream and e.status = 'waiting'
           order by e.arrived_at, e.id limit ${MOST_IN_A_TURN}) e
       )
       select coalesce(json_agg(json_build_object(
           'organizationId', due.organization_id, 'stream', due.stream, 'arrivals', due.arrivals,
           'events', coalesce(first.events, '[]'), 'more', coalesce(first.more, false))
         order by due.due_at, due.stream), '[]') as turns
       from due left join (
         select organization_id, stream, json_agg(event order by at) filter (where before < ${MOST_BYTES}) as events,
           count(*) = ${MOST_IN_A_TURN} or bool_or(before >= ${MOST_BYTES}) as more
         from waiting group by organization_id, stream) first using (organization_id, stream)`,
      [integrationId, now, except],
    );
    const turns = (row?.turns ?? []).map((turn) => ({ ...turn, events: turn.events.map(toState) }));
    return { turns, all: turns.length < MOST_TURNS };
  }

  async find(integrationId: string, eventId: string): Promise<DeliveredEvent | undefined> {
    const state = await this.sql.row<EventState & {}>(
      'integration-event.find',
      `select ${EVENT_COLUMNS} from integrations.integration_event e
       where e.integration_id = $1 and e.id = $2 and e.attempts > 0 for update`,
      [integrationId, eventId],
    );
    return state && DeliveredEvent.from(state);
  }

  async note(attempted: readonly DeliveredEvent[], ended: readonly EndedTurn[]): Promise<void> {
    await this.#save(attempted);
    if (ended.length === 0) return;
    // A stream to which something was added meanwhile stays as it is: due.
    await this.sql.defer(
      'integration-event.end-turns',
      `with ended as (
         select t.*, exists (select from integrations.integration_event e where e.organization_id = t.organization_id
           and e.stream = t.stream and e.status = 'waiting') as waits
         from unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[])
           as t (organization_id, stream, arrivals, due_at)
       ), empty as (
         delete from integrations.event_stream s using ended t
         where s.organization_id = t.organization_id and s.stream = t.stream and s.arrivals = t.arrivals and not t.waits
       )
       update integrations.event_stream s set due_at = t.due_at from ended t
       where s.organization_id = t.organization_id and s.stream = t.stream and t.waits`,
      [
        textArray(ended.map(({ organizationId }) => organizationId)),
        textArray(ended.map(({ stream }) => stream)),
        ended.map(({ arrivals }) => arrivals),
        ended.map(({ dueAt }) => dueAt),
      ],
    );
  }

  async again(event: DeliveredEvent): Promise<void> {
    const state = event.snapshot();
    await this.#save([event]);
    await this.#addToStreams([state], true);
    await this.deliver(state.integrationId, state.dueAt, state.dueAt);
  }

  /** One job at a time for each integration: the queue has its name. What is due later has a job for each second. */
  async deliver(integrationId: string, at: Date, now: Date): Promise<void> {
    const queue = `${DELIVER_EVENTS} ${integrationId}`;
    const second = Math.ceil(at.getTime() / SECOND);
    const when =
      at <= now ? { key: queue, runAt: at } : { key: `${queue} ${second}`, runAt: new Date(second * SECOND) };
    // Where two processes end during a job, those with the same payload are parked: those of the same minute.
    const minute = Math.floor(when.runAt.getTime() / MINUTE);
    await this.jobs.enqueue(DELIVER_EVENTS, { integrationId, minute }, { queue, ...when });
  }

  async prune(before: Date): Promise<number> {
    const rows = await this.sql.rows(
      'integration-event.prune',
      `delete from integrations.integration_event e using (
         select organization_id, id from integrations.integration_event where finished_at < $1 limit $2) old
       where e.organization_id = old.organization_id and e.id = old.id returning e.id`,
      [before, MOST_PRUNED],
    );
    return rows.length;
  }

  async #insert(states: readonly EventState[]): Promise<void> {
    await this.sql.defer(
      'integration-event.add-3',
      `insert into integrations.integration_event (organization_id, id, integration_id, installation_id, stream,
         target_kind, target_id, type, payload, previous_sealed, previous_place, status, attempts, depth, due_at,
         created_at, finished_at, logs)
       select e->>'organizationId', e->>'id', e->>'integrationId', e->>'installationId', e->>'stream',
         e->>'targetKind', e->>'targetId', e->>'type', e->'payload', e->>'previousSealed', e->>'previousPlace',
         e->>'status', (e->>'attempts')::int, (e->>'depth')::int, (e->>'dueAt')::timestamptz,
         (e->>'createdAt')::timestamptz, (e->>'finishedAt')::timestamptz, e->'logs'
       from (select text::jsonb, at from unnest($1::text[]) with ordinality as added (text, at) offset 0) added (e, at)
       order by at`,
      [textArray(states.map((state) => JSON.stringify(state)))],
    );
  }

  async #save(events: readonly DeliveredEvent[]): Promise<void> {
    if (events.length === 0) return;
    const states = events.map((event) => event.snapshot());
    await this.sql.defer(
      'integration-event.save-2',
      `update integrations.integration_event e set status = n.status, attempts = n.attempts, due_at = n.due_at,
         finished_at = n.finished_at, logs = n.logs::jsonb
       from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::text[])
         as n (organization_id, id, status, attempts, due_at, finished_at, logs)
       where e.organization_id = n.organization_id and e.id = n.id`,
      [
        textArray(states.map(({ organizationId }) => organizationId)),
        textArray(states.map(({ id }) => id)),
        textArray(states.map(({ status }) => status)),
        states.map(({ attempts }) => attempts),
        states.map(({ dueAt }) => dueAt),
        states.map(({ finishedAt }) => finishedAt),
        textArray(states.map(({ logs }) => JSON.stringify(logs))),
      ],
    );
  }

  /** Counts events into their streams. `again`: those that wait for a later time are due as these events are. */
  async #addToStreams(states: readonly EventState[], again: boolean): Promise<void> {
    await this.sql.defer(
      'integration-event.add-to-streams',
      `insert into integrations.event_stream as s (organization_id, stream, integration_id, due_at, arrivals)
       select organization_id, stream, min(integration_id), min(due_at), count(*)
       from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
         as added (organization_id, stream, integration_id, due_at)
       group by organization_id, stream order by organization_id, stream
       on conflict (organization_id, stream) do update set arrivals = s.arrivals + excluded.arrivals,
         due_at = case when $5 then least(s.due_at, excluded.due_at) else s.due_at end`,
      [
        textArray(states.map(({ organizationId }) => organizationId)),
        textArray(states.map(({ stream }) => stream)),
        textArray(states.map(({ integrationId }) => integrationId)),
        states.map(({ dueAt }) => dueAt),
        again,
      ],
    );
  }
}

/** One of those that the same job delivers. */
function distinct(states: readonly EventState[]): Iterable<EventState> {
  return new Map(states.map((state) => [`${state.integrationId} ${state.dueAt.getTime()}`, state])).values();
}

type LoggedType = Pick<NewEvent, 'integrationId' | 'type'>;

type TurnRow = Omit<Turn, 'events'> & { events: AsJson<EventState>[] };

function toState(row: AsJson<EventState>): EventState {
  const { dueAt, createdAt, finishedAt } = row;
  return {
    ...row,
    dueAt: new Date(dueAt),
    createdAt: new Date(createdAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
  };
}
