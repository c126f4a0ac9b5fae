import { Injectable } from '@nestjs/common';
import { Jobs } from '#kernel/application/jobs';
import { byOrganization } from '#kernel/domain/by-organization';
import { newId } from '#kernel/domain/id';
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
} from '../domain/delivered-events.js';
import { DELIVER_EVENTS } from './deliver-events.name.js';
import { EVENT_COLUMNS } from './event-schema.js';
import { EventStreams } from './event-streams.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Most events that one statement deletes. */
const MOST_PRUNED = 5_000;

@Injectable()
export class DeliveredEventStore extends DeliveredEvents {
  readonly #streams: EventStreams;

  constructor(
    private readonly sql: SqlQuery,
    private readonly jobs: Jobs,
  ) {
    super();
    this.#streams = new EventStreams(sql);
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
    await this.#streams.add(states, false);
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

  take(integrationId: string, now: Date, except: readonly string[]): Promise<Taken> {
    return this.#streams.take(integrationId, now, except);
  }

  async find(integrationId: string, eventId: string): Promise<DeliveredEvent | undefined> {
    const place = await this.sql.row<{ organizationId: string }>(
      'integration-event.organization-of',
      `select e.organization_id as "organizationId" from integrations.integration_event e
       where e.integration_id = $1 and e.id = $2 and e.attempts > 0`,
      [integrationId, eventId],
    );
    if (!place) return undefined;
    const state = await this.sql.row<EventState & {}>(
      'integration-event.find',
      `select ${EVENT_COLUMNS} from integrations.integration_event e
       where e.organization_id = $1 and e.integration_id = $2 and e.id = $3 and e.attempts > 0 for update`,
      [place.organizationId, integrationId, eventId],
    );
    return state && DeliveredEvent.from(state);
  }

  async note(attempted: readonly DeliveredEvent[], ended: readonly EndedTurn[]): Promise<void> {
    await this.#save(attempted);
    await this.#streams.end(ended);
  }

  async again(event: DeliveredEvent): Promise<void> {
    const state = event.snapshot();
    await this.#save([event]);
    await this.#streams.add([state], true);
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
    for (const [organizationId, own] of byOrganization(states)) {
      await this.sql.defer(
        'integration-event.add-3',
        `insert into integrations.integration_event (organization_id, id, integration_id, installation_id, stream,
           target_kind, target_id, type, payload, previous_sealed, previous_place, status, attempts, depth, due_at,
           created_at, finished_at, logs)
         select $1, e->>'id', e->>'integrationId', e->>'installationId', e->>'stream',
           e->>'targetKind', e->>'targetId', e->>'type', e->'payload', e->>'previousSealed', e->>'previousPlace',
           e->>'status', (e->>'attempts')::int, (e->>'depth')::int, (e->>'dueAt')::timestamptz,
           (e->>'createdAt')::timestamptz, (e->>'finishedAt')::timestamptz, e->'logs'
         from (select text::jsonb, at from unnest($2::text[]) with ordinality as added (text, at) offset 0) added (e, at)
         order by at`,
        [organizationId, textArray(own.map((state) => JSON.stringify(state)))],
      );
    }
  }

  async #save(events: readonly DeliveredEvent[]): Promise<void> {
    for (const [organizationId, own] of byOrganization(events.map((event) => event.snapshot()))) {
      await this.sql.defer(
        'integration-event.save-3',
        `update integrations.integration_event e set status = n.status, attempts = n.attempts, due_at = n.due_at,
           finished_at = n.finished_at, logs = n.logs::jsonb
         from unnest($2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::text[])
           as n (id, status, attempts, due_at, finished_at, logs)
         where e.organization_id = $1 and e.id = any($2) and e.id = n.id`,
        [
          organizationId,
          textArray(own.map(({ id }) => id)),
          textArray(own.map(({ status }) => status)),
          own.map(({ attempts }) => attempts),
          own.map(({ dueAt }) => dueAt),
          own.map(({ finishedAt }) => finishedAt),
          textArray(own.map(({ logs }) => JSON.stringify(logs))),
        ],
      );
    }
  }
}

/** One of those that the same job delivers. */
function distinct(states: readonly EventState[]): Iterable<EventState> {
  return new Map(states.map((state) => [`${state.integrationId} ${state.dueAt.getTime()}`, state])).values();
}

type LoggedType = Pick<NewEvent, 'integrationId' | 'type'>;
